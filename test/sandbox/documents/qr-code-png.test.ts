import { expect, test } from "vitest";
import { qrCodePng } from "../../../src/sandbox/documents/qr-code-png.ts";
import { dynamicCode } from "../../../src/sandbox/domain/pix.ts";
import { scan } from "./barcode-scanner.ts";

test("a scanner reads a PIX code, with four white modules around it, of eight pixels each", async () => {
  const text = dynamicCode({
    ...{ location: "pix.service.invalid/v2/5e2a9c741f3b4d60b8e793c5d7a1f024", amount: 4990 },
    ...{ merchantName: "LOJA EXEMPLO", merchantCity: "SAO PAULO" },
  });
  const file = qrCodePng(text);
  const [found] = await scan(file, "QRCode");
  expect(found).toMatchObject({ text, isValid: true, ecLevel: "M", isInverted: false });
  expect(found?.position.topLeft).toEqual({ x: 32, y: 32 });
  expect(file.length).toBeLessThan(40_000);
});
