import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import type { ListeningServer } from "../../src/http-server/http-server.ts";
import { hasChromium, launchChromium } from "../chromium.ts";
import {
  hiddenParts,
  setHash,
  sidewaysScroll,
  violationsIn,
} from "../inspector/browser-fixture.ts";
import { sampleOf } from "../sample.ts";
import { ADDRESS } from "./built-site.ts";
import { loadedFiles, REFERENCES, SiteFiles, type SiteLink } from "./site-files.ts";

const site = new SiteFiles(inject("site") ?? "");
const BASE = new URL(ADDRESS).pathname;
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };
/** How long a page may take to do something, in milliseconds: the machine may be busy. */
const LATEST = 20_000;

/** Pages of operations that differ: with a choice of bodies, with a list, with a file to send, without a body. */
const SAMPLE = [
  "operations/payments.create.html",
  "operations/payments.list.html",
  "operations/cards.delete.html",
  "controls/clock.advance.html",
];
const guidesAndSample = [...site.guides, ...SAMPLE];
/** Where the skip link leads, which has a test of its own. */
const CONTENT = "VPContent";
const otherOperations = site.operations.filter((page) => !SAMPLE.includes(page));

/** What people search for, and a page of which at least one of the first results has to be. */
const SEARCHES: readonly (readonly [words: string, page: RegExp])[] = [
  ["webhook", /^guides\/postbacks/],
  ["boleto", /^guides\/billets/],
  ["clock", /^(controls\/clock|sandbox\/money-and-time)/],
  ["QR", /^guides\/pix/],
  ["PIX expired", /^guides\/pix/],
  ["estorno", /^guides\/refunds-and-disputes/],
  ["parcelas", /^guides\/cards/],
  ["-7708", /^errors/],
  ["expires_in", /^client\/retries\.html#tokens-and-expires_in/],
  ["idempotency", /^guides\/lost-answers/],
  ["lost answer", /^guides\/lost-answers/],
  ["chargeback", /^guides\/refunds-and-disputes/],
  ["x-subaccount-id", /^(guides\/splits-and-subaccounts|operations\/)/],
  ["next charge", /^guides\/subscriptions/],
  ["sandbox keys", /^(sandbox\/start|getting-started)/],
  ["test cards", /^(sandbox\/outcomes-and-faults|guides\/)/],
  ["postbackUrl", /^guides\/postbacks/],
  ["openapi-fetch", /^client\/openapi-fetch/],
  ["Playwright", /^guides\/testing/],
];

/** What a test does with an open page, and the requests of the page so far. */
type Visit = (page: Page, requests: string[]) => Promise<void>;

// They wait for the browser far longer than they compute.
describe.skipIf(!hasChromium)("the site in Chromium", { concurrent: true }, () => {
  let server: ListeningServer;
  let browser: Browser;
  /** For tests that only read: what pages share is loaded once. */
  let reader: BrowserContext;
  let phone: BrowserContext;
  const origin = () => new URL(server.url).origin;

  beforeAll(async () => {
    server = await serveFolder(site.folder, { base: BASE });
    browser = await launchChromium();
    reader = await browser.newContext({ viewport: DESKTOP });
    phone = await browser.newContext({ viewport: PHONE });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** A page of someone who was never there. */
  async function inNewPage(use: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext({ viewport: DESKTOP });
    await use(await context.newPage()).finally(() => context.close());
  }

  /** Opens a page of the site as someone who was never there. */
  async function visiting(path: string, visit: Visit, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: DESKTOP, ...options });
    await reading(path, visit, context).finally(() => context.close());
  }

  /** Opens a page of the site, and says at the end what went wrong meanwhile. */
  async function reading(path: string, visit: Visit, context = reader): Promise<void> {
    const page = await context.newPage();
    try {
      page.setDefaultTimeout(LATEST);
      const requests: string[] = [];
      const faults: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      page.on("response", (response) => {
        if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
      });
      await page.goto(addressOf(path), { waitUntil: "networkidle" });
      await visit(page, requests);
      const elsewhere = requests.filter(
        (url) => !/^(data|blob):/.test(url) && !url.startsWith(origin() + BASE),
      );
      expect({ elsewhere, faults }).toEqual({ elsewhere: [], faults: [] });
    } finally {
      await page.close();
    }
  }

  function addressOf(path: string): string {
    return `${origin()}${BASE}${path}`;
  }

  async function expectAccessible(page: Page): Promise<void> {
    // The theme's switch gets its name from the page's script.
    await page.waitForFunction("!document.querySelector('.VPSwitch[title=\"\"]')");
    expect(await violationsIn(page)).toEqual([]);
  }

  const expectWhole = async (page: Page) => expect(await hiddenParts(page)).toEqual([]);

  test.each([...sampleOf(guidesAndSample), ...sampleOf([...otherOperations, "404.html"])])(
    "%s is whole and accessible at each width, light and dark",
    (path) =>
      reading(path, async (page) => {
        await expectAccessible(page);
        for (const viewport of [DESKTOP, TABLET, PHONE]) {
          await page.setViewportSize(viewport);
          await expectWhole(page);
        }
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
        await expectWhole(page);
        await expectAccessible(page);
      }),
  );

  test.each(REFERENCES)(
    "%s fits each width, and its header is accessible, light and dark",
    (path) =>
      visiting(path, async (page) => {
        await page.locator("#redoc h1").first().waitFor({ timeout: LATEST });
        await expectAccessible(page);
        for (const viewport of [DESKTOP, TABLET, PHONE]) {
          await page.setViewportSize(viewport);
          expect(await sidewaysScroll(page)).toBe(0);
        }
        await page.emulateMedia({ colorScheme: "dark" });
        await page.reload({ waitUntil: "networkidle" });
        await expectAccessible(page);
      }),
  );

  test("a guide loads what it is weighed with, and nothing else", () =>
    visiting("guides/pix.html", async (_page, requests) => {
      const files = requests.map((url) => url.slice(origin().length + BASE.length));
      const counted = new Set(["guides/pix.html", ...loadedFiles(site, "guides/pix.html")]);
      expect(files.filter((file) => !counted.has(file))).toEqual([]);
    }));

  describe("links", () => {
    /** Of the pages that are all alike, the links to them count, and not those in them. */
    const isTested = (from: string, { file, anchor }: SiteLink) =>
      !["", CONTENT].includes(anchor) &&
      !REFERENCES.includes(file) &&
      (file !== from || guidesAndSample.includes(file));
    const targets = Map.groupBy(
      site.pages.flatMap((page) => site.links(page).filter((link) => isTested(page, link))),
      ({ file }) => file,
    );
    const pages = [...targets].map(
      ([file, links]) => [file, [...new Set(links.map(({ anchor }) => anchor))]] as const,
    );

    test.each(sampleOf(pages))(
      "each link to an anchor of %s shows its target",
      async (file, anchors) => {
        const last = anchors.at(-1) ?? "";
        for (const context of [reader, phone]) {
          const visit = async (page: Page) => {
            const hidden: string[] = [];
            for (const anchor of [last, ...anchors]) {
              await setHash(page, `#${encodeURIComponent(anchor)}`);
              const shows = () => page.evaluate(isVisibleBelowHeader, anchor);
              if (!(await eventually(shows))) hidden.push(anchor);
            }
            expect(hidden).toEqual([]);
          };
          await reading(`${file}#${encodeURIComponent(last)}`, visit, context);
        }
      },
    );

    test("a link that is clicked shows its target on another page", () => {
      const isOther = (page: string) => (link: SiteLink) =>
        link.file === "errors.html" && link.file !== page && link.anchor !== "";
      const from = site.pages.find((page) => site.links(page).some(isOther(page))) ?? "";
      const link = site.links(from).find(isOther(from));
      return visiting(from, async (page) => {
        await page.locator(`main a[href="${link?.href}"]`).first().click();
        await page.waitForURL(/errors\.html#/);
        const shows = () => page.evaluate(isVisibleBelowHeader, link?.anchor ?? "");
        expect(await eventually(shows)).toBe(true);
      });
    });

    const intoReferences = site.pages
      .flatMap((page) => site.links(page))
      .filter(({ file, anchor }) => REFERENCES.includes(file) && anchor.startsWith("/"))
      .map(({ file, anchor }) => `${file}#${anchor}`);
    test.each([
      ...sampleOf([...new Set(intoReferences)], 6),
      "reference.html#operation/payments.refund",
    ])("%s opens Redoc at the operation, without a page of an error on the way", (address) =>
      inNewPage(async (page) => {
        await page.addInitScript(noteErrorPages);
        await page.goto(addressOf(address));
        const id = address.split("/").at(-1) ?? "";
        const shows = () => page.evaluate(isOperationInView, headingOf(id));
        expect(await eventually(shows, LATEST)).toBe(true);
        expect(await page.evaluate("window.sawErrorPage ?? false")).toBe(false);
      }),
    );

    /** The heading of an operation in Redoc is its summary, which is the heading of its page too. */
    function headingOf(id: string): string {
      const page = site.operations.find((each) => each.endsWith(`/${id}.html`)) ?? "";
      const [, heading = ""] = site.read(page.replace(/html$/, "md")).match(/^# (.+)$/m) ?? [];
      return heading;
    }
  });

  describe("the search", () => {
    test("has a page about each of the words among its first results", () =>
      visiting("index.html?search", async (page) => {
        const input = page.locator(".VPLocalSearchBox input");
        const results = page.locator(".VPLocalSearchBox .result");
        const missed: Record<string, string[]> = {};
        for (const [words, expected] of SEARCHES) {
          await input.fill(words);
          let found: string[] = [];
          const isFound = await eventually(async () => {
            const links = await results.evaluateAll((all) =>
              all.map((link) => link.getAttribute("href") ?? ""),
            );
            found = links.map((href) => href.slice(BASE.length));
            return found.some((href) => expected.test(href));
          });
          if (!isFound) missed[words] = found;
          await input.fill("");
          await eventually(async () => (await results.count()) === 0);
        }
        expect(missed).toEqual({});
      }));

    test("finds Portuguese pages in Portuguese", () =>
      visiting("pt-BR/getting-started.html", async (page) => {
        await page.locator(".DocSearch-Button").first().click();
        await page.locator(".VPLocalSearchBox input").fill("estorno");
        const first = page.locator(".VPLocalSearchBox .result").first();
        await first.waitFor({ timeout: LATEST });
        expect(await first.getAttribute("href")).toContain("/pt-BR/");
      }));
  });

  test("the theme that is chosen on a guide holds on the reference, which has the search, and back", () =>
    visiting("guides/pix.html", async (page) => {
      const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
      expect(await isDark()).toBe(false);
      await page.locator(".VPNavBarAppearance button").click();
      expect(await isDark()).toBe(true);
      await page.goto(addressOf("reference.html"));
      // Redoc has a switch of its own, which would not change the guides.
      const own = page.getByTestId("color-mode-switcher");
      await own.first().waitFor({ state: "attached" });
      expect(await own.filter({ visible: true }).count()).toBe(0);
      expect(await isDark()).toBe(true);
      await page.locator(".site-header .theme").click();
      expect(await isDark()).toBe(false);
      await page.locator(".site-header .search").click();
      await page.locator(".VPLocalSearchBox input").waitFor();
      await page.goto(addressOf("guides/pix.html"));
      expect(await isDark()).toBe(false);
    }));

  test("a link to the other language leads to the same page, or to the first one, and one to English is marked", () =>
    visiting("guides/pix.html", async (page) => {
      const other = page.locator(".VPNavBarTranslations a").first();
      expect(await other.getAttribute("href")).toBe(`${BASE}pt-BR/guides/pix.html`);
      await page.goto(addressOf("operations/payments.create.html"));
      expect(await other.getAttribute("href")).toBe(`${BASE}pt-BR/`);
      await page.goto(addressOf("pt-BR/guides/pix.html"));
      expect(await other.getAttribute("href")).toBe(`${BASE}guides/pix.html`);
      await page.goto(addressOf("pt-BR/getting-started.html"));
      const mark = (link: string) =>
        page
          .locator(`main .vp-doc a[href*="${link}"]`)
          .first()
          .evaluate((each) => getComputedStyle(each, "::after").content);
      expect(await mark("client/start")).toContain("em inglês");
      expect(await mark("guides/")).toBe("none");
    }));

  test.each(["guides/checkout.html", "operations/payments.create.html"])(
    "on %s, the button copies what is shown",
    (path) =>
      visiting(
        path,
        async (page) => {
          const block = page.locator('main div[class*="language-"]:visible').first();
          await block.hover();
          await block.locator("button.copy").click();
          const shown = (await block.locator("pre code").innerText()).trim();
          const copied = () => page.evaluate(() => navigator.clipboard.readText());
          expect(shown.length).toBeGreaterThan(20);
          expect(await eventually(async () => (await copied()).trim() === shown)).toBe(true);
        },
        { permissions: ["clipboard-read", "clipboard-write"] },
      ),
  );

  test.each(["guides/pix.html", "reference.html"])("the first key on %s skips the header", (path) =>
    visiting(path, async (page) => {
      await page.keyboard.press("Tab");
      const link = page.locator(".VPSkipLink:focus, .skip-link:focus");
      await link.waitFor({ timeout: LATEST });
      const box = await link.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      const isInHeader = await page.evaluate(
        () => document.activeElement?.closest("header, .VPNav") !== null,
      );
      expect(isInHeader).toBe(false);
    }),
  );

  test.each(["guides/pix.html", "operations/payments.create.html"])(
    "%s prints its text, all examples in one language, and nothing of the site around it",
    (path) =>
      visiting(path, async (page) => {
        await page.emulateMedia({ media: "print" });
        for (const around of [".VPNav", ".VPSidebar", ".VPDocFooter", ".VPDocAside", ".picker"]) {
          expect(await page.locator(`${around}:visible`).count(), around).toBe(0);
        }
        expect(await page.locator("main h1:visible").count()).toBe(1);
        const partsOf = (examples: Locator) =>
          examples.evaluateAll((all) => all.map((each) => each.getAttribute("data-part")));
        const isPrinted = (part: string | null) => part === "curl" || part === "response";
        const all = await partsOf(page.locator(".example"));
        expect(await partsOf(page.locator(".example:visible"))).toEqual(all.filter(isPrinted));
      }),
  );

  test.each([...SAMPLE, ...sampleOf(site.guides, 6)])("%s shows its text without scripts", (path) =>
    visiting(
      path,
      async (page) => {
        const shown = (await page.locator("main").innerText()).replaceAll(/\s+/g, " ");
        const source = site.read(path.replace(/html$/, "md"));
        const [, heading = ""] = source.match(/^# (.+)$/m) ?? [];
        expect(shown).toContain(heading.replaceAll("`", ""));
        for (const [, code = ""] of source.matchAll(/^```.*\n([\s\S]*?)^```$/gm)) {
          expect(shown).toContain(code.trim().replaceAll(/\s+/g, " ").slice(0, 60));
        }
      },
      { javaScriptEnabled: false },
    ),
  );

  test("the choice of an example changes the request and the response, in the chosen language", () =>
    visiting("operations/payments.create.html", async (page) => {
      const [example, language] = ["Example", "Language"].map((label) =>
        page.locator(".picker label", { hasText: label }).locator("select"),
      ) as [Locator, Locator];
      const shown = async () => ({
        request: await page.locator(".example:visible:not([data-part=response])").allInnerTexts(),
        response: await page.locator(".example[data-part=response]:visible").allInnerTexts(),
      });
      // Without its script the page shows all examples.
      await language.waitFor();
      const first = await shown();
      // A site without a sandbox offers no calls to try.
      expect(await page.locator(".try-it:visible").count()).toBe(0);
      expect(await page.getByText("Try it").filter({ visible: true }).count()).toBe(0);
      const options = await example.locator("option").allTextContents();
      await example.selectOption({ label: options.find((each) => /pix/i.test(each)) ?? "" });
      await language.selectOption("fetch");
      const second = await shown();
      expect([first.request, first.response, second.request].map((each) => each.length)).toEqual([
        1, 1, 1,
      ]);
      expect(second.request).not.toEqual(first.request);
      expect(second.request[0]).toMatch(/await fetch\([\s\S]*pix/i);
      expect(second.response[0]).toMatch(/pix/i);
      expect(second.response).not.toEqual(first.response);
      await page.goto(addressOf("operations/payments.get.html"));
      expect(await page.locator(".picker select").last().inputValue()).toBe("fetch");
    }));

  test("the scripts fold the examples without moving the page", () =>
    visiting("404.html", async (page) => {
      // Slow scripts, as on a slow line. The shift is what a browser reports of its own.
      await page.route("**/*.js", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
      });
      await page.goto(addressOf("operations/payments.get.html"));
      await page.locator(".examples.picked").waitFor();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const values = list.getEntries().map((each) => Number(Object(each).value));
              resolve(values.reduce((sum, each) => sum + each, 0));
            }).observe({ type: "layout-shift", buffered: true });
            setTimeout(() => resolve(0), 1000);
          }),
      );
      // Google's limit for a good page is 0.1.
      expect(shift).toBeLessThan(0.05);
    }));

  test.each(["errors.html", "operations/payments.get.html"])(
    "the tables of %s show all their columns, also on a phone",
    (path) =>
      visiting(path, async (page) => {
        const cutTables = () =>
          page
            .locator(".scroll")
            .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
        expect(await page.locator(".scroll").count()).toBeGreaterThan(0);
        expect(await cutTables()).toBe(0);
        await page.setViewportSize(PHONE);
        expect(await cutTables()).toBe(0);
        const column = await page
          .locator(".scroll tbody td")
          .nth(1)
          .evaluate((cell) => getComputedStyle(cell, "::before").content);
        expect(column).toMatch(/^"\w/);
      }),
  );

  test("a page that is opened as a file has its style, its pictures and links that work", () =>
    inNewPage(async (page) => {
      await page.goto(pathToFileURL(join(site.folder, "guides/pix.html")).href);
      expect(await page.locator("h1").innerText()).toContain("PIX");
      // The colour of the site, not that of a browser's links.
      const link = page.locator("main .vp-doc p a").first();
      const colour = () => link.evaluate((a) => getComputedStyle(a).color);
      await expect.poll(colour).toBe("rgb(11, 96, 89)");
      await page.locator('main a[href*="postbacks.html"]').first().click();
      await page.waitForURL(/^file:.*\/guides\/postbacks\.html/);
      await page.locator(".VPNavBarTitle a").click();
      await page.waitForURL(/^file:.*\/index\.html$/);
      expect(await page.locator("h1").innerText()).toContain("Payments in Brazil");
    }));

  test("a link to an example chooses it", async () => {
    const page = "operations/payments.create.html";
    const [, examples = ""] = site.read(page).split('<div class="examples">');
    const [first, second] = [...examples.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id);
    await visiting(`${page}#${first}`, async (opened) => {
      const shown = () => opened.locator(".example:visible").first().getAttribute("data-title");
      const before = await shown();
      await setHash(opened, `#${second}`);
      expect(await eventually(async () => (await shown()) !== before)).toBe(true);
      expect(await opened.locator(".examples .picker").evaluate(isInWindow)).toBe(true);
    });
  });

  test("a page that does not exist is answered with 404 and a way out", () =>
    inNewPage(async (page) => {
      const answer = await page.goto(addressOf("guides/nothing-here.html"));
      expect(answer?.status()).toBe(404);
      await page.locator("h1", { hasText: "Page not found" }).waitFor({ timeout: LATEST });
      await page.getByRole("link", { name: "start page" }).click();
      await page.waitForURL(addressOf(""));
    }));
});

/** Asks again until it is so, or the time is over. */
async function eventually(isSo: () => Promise<boolean>, limit = 3000): Promise<boolean> {
  const end = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

// The following run in the page.

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

/** Whether the target of a link shows: in the window, and under nothing that stays at its top. */
function isVisibleBelowHeader(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  // An anchor in a row or an item has no size of its own.
  const shown = target.getClientRects().length > 0 ? target : (target.parentElement ?? target);
  const { top } = shown.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".VPNav, .VPLocalNav")].filter((bar) =>
    ["fixed", "sticky"].includes(getComputedStyle(bar).position),
  );
  const below = Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom));
  return shown.checkVisibility() && top >= below - 1 && top < innerHeight;
}

function isOperationInView(heading: string): boolean {
  const header = document.querySelector(".site-header")?.getBoundingClientRect().bottom ?? 0;
  return [...document.querySelectorAll("#redoc h1, #redoc h2")].some((each) => {
    const { top } = each.getBoundingClientRect();
    return each.textContent?.includes(heading) && top >= header - 1 && top < innerHeight;
  });
}

/** Notes whether Redoc shows its page for an unknown address, even for a moment. */
function noteErrorPages(): void {
  new MutationObserver(() => {
    if (/No page at this address|Page not found/i.test(document.body?.innerText ?? "")) {
      Object.assign(window, { sawErrorPage: true });
    }
  }).observe(document, { childList: true, subtree: true });
}
