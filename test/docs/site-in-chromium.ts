import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import type { ListeningServer } from "../../src/http-server/http-server.ts";
import { launchChromium } from "../chromium.ts";
import { LATEST } from "../inspector/browser-fixture.ts";
import { ADDRESS } from "./built-site.ts";
import type { SiteFiles } from "./site-files.ts";

export const BASE = new URL(ADDRESS).pathname;
export const DESKTOP = { width: 1440, height: 900 };

/** What a test does with an open page. */
export type Visit = (page: Page) => Promise<void>;

let server: ListeningServer;
let browser: Browser;

/** Serves the site below a path, as a static host does, and starts a browser, for the tests of a file. */
export function useSite({ folder }: SiteFiles): void {
  beforeAll(async () => {
    server = await serveFolder(folder, { base: BASE });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
}

export function addressOf(path: string): string {
  return new URL(server.url).origin + BASE + path;
}

export async function newContext(
  options: BrowserContextOptions = {},
  chromium = browser,
): Promise<BrowserContext> {
  const context = await chromium.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(LATEST);
  return context;
}

/** Opens a page of the site as someone who was never there. */
export async function visiting(
  path: string,
  visit: Visit,
  options: BrowserContextOptions = {},
  chromium?: Browser,
): Promise<void> {
  const context = await newContext(options, chromium);
  await visitingIn(context, path, visit).finally(() => context.close());
}

/** Opens a page of the site, and says at the end what went wrong meanwhile. */
export async function visitingIn(context: BrowserContext, path: string, visit: Visit) {
  const page = await context.newPage();
  try {
    const elsewhere: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && !url.startsWith(addressOf(""))) elsewhere.push(url);
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("response", (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(addressOf(path), { waitUntil: "networkidle" });
    await answering(page);
    await visit(page);
    expect({ elsewhere, faults }).toEqual({ elsewhere: [], faults: [] });
  } finally {
    await page.close();
  }
}

/** Waits for VitePress's application, which loses a key that is pressed before, unless the page loads it on demand. */
export async function answering(page: Page): Promise<void> {
  const app = page.locator('script[type="module"][src*="/assets/app."]');
  if ((await app.count()) > 0) await page.locator("html.mounted").waitFor({ state: "attached" });
}
