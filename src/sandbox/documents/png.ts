import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** One bit for each pixel, in greyscale; nothing is interlaced. */
const FORMAT = [1, 0, 0, 0, 0];

/** Each row says first how it is filtered: not at all. */
const UNFILTERED = 0;

/**
 * A picture in black and white as a PNG. Dark cells are true; every row is as long as the first.
 *
 * @example
 * png([
 *   [true, false],
 *   [false, true],
 * ]);
 */
export function png(rows: readonly (readonly boolean[])[]): Uint8Array {
  const header = [...uint32(rows[0]?.length ?? 0), ...uint32(rows.length), ...FORMAT];
  const pixels = deflateSync(Uint8Array.from(rows.flatMap((row) => [UNFILTERED, ...packed(row)])));
  return Uint8Array.from([
    ...SIGNATURE,
    ...chunk("IHDR", header),
    ...chunk("IDAT", pixels),
    ...chunk("IEND", []),
  ]);
}

function chunk(type: string, content: Iterable<number>): number[] {
  const bytes = [...content];
  const checked = [...[...type].map((letter) => letter.charCodeAt(0)), ...bytes];
  return [...uint32(bytes.length), ...checked, ...uint32(crc32(Uint8Array.from(checked)))];
}

/** Eight pixels a byte, the leftmost in the highest bit. A bit that is set is white. */
function packed(row: readonly boolean[]): number[] {
  return Array.from({ length: Math.ceil(row.length / 8) }, (_, index) =>
    row
      .slice(index * 8, index * 8 + 8)
      .reduce((byte, dark, place) => (dark ? byte : byte | (0x80 >> place)), 0),
  );
}

/** The highest byte first. */
function uint32(number: number): number[] {
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 0xff);
}
