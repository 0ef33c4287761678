/** The moments that a clock can show: years of four digits, with room for what lies ahead of them. */
export const CLOCK_RANGE = {
  first: Date.parse("1970-01-01T00:00:00Z"),
  last: Date.parse("9000-01-01T00:00:00Z"),
};
