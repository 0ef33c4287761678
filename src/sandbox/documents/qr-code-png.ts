import { encode } from "uqr";
import { png } from "./png.ts";

/** Phones find the code by the light margin around it: the standard asks for four modules. */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/**
 * A picture of a PIX code to scan, as a PNG. It can be read with up to 15 percent of it missing.
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
