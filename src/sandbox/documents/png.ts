const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** One bit per pixel, greyscale, standard filtering, not interlaced. */
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
  const pixels = zlib(rows.flatMap((row) => [UNFILTERED, ...packed(row)]));
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
  return [...uint32(bytes.length), ...checked, ...uint32(crc32(checked))];
}

/**
 * Bytes in the format of zlib, without compression: platforms compress in their own time, and such pictures are small.
 * A block has at most 65,535 bytes.
 */
function zlib(bytes: readonly number[]): number[] {
  const count = Math.ceil(bytes.length / MAX_BLOCK);
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = bytes.slice(index * MAX_BLOCK, (index + 1) * MAX_BLOCK);
    const size = [block.length & 0xff, block.length >>> 8];
    return [index === count - 1 ? 1 : 0, ...size, ...size.map((byte) => byte ^ 0xff), ...block];
  });
  return [0x78, 0x01, ...blocks.flat(), ...uint32(adler32(bytes))];
}

const MAX_BLOCK = 65_535;

/** The checksum of zlib. */
function adler32(bytes: readonly number[]): number {
  let [sum, sumOfSums] = [1, 0];
  for (const byte of bytes) {
    sum = (sum + byte) % 65_521;
    sumOfSums = (sumOfSums + sum) % 65_521;
  }
  return ((sumOfSums << 16) | sum) >>> 0;
}

/** The checksum of a chunk. */
function crc32(bytes: Iterable<number>): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
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
