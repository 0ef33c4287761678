import { createHash } from "node:crypto";

/**
 * Characters that no compression shortens much, and that take from one to four bytes: the same in each run. An index of
 * a database may not take them.
 */
export function noise(length: number): string {
  const characters: string[] = [];
  for (let block = 0; characters.length < length; block++) {
    const bytes = createHash("sha256").update(`noise ${block}`).digest();
    for (let at = 0; at < bytes.length; at += 2) {
      // Neither a control character nor a surrogate.
      const code = 0x20 + (bytes.readUInt16BE(at) % 0xd000);
      characters.push(
        at % 8 === 0 ? String.fromCharCode(code) : String.fromCharCode(33 + (code % 90)),
      );
    }
  }
  return characters.slice(0, length).join("");
}

/** Texts that engines may store or compare differently, as JSON says them. */
export const extremeTexts: Record<string, string> = {
  "no characters": '""',
  NUL: String.raw`"\u0000"`,
  "NUL within": String.raw`"a\u0000b"`,
  "what some put in place of NUL": String.raw`"a\ufffdb"`,
  "half an emoji": String.raw`"a\ud83d"`,
  "its halves in the wrong order": String.raw`"\ude00\ud83d"`,
  "every escape": String.raw`"\"\\\/\b\f\n\r\t\u0001\u001f\u007f\u0080\u2028\ufeff\uffff\ud83d\ude00\u0041é"`,
  "10,000 characters of noise": JSON.stringify(noise(10_000)),
};

/** Numbers that engines may store or round differently, as JSON says them. */
export const extremeNumbers = [
  ...["-0", "0", "1", "-1", "0.01", "1.5", "4990.0", "1E2", "1e-7", "2147483648", "4294967296"],
  ...["9007199254740991", "9007199254740993", "18446744073709551616", "1e400"],
];

/** The same as they appear in a query or a path, and bytes that are no UTF-8. */
export const extremeParameters: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(extremeTexts).map(([name, json]) => [
      name,
      encodeURIComponent(JSON.parse(json).slice(0, 3000).toWellFormed()),
    ]),
  ),
  "an invalid byte": "a%ff",
  "half an emoji in bytes": "%ed%a0%bd",
  "an incomplete escape": "%4",
  "a long NUL": "%c0%80",
  "a quote and a percent sign": "'%25_",
  "a number below zero": "-1",
  "a fraction": "1.5",
  "a whole number as a fraction": "4990.0",
  "a number beyond 32 bits": "4294967296",
  "the largest exact number": "9007199254740991",
  "a number beyond the exact ones": "9007199254740993",
  "a number beyond 64 bits": "18446744073709551616",
  "a number of 400 digits": "9".repeat(400),
  "the first day": "0000-01-01",
  "the last day": "9999-12-31",
  "a day that is none": "2026-02-30",
  "the first time": "0000-01-01T00:00:00Z",
  "the last time": "9999-12-31T23:59:59.999999999Z",
  "a time with an offset": "2026-03-02T09:00:00-03:00",
  "a leap second": "2026-06-30T23:59:60Z",
  "a time in small letters": "2026-03-02t12:00:00z",
  "a UUID in capitals": "019CAE6B-6600-7000-8007-673CFEDBAB6F",
};
