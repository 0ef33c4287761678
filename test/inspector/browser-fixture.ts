import axe, { type AxeResults } from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/index.ts";
import { launchChromium } from "../chromium.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";

/** The time limit of a step, in milliseconds: other tests may run at the same time. */
export const LATEST = 30_000;
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The screens of the inspector, in the order of its navigation. */
export const SCREENS = [
  ...["overview", "payments", "subscriptions", "customers", "cards", "subaccounts"],
  ...["bank-accounts", "withdrawals", "requests", "postbacks", "faults", "companies"],
];

let browser: Browser;

/** Starts a browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
}

/** A page of the inspector, with everything that a visitor would notice only in the browser's tools. */
export interface Visit {
  page: Page;
  /** Errors in the console, and those that nothing caught. */
  errors: string[];
  /** The addresses of all requests. */
  requests: string[];
}

/** Opens an address in a browser without cookies. The page closes with the test. */
export async function visit(url: string, options: object = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(LATEST);
  onTestFinished(() => context.close());
  return visitIn(await context.newPage(), url);
}

async function visitIn(page: Page, url: string): Promise<Visit> {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(url);
  return { page, errors, requests };
}

/** A sandbox of this test, and its first company. */
export async function newSandbox(
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; shop: Shop }> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  return { sandbox, shop: new Shop(sandbox.url, sandbox) };
}

/** Opens a session with the printed code, and returns its cookie. */
export async function openSession({ url, inspectorUrl }: Sandbox) {
  const response = await fetch(`${url}/_sandbox/inspector/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: inspectorUrl.split("#code=")[1] }),
  });
  const [name = "", value = ""] =
    response.headers.get("set-cookie")?.split(";")[0]?.split("=") ?? [];
  return { name, value, url };
}

export async function firstCompany(
  { url }: Sandbox,
  { name, value }: { name: string; value: string },
): Promise<string> {
  const headers = { cookie: `${name}=${value}` };
  const response = await fetch(`${url}/_sandbox/inspector/companies`, { headers });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

/** Opens the inspector of a new sandbox. */
export async function openInspector(options: SandboxOptions = {}, browserOptions: object = {}) {
  const { sandbox, shop } = await newSandbox(options);
  const opened = await visit(sandbox.inspectorUrl, browserOptions);
  await heading(opened.page, "Overview").waitFor();
  return { sandbox, shop, ...opened };
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

export function companyIn(page: Page): string {
  return /#\/([\da-f-]{36})\//.exec(page.url())?.[1] ?? "";
}

/** Goes to a place of the inspector, e.g. `payments`, as a link would. */
export async function goTo(page: Page, place: string): Promise<void> {
  const company = companyIn(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${company}/${place}`);
  await expect.poll(() => page.url(), { timeout: LATEST }).toContain(place);
}

/** The part of a screen with this title. */
export function section(page: Page, title: string): Locator {
  return page.locator("section.card", {
    has: page.getByRole("heading", { level: 2, name: title, exact: true }),
  });
}

/** The open dialog. */
export function dialog(page: Page): Locator {
  return page.locator("dialog[open]");
}

/** Presses a button that opens a form, and the form's own: two clicks. */
export async function createInTwoClicks(page: Page, button: string, submit: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await dialog(page).getByRole("button", { name: submit, exact: true }).click();
  await dialog(page).getByRole("status").waitFor();
}

/** What axe finds: the rule, and the elements that break it. */
export async function violationsIn(page: Page): Promise<[string, string[]][]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** What a narrow screen would hide: text beyond the edge, or cut off, that nothing scrolls to. */
export function hiddenParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (element: Element) =>
      `${element.tagName} ${element.className} ${element.textContent?.slice(0, 60)}`;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const isInScroller = (element: Element) => {
      for (let each: Element | null = element; each; each = each.parentElement)
        if (scrolls(each)) return true;
      return false;
    };
    const isCut = (element: Element) =>
      // The text of an input scrolls.
      !(element instanceof HTMLInputElement) &&
      /hidden|clip/.test(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth;
    const isBeyond = (element: Element) =>
      element.getBoundingClientRect().right > innerWidth + 1 && !isInScroller(element);
    const parts = [...document.querySelectorAll("main *, nav *")].filter(
      (element) => element.getClientRects().length > 0 && (isCut(element) || isBeyond(element)),
    );
    const { scrollWidth } = document.documentElement;
    const sideways = scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`] : [];
    return [...sideways, ...parts.map(shown)];
  });
}
