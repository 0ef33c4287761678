import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from "zxing-wasm/reader";
import type { Rendered } from "./pdf-viewer.ts";

// It would download its own program otherwise.
const program = import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm");
const wasmBinary = readFileSync(fileURLToPath(program)).buffer as ArrayBuffer;
prepareZXingModule({ overrides: { wasmBinary } });

/** What a scanner reads in a picture: a PNG, or a page of a PDF. */
export async function scan(picture: Uint8Array | Rendered, format: ReadInputBarcodeFormat) {
  const input = picture instanceof Uint8Array ? picture : imageData(picture);
  return readBarcodes(input, { formats: [format], tryRotate: false, tryInvert: false });
}

function imageData({ width, height, grey }: Rendered): ImageData {
  const pixels = Uint32Array.from(grey, (value) => 0xff000000 + value * 0x010101);
  return { width, height, data: new Uint8ClampedArray(pixels.buffer), colorSpace: "srgb" };
}
