import axe, { type AxeResults } from "axe-core";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox-node/index.ts";
import { launchChromium } from "../chromium.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";
import { cutTexts } from "./cut-texts.ts";

/** The time limit of a step, in milliseconds: other tests may run at the same time. */
export const LATEST = 30_000;
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** The screens of the inspector, in the order of its navigation. */
export const SCREENS = [
  ...["overview", "payments", "subscriptions", "customers", "cards", "money", "subaccounts"],
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
  const page = await context.newPage();
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

/** Opens the inspector of a new sandbox. */
export async function openInspector(options: SandboxOptions = {}, browserOptions: object = {}) {
  const { sandbox, shop } = await newSandbox(options);
  const opened = await visit(sandbox.inspectorUrl, browserOptions);
  await opened.page.locator("nav.screens").waitFor();
  // The page says which company it shows after it has shown it.
  await expect.poll(() => companyIn(opened.page), { timeout: LATEST }).not.toBe("");
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
  await setHash(page, `#/${companyIn(page)}/${place}`);
  await expect.poll(() => page.url(), { timeout: LATEST }).toContain(place);
}

export function setHash(page: Page, to: string): Promise<void> {
  return page.evaluate((hash) => {
    location.hash = hash;
  }, to);
}

/** The part of a screen with this title. */
export function section(page: Page, title: string): Locator {
  return page.locator("section.card", {
    has: page.getByRole("heading", { level: 2, name: title, exact: true }),
  });
}

/** Presses a button with this name. */
export function press(within: Page | Locator, name: string): Promise<void> {
  return within.getByRole("button", { name, exact: true }).click();
}

/** The open dialog. */
export function dialog(page: Page): Locator {
  return page.locator("dialog[open]");
}

/** A field of the open form. */
export function field(page: Page, name: string): Locator {
  return dialog(page).getByLabel(name, { exact: true });
}

/** Sends the open form, and waits for its result. */
export async function submit(page: Page, button = "Create a payment"): Promise<void> {
  await press(dialog(page), button);
  await dialog(page).getByRole("status").waitFor();
}

/** What axe finds: the rule, and the elements that break it. */
export async function violationsIn(page: Page): Promise<[string, string[]][]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    "axe.run({ resultTypes: ['violations'] })",
  )) as AxeResults;
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
}

/** Chooses a language with the switch, if the page speaks the other. */
export async function chooseLanguage(page: Page, language: "en" | "pt-BR"): Promise<void> {
  const button = page.locator(`button.language[lang="${language}"]`);
  if ((await button.count()) > 0) await button.click();
  await page.locator(`html[lang="${language}"]`).waitFor();
}

/** English texts that the page shows and knows in Portuguese, outside of what is marked as English. */
export function englishTexts(page: Page): Promise<string[]> {
  const { texts } = contractForms().portuguese;
  const said = Object.values(texts);
  return page.evaluate(
    (known) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent?.trim() ?? "";
        const isMarked = texts.currentNode.parentElement?.closest("body [lang=en], script");
        if (known.includes(text) && !isMarked) found.push(text);
      }
      return found;
    },
    // A small word may be a value of the contract.
    Object.keys(texts)
      .map((text) => text.trim())
      .filter((text) => /^\p{Lu}| /u.test(text) && !said.includes(text)),
  );
}

/** How much wider the page is than the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** What a narrow screen would hide: texts outside of the window or of their box, where nothing scrolls. */
export async function hiddenParts(page: Page): Promise<string[]> {
  const wider = await sidewaysScroll(page);
  return [
    ...(wider > 0 ? [`the page scrolls by ${wider}`] : []),
    ...(await page.evaluate(cutTexts)),
  ];
}
