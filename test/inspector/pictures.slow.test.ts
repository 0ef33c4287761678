import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { goTo, openInspector, useBrowser } from "./browser-fixture.ts";

const SIZE = { width: 1100, height: 720 };
const QUALITY = 60;

/** A page of the guides should load quickly with its picture. In bytes. */
const LARGEST = 45_000;

useBrowser();

/** What the pictures in the guides show, in both languages and themes. With PICTURES=1 this test takes them again. */
const pictures: Record<string, (page: Page, paymentId: string) => Promise<void>> = {
  overview: (page) =>
    page.getByRole("heading", { level: 1, name: /^(Overview|Visão geral)$/ }).waitFor(),
  payment: async (page, paymentId) => {
    await goTo(page, `payments/${paymentId}`);
    await page.getByRole("img", { name: "QR code" }).waitFor();
  },
};

test.skipIf(!hasChromium).each([
  ["en", "docs"],
  ["pt-BR", "docs/pt-BR"],
])("the pictures in the guides show the inspector as it is in %s", async (locale, folder) => {
  const options = { viewport: SIZE, locale };
  const { sandbox, shop, page } = await openInspector({ seed: "pictures" }, options);
  const { url: postbackUrl } = (await shop.control.receiver.get()).data;
  const billingData = { postbackUrl };
  await shop.pay("card", { billingData: { ...billingData, amount: 129_900, installments: 6 } });
  const { id } = await shop.pay("pix", { billingData });
  await shop.decide(id, "PAID");
  await sandbox.settled();
  for (const [name, show] of Object.entries(pictures)) {
    await show(page, id);
    for (const [colorScheme, ending] of [
      ["light", ".webp"],
      ["dark", "-dark.webp"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      // The page reads again a moment after the last event.
      await page.waitForTimeout(500);
      const file = `${folder}/inspector-${name}${ending}`;
      if (process.env.PICTURES) writeFileSync(file, await screenshot(page));
      const kept = readFileSync(file);
      expect(kept.length).toBeLessThan(LARGEST);
      // Text that moved changes few bytes, and another layout changes many.
      const difference = async () => Math.abs((await screenshot(page)).length / kept.length - 1);
      await expect.poll(difference).toBeLessThan(0.25);
    }
  }
});

/** Takes a WebP, which Playwright itself does not offer. */
async function screenshot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const options = { format: "webp", quality: QUALITY } as const;
  const { data } = await session.send("Page.captureScreenshot", options);
  return Buffer.from(data, "base64");
}
