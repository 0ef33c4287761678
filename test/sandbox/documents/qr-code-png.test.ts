import { describe, expect, test } from "vitest";
import { qrCodePng } from "../../../src/sandbox/documents/qr-code-png.ts";
import { brCodes } from "../domain/vectors/br-codes.ts";
import { scan } from "./barcode-scanner.ts";

const [code] = brCodes;

describe("qrCodePng", () => {
  test.each(brCodes)("a scanner reads %s", async (text) => {
    const found = await scan(qrCodePng(text), "QRCode");
    expect(found).toMatchObject([{ text, isValid: true, ecLevel: "M", isInverted: false }]);
  });

  test("is small, with four white modules on every side, of eight pixels each", async () => {
    const [found] = await scan(qrCodePng(code), "QRCode");
    const modules = 21 + 4 * (Number(found?.version) - 1);
    const file = qrCodePng(code);
    expect(file.length).toBeLessThan(4000);
    const header = new DataView(file.buffer);
    const sides = [header.getUint32(16), header.getUint32(20)];
    expect(sides).toEqual([8 * (modules + 8), 8 * (modules + 8)]);
    expect(found?.position.topLeft).toEqual({ x: 32, y: 32 });
  });
});
