import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { goTo, hasChromium, heading, openInspector, useBrowser } from "./browser-fixture.ts";

const SIZE = { width: 1100, height: 720 };

useBrowser();

/** What each picture in the guides shows. With PICTURES=1 this test takes them again. */
const pictures: Record<string, (page: Page, paymentId: string) => Promise<void>> = {
  "docs/inspector-overview.png": (page) => heading(page, "Overview").waitFor(),
  "docs/inspector-payment.png": async (page, paymentId) => {
    await goTo(page, `payments/${paymentId}`);
    await page.getByRole("img", { name: "QR code" }).waitFor();
  },
};

test.skipIf(!hasChromium)("the pictures in the guides show the inspector as it is", async () => {
  const { sandbox, shop, page } = await openInspector({ seed: "pictures" }, { viewport: SIZE });
  const { url: postbackUrl } = (await shop.control.receiver.get()).data;
  const billingData = { postbackUrl };
  await shop.pay("card", { billingData: { ...billingData, amount: 129_900, installments: 6 } });
  const { id } = await shop.pay("pix", { billingData });
  await shop.decide(id, "PAID");
  await sandbox.settled();
  for (const [file, show] of Object.entries(pictures)) {
    await show(page, id);
    // The page reads again a moment after the last event.
    await page.waitForTimeout(500);
    const taken = await page.screenshot();
    if (process.env.PICTURES) writeFileSync(file, taken);
    const kept = readFileSync(file);
    expect(sizeOf(kept)).toEqual(sizeOf(taken));
    // Text that moved changes few bytes, and another layout changes many.
    expect(Math.abs(kept.length - taken.length)).toBeLessThan(taken.length / 4);
  }
});

/** The width and the height of a PNG. */
function sizeOf(png: Buffer): [width: number, height: number] {
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
