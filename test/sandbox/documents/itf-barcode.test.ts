import { expect, test } from "vitest";
import { itfBarWidths } from "../../../src/sandbox/documents/itf-barcode.ts";
import { png } from "../../../src/sandbox/documents/png.ts";
import { scan } from "./barcode-scanner.ts";

/** The bars with white around them, as a picture of 20 pixels' height. */
function picture(digits: string): Uint8Array {
  const bars = itfBarWidths(digits).flatMap((width, place) =>
    Array<boolean>(2 * width).fill(place % 2 === 0),
  );
  const margin = Array<boolean>(40).fill(false);
  return png(Array<boolean[]>(20).fill([...margin, ...bars, ...margin]));
}

test("a scanner reads every pair of digits", async () => {
  const pairs = Array.from({ length: 100 }, (_, number) => `${number}`.padStart(2, "0")).join("");
  for (const digits of pairs.match(/.{40}/g) ?? []) {
    const found = await scan(picture(digits), "ITF");
    expect(found.map(({ text }) => text)).toEqual([digits]);
  }
});
