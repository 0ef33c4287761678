import { existsSync, readFileSync } from "node:fs";
import axe, { type AxeResults } from "axe-core";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite, SITE } from "../../scripts/docs/build.ts";
import { type Site, serveFolder } from "../../scripts/docs/serve.ts";
import { operations } from "../../src/contract/operations.ts";
import { Place } from "../../src/contract/place.ts";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const isThere = existsSync(CHROMIUM);
if (!isThere) {
  console.warn(`Skipped: no Chromium at ${CHROMIUM}. Install it, name it in CHROMIUM, run again.`);
}

const OURS = ["index.html", "errors.html", "assumptions.html", "mock.html", "changelog.html"];
const PAGES = [...OURS, "reference.html"];
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const contract = Place.root(JSON.parse(readFileSync("generated/openapi.json", "utf8")));
const contractOperations = operations(contract).map(({ id, place }) => ({
  id,
  summary: String(place.at("summary").value),
}));

async function isInView(page: Page, heading: Locator): Promise<boolean> {
  const box = await heading.first().boundingBox();
  return box !== null && box.y > -50 && box.y < (page.viewportSize()?.height ?? 0);
}

describe.skipIf(!isThere)("the site in Chromium", () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    await buildSite();
    site = await serveFolder(SITE);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
    });
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  type Visit = { page: Page; requests: string[]; errors: string[] };

  async function visit(path: string, options = {}): Promise<Visit> {
    const page = await browser.newPage({ viewport: DESKTOP, ...options });
    const requests: string[] = [];
    const errors: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
    return { page, requests, errors };
  }

  test.each(PAGES)("%s asks for nothing but itself and reports no error", async (file) => {
    const { page, requests, errors } = await visit(file);
    const foreign = requests.filter(
      (url) => !/^(data|blob):/.test(url) && url !== `${site.url}/${file}`,
    );
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });

  test.each(PAGES)("%s fits a phone without scrolling sideways", async (file) => {
    const { page } = await visit(file, { viewport: PHONE });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    await page.close();
  });

  test.each(OURS.flatMap((file) => [[file, "light"] as const, [file, "dark"] as const]))(
    "%s is accessible in %s",
    async (file, colorScheme) => {
      const { page } = await visit(file, { colorScheme });
      await page.evaluate(axe.source);
      const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
      const serious = violations.filter(
        ({ impact }) => impact === "serious" || impact === "critical",
      );
      expect(serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await page.close();
    },
  );

  test("a link to an operation opens at its heading, for each of them", async () => {
    const { page } = await visit("reference.html");
    for (const { id, summary } of contractOperations) {
      await page.goto("about:blank");
      await page.goto(`${site.url}/reference.html#operation/${id}`);
      const heading = page.locator("h2", { hasText: summary });
      await expect.poll(() => isInView(page, heading), { timeout: 5_000, message: id }).toBe(true);
    }
    await page.close();
  }, 120_000);

  test("the search finds an operation", async () => {
    const { page } = await visit("reference.html");
    await page.getByText("Search").first().click();
    await page.keyboard.type("refund");
    await page.getByText("Refund a card payment").last().waitFor({ timeout: 10_000 });
    await page.close();
  });

  test("the reference shows the samples, and turns dark", async () => {
    const { page } = await visit("reference.html#operation/payments.refund");
    await page.getByText("curl", { exact: true }).first().waitFor();
    const ink = () =>
      page
        .getByText("curl", { exact: true })
        .first()
        .evaluate((each) => getComputedStyle(each).color);
    const light = await ink();
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    expect(await ink()).not.toBe(light);
    await page.close();
  });
});
