import { describe, expect, test } from "vitest";
import { createRedact } from "../../src/client/redact.ts";

const card = "4024007112345672";

describe("redaction takes linear time", () => {
  const secrets = [
    "+abcdefghijklmnopqrstu",
    `${"\\".repeat(60)}x`,
    `x${"a".repeat(5_000)}`,
    "\\.".repeat(20),
    card,
    "sandbox_private_0000",
  ];
  const redact = createRedact(secrets);
  const kB = 125_000;
  const worst: Record<string, (length: number) => string> = {
    backslashes: (length) => "\\".repeat(length),
    quotes: (length) => '"'.repeat(length),
    "escaped quotes": (length) => '\\"'.repeat(length / 2),
    digits: (length) => "4".repeat(length),
    "digits apart": (length) => "6 ".repeat(length / 2),
    "card numbers": (length) => `${card} `.repeat(length / 17),
    "digits of another script": (length) => "\u0664".repeat(length),
    "characters that do not show": (length) => "4\u200b\u200b".repeat(length / 3),
    "the beginning of a secret": (length) => "a".repeat(length),
    "beginnings of a key": (length) => "+abcdefghijklmnopqrst".repeat(length / 21),
    "names of fields": (length) => "cardNumber".repeat(length / 10),
    "fields that do not end": (length) => '"cardNumber":"'.repeat(length / 14),
    "fields and backslashes": (length) => '"cardNumber\\\\\\":'.repeat(length / 16),
    "lists that begin": (length) => "[".repeat(length),
    "JSON of many texts": (length) => JSON.stringify(Array(length / 10).fill('["[1]"]')),
    "UUIDs broken off": (length) => "41111111-1111-".repeat(length / 14),
    spaces: (length) => `"cardNumber" ${" ".repeat(length)}`,
  };

  test.each(Object.entries(worst))("%s", (_, make) => {
    // The processor's time, since others may keep it busy.
    const time = (length: number) => {
      const text = make(length);
      const times = Array.from({ length: 3 }, () => {
        const before = process.threadCpuUsage();
        redact(text);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1_000;
      });
      return Math.min(...times);
    };
    time(kB / 10);
    const [small, large] = [time(kB), time(8 * kB)];
    // Of a text that is eight times as long, 64 times the time would be quadratic. A few milliseconds
    // say nothing.
    expect(large / Math.max(small, 10)).toBeLessThan(32);
  });
});
