import { encode } from "uqr";
import { png } from "./png.ts";

/** The light margin by which scanners find the code. The standard requires four modules. */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/**
 * The QR code of a Pix charge as a PNG. It stays readable with up to 15 percent of it missing.
 *
 * @example
 * qrCodePng(payment.pixDetails.brCode); // Uint8Array, of some 500 by 500 pixels
 */
export function qrCodePng(brCode: string): Uint8Array {
  const { data } = encode(brCode, { ecc: "M", border: QUIET_ZONE });
  return png(enlarged(data.map(enlarged)));
}

function enlarged<Cell>(cells: readonly Cell[]): Cell[] {
  return cells.flatMap((cell) => Array<Cell>(PIXELS_PER_MODULE).fill(cell));
}
