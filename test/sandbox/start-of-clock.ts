/** Where every clock starts and stands still: a Monday morning in São Paulo. */
export const START = "2026-03-02T12:00:00Z";
