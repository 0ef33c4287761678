import { describe, expect, test } from "vitest";
import { isExpired } from "../../../src/sandbox/domain/card.ts";

describe("a card is valid to the end of its month", () => {
  test.each([
    ["02", "2028", "2028-02-01", false],
    ["02", "2028", "2028-02-29", false],
    ["02", "2028", "2028-03-01", true],
    ["12", "2027", "2027-12-31", false],
    ["12", "2027", "2028-01-01", true],
    ["01", "2028", "2027-12-31", false],
  ])("%s/%s on %s: %s", (month, year, today, expired) => {
    expect(isExpired(month, year, today)).toBe(expired);
  });
});
