import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { qrCodePng } from "../../../src/sandbox/documents/qr-code-png.ts";
import { hasChromium, launchChromium } from "../../chromium.ts";
import { brCodes } from "../domain/vectors/br-codes.ts";

describe.runIf(hasChromium)("a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });

  afterAll(() => browser.close());

  async function widthShown(picture: Uint8Array): Promise<number> {
    const page = await browser.newPage();
    return page.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        return image.naturalWidth;
      },
      `data:image/png;base64,${Buffer.from(picture).toString("base64")}`,
    );
  }

  test("shows the picture", async () => {
    const picture = qrCodePng(brCodes[0]);
    expect(await widthShown(picture)).toBe(new DataView(picture.buffer).getUint32(16));
  });

  test("shows no picture with a wrong checksum", async () => {
    const picture = qrCodePng(brCodes[0]);
    picture.set([1], "89504e470d0a1a0a".length / 2 + 8 + 13);
    await expect(widthShown(picture)).rejects.toThrow(/decode/);
  });
});
