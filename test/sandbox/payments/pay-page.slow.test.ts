import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../../chromium.ts";
import {
  hiddenParts,
  newSandbox,
  PHONE,
  sidewaysScroll,
  useBrowser,
  violationsIn,
  visit,
} from "../../inspector/browser-fixture.ts";
import { Shop } from "../company-fixture.ts";

const FEES = { lateFeeAmount: 200, interestAmount: 33 };

/** The pages of a billet, of a card that waits, and of a PIX, of a shop with a long name. */
async function openPages() {
  const { sandbox } = await newSandbox();
  const { data: keys } = await sandbox.control.companies.create({ ...FEES, name: NAME });
  const shop = new Shop(sandbox.url, keys);
  const pageOf = async (example: string, change = {}) => {
    const { id } = await shop.pay(example, change);
    return (await shop.control.payments.getDetails(id)).data.buyerPageUrl ?? "";
  };
  return {
    shop,
    billet: await pageOf("billet", { billingData: { amount: 123_456 } }),
    card: await pageOf("card", { billingData: { amount: 999_992 } }),
    pix: await pageOf("pix"),
  };
}

const NAME = "Comércio de Instrumentos Musicais e Acessórios Irmãos Albuquerque Ltda.";

async function check(page: Page, name: string): Promise<void> {
  expect(await violationsIn(page), name).toEqual([]);
  expect(await sidewaysScroll(page), name).toBe(0);
  expect(await hiddenParts(page), name).toEqual([]);
}

describe.skipIf(!hasChromium)("the page of the buyer in Chromium", () => {
  useBrowser();

  test.each(["light", "dark"] as const)(
    "is accessible and fits a phone, %s",
    async (colorScheme) => {
      const { billet, card, pix } = await openPages();
      const locale = colorScheme === "dark" ? "pt-BR" : "en-GB";
      const options = { viewport: PHONE, colorScheme, locale };
      // The billet comes last: it moves the clock, and the PIX would expire.
      for (const [name, url, move, status] of [
        ["pix", pix, "pay", "PAID"],
        ["card", card, "succeeds", "SUCCEEDED"],
        ["billet", billet, "payLate", "PAID"],
      ] as const) {
        const { page, errors, requests } = await visit(url, options);
        await check(page, `${name}-${colorScheme}`);
        await page.locator(`[value=${move}]`).click();
        await page.locator("code", { hasText: status }).waitFor();
        await check(page, `${name}-after-${colorScheme}`);
        expect([page.url(), errors]).toEqual([url, []]);
        expect(requests.filter((each) => each !== url)).toEqual([]);
      }
      const { page: missing } = await visit(`${pix}x`, options);
      await check(missing, `missing-${colorScheme}`);
    },
  );

  test("works without script", async () => {
    const { pix } = await openPages();
    const { page } = await visit(pix, { javaScriptEnabled: false });
    await page.getByRole("button", { name: "Let it expire" }).click();
    await page.locator("code", { hasText: "CANCELED" }).waitFor();
  });

  test("another page can neither frame it nor send its form", async () => {
    const { pix, shop } = await openPages();
    const { page } = await visit("data:text/html,<h1>Another page</h1>");
    await page.setContent(
      `<iframe src="${pix}"></iframe><form method="post" action="${pix}"><button name="move" value="pay">Win</button></form>`,
    );
    await page.waitForLoadState("networkidle");
    expect(await page.frameLocator("iframe").getByText("SANDBOX").count()).toBe(0);
    await page.getByRole("button", { name: "Win" }).click();
    await page.getByText("A web page of another address must not use the sandbox").waitFor();
    expect((await shop.centavo.payments.list({ status: "PAID" })).data).toEqual([]);
  });
});
