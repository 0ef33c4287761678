import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import { hasChromium } from "../chromium.ts";
import {
  goTo,
  heading,
  PHONE,
  sidewaysScroll,
  useBrowser,
  violationsIn,
  visit,
} from "../inspector/browser-fixture.ts";
import { scan } from "../sandbox/documents/barcode-scanner.ts";
import { blocks, folderForGuides, startShop } from "./guide-examples.ts";

const GUIDE = "docs/guides/pix.md";
/** With a second between two reads. */
const program = blocks(GUIDE, "js").join("").replace("< 15_000", "< 1000");
const [html = ""] = blocks(GUIDE, "html");
const folder = folderForGuides();

let sandbox: Sandbox;
let shopUrl: string;

beforeEach(async () => {
  sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  writeFileSync(join(folder, "pix-page.html"), html);
  const shop = await startShop(join(folder, "pix-page.mjs"), program, sandbox.url);
  await expect.poll(() => shop.printed.stdout).toContain(shop.url);
  shopUrl = shop.url;
});

const centavo = () => createCentavo({ baseUrl: sandbox.url, ...sandbox });
const says = (page: Page, text: string) => page.locator("#state", { hasText: text }).waitFor();

/** The page of a buyer who has pressed the button, and the payment that it shows. */
async function buy(options: BrowserContextOptions = {}) {
  const visited = await visit(shopUrl, options);
  await visited.page.getByRole("button", { name: "Pagar" }).click();
  await visited.page.waitForURL(/\/orders\//);
  const [payment, ...others] = (await centavo().payments.list()).data;
  if (payment?.paymentMethod !== "pix") throw new Error("No Pix.");
  expect(others).toEqual([]);
  return { ...visited, payment };
}

describe.skipIf(!hasChromium)("the buyer's Pix page", () => {
  useBrowser();

  test("shows the code, copies it, counts down, and says that it was paid", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const { page, payment, errors } = await buy({ permissions });
    await says(page, "Aguardando");
    await page.getByText(/^Expira em 2[34]:\d\d:\d\d$/).waitFor();
    const drawn = await page.locator("img").evaluate((each: HTMLImageElement) => each.decode());
    expect(drawn).toBeUndefined();
    await page.getByRole("button", { name: "Copiar" }).click();
    await page.getByText("Código copiado").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      payment.pixDetails.brCode,
    );
    // Opened again, it shows the same payment.
    await page.reload();
    await sandbox.control.payments.setStatus(payment.id, { status: "PAID" });
    await says(page, "Pagamento recebido");
    expect(await page.locator("img").isVisible()).toBe(false);
    expect((await centavo().payments.list()).data).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test("says so after a tester has scanned the second QR code of the inspector and paid on a phone", async () => {
    const { page, payment } = await buy();
    const { page: inspector } = await visit(sandbox.inspectorUrl);
    await heading(inspector, "Overview").waitFor();
    await goTo(inspector, `payments/${payment.id}`);
    await inspector.getByText("Sandbox: play the buyer").click();
    const picture = inspector.getByAltText("The sandbox page as a QR code");
    await picture.evaluate((each: HTMLImageElement) => each.decode());
    const [code] = await scan(await picture.screenshot(), "QRCode");
    const { page: phone, errors } = await visit(code?.text ?? "", { viewport: PHONE });
    await phone.getByRole("button", { name: "Pay R$ 49,90" }).click();
    await phone.locator("code", { hasText: "PAID" }).waitFor();
    await says(page, "Pagamento recebido");
    const sent = async () =>
      (await sandbox.control.postbacks.list()).data.map((each) => [
        each.resourceStatus,
        each.status,
      ]);
    await expect.poll(sent).toEqual([
      ["PAID", "DELIVERED"],
      ["PENDING", "DELIVERED"],
    ]);
    // The answer of the service has no other code than that of the Pix.
    expect(JSON.stringify((await centavo().payments.get(payment.id)).data)).not.toContain("/pay/");
    expect(errors).toEqual([]);
  });

  test("says that the code expired, and nothing while the network is away", async () => {
    const { page } = await buy();
    await page.context().setOffline(true);
    await says(page, "Sem conexão");
    expect(await page.locator("img").isVisible()).toBe(true);
    await sandbox.control.clock.advance({ days: 1 });
    await page.context().setOffline(false);
    await says(page, "expirou");
  });

  test("reads the payment if its postback is late", async () => {
    const { page, payment } = await buy();
    await sandbox.settled();
    const [first] = (await sandbox.control.postbacks.list()).data;
    // The later ones wait for it.
    await sandbox.control.postbacks.delay(first?.eventId ?? "", { seconds: 3600 });
    await sandbox.control.payments.setStatus(payment.id, { status: "PAID" });
    await says(page, "Pagamento recebido");
  });

  test.each(["light", "dark"] as const)(
    "is accessible and fits a phone, %s",
    async (colorScheme) => {
      const { page } = await buy({ viewport: PHONE, colorScheme });
      await says(page, "Aguardando");
      expect(await violationsIn(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
    },
  );
});
