import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** One bit per pixel, greyscale, standard compression and filtering, not interlaced. */
const FORMAT = [1, 0, 0, 0, 0];

/** The filter byte at the start of each row. */
const UNFILTERED = 0;

/**
 * Creates a black and white PNG. `true` is black. All rows must have the same length.
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

/** Packs eight pixels into a byte, the leftmost into the highest bit. A set bit is white. */
function packed(row: readonly boolean[]): number[] {
  return Array.from({ length: Math.ceil(row.length / 8) }, (_, index) =>
    row
      .slice(index * 8, index * 8 + 8)
      .reduce((byte, dark, index) => (dark ? byte : byte | (0x80 >> index)), 0),
  );
}

/** Big-endian. */
function uint32(number: number): number[] {
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 0xff);
}
