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
