import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { hasChromium } from "../chromium.ts";
import {
  hiddenParts,
  LATEST,
  PHONE,
  setHash,
  sidewaysScroll,
  violationsIn,
} from "../inspector/browser-fixture.ts";
import { firstOf, isNightly } from "../nightly.ts";
import { control, service } from "../sandbox/contract-examples.ts";
import { builtSite } from "./built-site.ts";
import { REFERENCES, type SiteLink } from "./site-files.ts";
import {
  addressOf,
  answering,
  BASE,
  DESKTOP,
  newContext,
  useSite,
  type Visit,
  visiting,
  visitingIn,
} from "./site-in-chromium.ts";

const site = await builtSite();
const TABLET = { width: 820, height: 1180 };

/** How many bytes, compressed, a page of an operation may load. */
const MOST_OF_AN_OPERATION = 90_000;

/** How many elements the longest page of an operation may have, and how many sheets of paper. */
const MOST_ELEMENTS = 6000;
const MOST_SHEETS = 10;

/** Pages of operations that differ: with a choice of bodies, with a list, with a file to send, without a body. */
const SAMPLE = [
  "operations/payments.create.html",
  "operations/payments.list.html",
  "operations/cards.delete.html",
  "controls/clock.html",
  "pt-BR/operations/payments.create.html",
];
const guidesAndSample = [...site.guides, ...SAMPLE];
const EVERY = [...site.pages.filter((page) => !REFERENCES.includes(page)), "404.html"];
/** At night each page is opened, and else one of each kind. */
const OPENED = isNightly
  ? EVERY
  : [
      ...["index.html", "404.html", "errors.html", "guides/pix.html", "sandbox/start.html"],
      ...["operations/payments.create.html", "operations/cards.delete.html"],
      ...["controls/clock.html", "pt-BR/index.html", "pt-BR/guides/subscriptions.html"],
    ];
/** So it is with the links to anchors, of which a page of an operation has up to a hundred. */
const LINKED = isNightly
  ? EVERY
  : ["errors.html", "guides/pix.html", "operations/cards.delete.html", "pt-BR/index.html"];
/** Where the skip link leads, which has a test of its own. */
const CONTENT = "VPContent";

/** What has the focus, if it is in the text of the page. */
const TEXT_IN_FOCUS = [".VPDoc .content", ".not-found", "#redoc main"]
  .map((each) => `${each} :focus`)
  .join();

// They wait for the browser far longer than they compute.
describe.skipIf(!hasChromium)("the site in Chromium", { concurrent: true }, () => {
  /** For tests that only read: what pages share is loaded once. */
  let reader: BrowserContext;
  let phone: BrowserContext;

  useSite(site);
  beforeAll(async () => {
    reader = await newContext();
    phone = await newContext({ viewport: PHONE });
  });

  const reading = (path: string, visit: Visit, context = reader) =>
    visitingIn(context, path, visit);

  /** A page of someone who was never there, in which something may go wrong. */
  async function inNewPage(use: Visit): Promise<void> {
    const context = await newContext();
    await use(await context.newPage()).finally(() => context.close());
  }

  async function expectAccessible(page: Page): Promise<void> {
    // The theme's switch gets its name from the page's script.
    await page.waitForFunction("!document.querySelector('.VPSwitch[title=\"\"]')");
    expect(await violationsIn(page)).toEqual([]);
  }

  const expectWhole = async (page: Page) => expect(await hiddenParts(page)).toEqual([]);

  test.each(OPENED)("%s is whole and accessible at each width, light and dark", (path) =>
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

  test.each(["reference.html", "control.html", "reference.html#/payments/payments.create"])(
    "%s fits each width and is accessible, light and dark",
    (path) =>
      visiting(path, async (page) => {
        const isReady = async () => {
          await page.locator("#redoc .menu-content[role]").waitFor({ state: "attached" });
          // Redoc replaces the page that was there before it by the operation, and at last adds those around it.
          if (path.includes("#"))
            await page
              .locator("#redoc h2", { hasText: "Refund a card payment" })
              .waitFor({ state: "attached" });
          await page.evaluate(isUnchanged, 1000);
        };
        await isReady();
        await expectAccessible(page);
        for (const viewport of [DESKTOP, TABLET, PHONE]) {
          await page.setViewportSize(viewport);
          expect(await sidewaysScroll(page)).toBe(0);
        }
        expect((await page.locator(".site-header").boundingBox())?.height).toBeLessThan(60);
        await page.emulateMedia({ colorScheme: "dark" });
        await page.reload({ waitUntil: "networkidle" });
        await isReady();
        await expectAccessible(page);
        expect(await page.getByRole("switch").count()).toBe(1);
      }),
  );

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
    const pages = [...targets]
      .filter(([file]) => LINKED.includes(file))
      .map(([file, links]) => [file, [...new Set(links.map(({ anchor }) => anchor))]] as const);

    test.each(pages)("each link to an anchor of %s shows its target", async (file, anchors) => {
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
    });

    const intoReferences = site.pages
      .flatMap((page) => site.links(page))
      .filter(({ file, anchor }) => REFERENCES.includes(file) && anchor.startsWith("/"))
      .map(({ file, anchor }) => `${file}#${anchor}`);
    test.each([
      ...firstOf(3, [...new Set(intoReferences)]),
      "reference.html#operation/payments.refund",
    ])("%s opens Redoc at the operation", (address) =>
      reading(address, async (page) => {
        const id = address.split("/").at(-1) ?? "";
        const shows = () => page.evaluate(isOperationInView, headingOf(id));
        expect(await eventually(shows)).toBe(true);
      }),
    );

    /** The heading of an operation in Redoc is its summary. */
    function headingOf(id: string): string {
      const operation = [service, control].flatMap(operations).find((each) => each.id === id);
      return `${operation?.cursor.at("summary").value}`;
    }
  });

  describe("the search", () => {
    const input = (page: Page) => page.locator(".search-dialog input");
    const chosen = (page: Page) => page.locator('.search-dialog [aria-selected="true"]');

    async function search(page: Page, words: string): Promise<void> {
      await page.keyboard.press("Control+k");
      await input(page).fill(words);
      await chosen(page).waitFor();
    }

    test("opens by keyboard, is loaded only then, and leads to the chosen section", () =>
      visiting("guides/pix.html", async (page) => {
        const loads: string[] = [];
        page.on("request", (request) => loads.push(request.url()));
        await page.keyboard.press("/");
        await input(page).waitFor();
        await page.keyboard.type("refund a boleto");
        await chosen(page).waitFor();
        expect(loads.some((url) => url.endsWith("/search.json"))).toBe(true);
        const first = await chosen(page).getAttribute("id");
        expect(await input(page).getAttribute("aria-activedescendant")).toBe(first);
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.waitForURL(/guides\/billets\.html#refund-a-boleto$/);
        expect(await page.locator(".search-dialog").count()).toBe(0);
        await page.keyboard.press("Control+k");
        await page.keyboard.press("Escape");
        await page.locator(".search-dialog").waitFor({ state: "detached" });
      }));

    test("shows pages with the sections and the words that it found, in the reader's language", () =>
      visiting("pt-BR/getting-started.html", async (page) => {
        await search(page, "estorno");
        const first = page.getByRole("group", { name: "Estornos e contestações Guia" });
        expect(await first.getByRole("option").count()).toBeGreaterThan(1);
        expect(await first.locator("mark").first().innerText()).toMatch(/^estorno/i);
        expect(await chosen(page).getAttribute("href")).toContain("/pt-BR/");
      }));

    test.each([
      ["light", DESKTOP],
      ["dark", DESKTOP],
      ["light", PHONE],
      ["dark", PHONE],
    ] as const)("is accessible and whole in %s at %j", (colorScheme, viewport) =>
      visiting(
        "guides/pix.html",
        async (page) => {
          await page.keyboard.press("Control+k");
          await expectAccessible(page);
          await input(page).fill("webhok retries");
          await chosen(page).waitFor();
          await expectAccessible(page);
          const cut = await page
            .locator(".search-dialog, .search-list, .result")
            .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
          expect(cut).toBe(0);
        },
        { colorScheme, viewport },
      ),
    );

    test("leads to what is not offered where nothing is found", () =>
      visiting("pt-BR/guides/pix.html", async (page) => {
        await page.keyboard.press("Control+k");
        await input(page).fill("xyzzy");
        await page.locator(".search-status a").click();
        await page.waitForURL(addressOf("pt-BR/not-offered.html"));
      }));

    test("says so where the text of the pages does not come", () =>
      inNewPage(async (page) => {
        await page.route("**/search.json", (route) => route.abort());
        await page.goto(addressOf("guides/pix.html?search"));
        await input(page).fill("pix");
        await page.getByText("could not be loaded").waitFor();
      }));
  });

  // They share one clipboard.
  test.each(["pt-BR/guides/pix.html", "operations/cards.delete.html"])(
    "%s is copied as Markdown by its button",
    { concurrent: false },
    (path) =>
      visiting(
        path,
        async (page) => {
          const button = page.locator(".copy-page");
          await button.click();
          await button.filter({ hasText: /^Copi(ed|ada)$/ }).waitFor();
          const copied = await page.evaluate(() => navigator.clipboard.readText());
          expect(copied).toBe(site.read(path.replace(/html$/, "md")));
        },
        { permissions: ["clipboard-read", "clipboard-write"] },
      ),
  );

  test("the theme that is chosen on a guide holds on the reference, which has the search, and back", () =>
    visiting("guides/pix.html", async (page) => {
      const isDark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
      expect(await isDark()).toBe(false);
      await page.locator(".VPNavBarAppearance button").click();
      expect(await isDark()).toBe(true);
      await page.goto(addressOf("reference.html"));
      expect(await isDark()).toBe(true);
      await page.locator(".site-header .theme").click();
      expect(await isDark()).toBe(false);
      await page.locator(".site-header .search").click();
      await page.locator(".search-dialog input").waitFor();
      await page.goto(addressOf("guides/pix.html"));
      expect(await isDark()).toBe(false);
    }));

  test("a link to the other language leads to the same page, or to the first one, and one to English is marked", () =>
    visiting("guides/pix.html", async (page) => {
      const other = page.locator(".VPNavBarTranslations a").first();
      expect(await other.getAttribute("href")).toBe(`${BASE}pt-BR/guides/pix.html`);
      await page.goto(addressOf("operations/payments.create.html"));
      expect(await other.getAttribute("href")).toBe(`${BASE}pt-BR/operations/payments.create.html`);
      await page.goto(addressOf("changelog.html"));
      expect(await other.getAttribute("href")).toBe(`${BASE}pt-BR/`);
      await page.goto(addressOf("pt-BR/glossary.html"));
      expect(await other.getAttribute("href")).toBe(BASE);
      await page.goto(addressOf("pt-BR/guides/going-live.html"));
      expect(await other.getAttribute("href")).toBe(`${BASE}guides/going-live.html`);
      const mark = (link: string) =>
        page
          .locator(`main .vp-doc a[href*="${link}"]`)
          .first()
          .evaluate((each) => getComputedStyle(each, "::after").content);
      expect(await mark("changelog")).toContain("em inglês");
      expect(await mark("postbacks")).toBe("none");
    }));

  test.each(["reference.html", "control.html"])(
    "%s says what it is for, has one menu on a phone, and leads back",
    (path) =>
      visiting(
        path,
        async (page) => {
          await page.getByText("the whole contract on one page").waitFor();
          const menus = page.getByRole("button", { name: /menu/i });
          expect(await menus.count()).toBe(1);
          const section = page.locator(".menu-content a", { hasText: /^Payments/ });
          // A page that Redoc does not answer for yet shows the button already, and loses a press.
          await eventually(async () => {
            await menus.click();
            return section.waitFor({ timeout: 2000 }).then(
              () => true,
              () => false,
            );
          });
          await section.click();
          const [operation] = await page.locator(".menu-content ul ul a").allInnerTexts();
          await page.locator(".menu-content ul ul a").first().click();
          const heading = `${operation}`.split("\n")[0] ?? "";
          await page.locator("#redoc h2", { hasText: heading }).waitFor();
          await page.locator(".site-header .back").click();
          await page.waitForURL(/(operations|controls)\/index\.html$/);
        },
        { viewport: PHONE },
      ),
  );

  test("the reference makes a section whole, for the browser's search and for paper", () =>
    visiting("reference.html#/payments/payments.create", async (page) => {
      const headings = () => page.locator("#redoc h2").allTextContents();
      await expect
        .poll(async () => (await headings()).join(), { timeout: LATEST })
        .toMatch(/List payments[\s\S]*Create a payment[\s\S]*Refund a card payment/);
    }));

  describe.each([
    ["a desk", DESKTOP],
    ["a tablet", TABLET],
    ["a phone", PHONE],
  ] as const)("by keyboard on %s", (_, viewport) => {
    test.each([
      ...["index.html", "guides/pix.html", "errors.html", "operations/payments.create.html"],
      ...["controls/index.html", "pt-BR/guides/pix.html", "reference.html", "404.html"],
    ])("%s begins with a link to its text, which comes after five stops at most", (path) =>
      visiting(
        path,
        async (page) => {
          await page.keyboard.press("Tab");
          const skip = page.locator(".VPSkipLink:focus, .skip-link:focus");
          await skip.waitFor();
          expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
          await page.keyboard.press("Enter");
          await page.keyboard.press("Tab");
          expect(await page.locator(TEXT_IN_FOCUS).count()).toBe(1);
          await page.reload({ waitUntil: "networkidle" });
          await answering(page);
          let stops = 0;
          while ((await page.locator(TEXT_IN_FOCUS).count()) === 0 && stops < 9) {
            await page.keyboard.press("Tab");
            stops += 1;
          }
          expect(stops - 1).toBeLessThanOrEqual(5);
        },
        { viewport },
      ),
    );
  });

  test("the arrow keys lead through the header, of which Tab stops at one link", () =>
    visiting("guides/pix.html", async (page) => {
      await page.locator(".VPNavBarMenuLink").first().focus();
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      const first = await focused();
      await page.keyboard.press("ArrowRight");
      const second = await focused();
      expect(second).not.toBe(first);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Shift+Tab");
      expect(await focused()).toBe(second);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      expect(await page.locator(".VPSwitchAppearance:focus").count()).toBe(1);
    }));

  test.each(["errors.html", "operations/withdrawals.list.html", "pt-BR/errors.html"])(
    "the sidebar of %s shows the entry of the page",
    (path) =>
      reading(path, async (page) => {
        const entry = page.locator(".VPSidebar .is-active > .item");
        const isShown = async () => {
          const { y = -1, height = 0 } = (await entry.boundingBox()) ?? {};
          return y > 64 && y + height < DESKTOP.height;
        };
        await expect.poll(isShown).toBe(true);
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }),
  );

  test("the contents of the errors list their codes", () =>
    reading("errors.html", async (page) => {
      const contents = await page.locator(".VPDocAsideOutline").innerText();
      expect(contents).toMatch(/-7301\s+SubaccountNotFound/);
      expect(contents).toContain("404 Not Found");
    }));

  test("on a phone, code can be copied, its languages fit one line, and long lines show that they go on", () =>
    visiting(
      "operations/payments.create.html",
      async (page) => {
        const copy = page.locator(".example:visible button.copy").first();
        expect(await copy.evaluate((each) => getComputedStyle(each).opacity)).toBe("1");
        const picker = page.locator(".picker fieldset");
        const tops = await picker
          .locator("span")
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
        expect(tops.length).toBeGreaterThan(4);
        expect(new Set(tops).size).toBe(1);
        const { x = 0, width = 999 } = (await picker.boundingBox()) ?? {};
        expect(x + width).toBeLessThanOrEqual(PHONE.width);
        const answer = page.locator('.example[data-part="response"]:visible pre').first();
        const edge = await answer.evaluate((each) => {
          const { backgroundAttachment, backgroundImage } = getComputedStyle(each);
          const isLong = each.scrollWidth > each.clientWidth;
          return {
            isLong,
            backgroundAttachment,
            shadows: backgroundImage.split("gradient").length,
          };
        });
        const backgroundAttachment = "local, local, scroll, scroll";
        expect(edge).toEqual({ isLong: true, backgroundAttachment, shadows: 5 });
      },
      { viewport: PHONE, hasTouch: true, isMobile: true },
    ));

  describe("a page of an operation", () => {
    const CREATE = "operations/payments.create.html";
    const shownExamples = (page: Page) => page.locator(".example:visible").allInnerTexts();
    const choose = async (page: Page, example: string, language: string) => {
      await page.locator(".picker select").selectOption(example);
      await page.locator(".picker label", { hasText: new RegExp(`^${language}$`) }).click();
    };

    test("keeps the chosen example and language in the address and for the next pages", () =>
      visiting(CREATE, async (page) => {
        await choose(page, "pix", "fetch");
        const expected = [
          expect.stringMatching(/await fetch\([\s\S]*pix/i),
          expect.stringMatching(/pix/i),
        ];
        expect(await shownExamples(page)).toEqual(expected);
        expect(new URL(page.url()).search).toBe("?example=pix&language=fetch");
        // By the application, and by a new page.
        await page.locator(".VPSidebar a", { hasText: "Read a payment" }).click();
        await page.waitForURL(/payments\.get.*example=pix&language=fetch/);
        expect(await shownExamples(page)).toEqual([
          expect.stringContaining("await fetch("),
          expect.stringContaining("pix"),
        ]);
        await page.goto(addressOf(CREATE));
        expect(await shownExamples(page)).toEqual(expected);
        await page.goto(addressOf(`${CREATE}?example=billet&language=curl`));
        expect(await shownExamples(page)).toEqual([
          expect.stringMatching(/^\s*curl[\s\S]*"billet"/),
          expect.stringContaining("billet"),
        ]);
        // A choice that only the address has stays too, and the picker agrees with what is shown.
        await page.locator(".VPSidebar a", { hasText: "Read a payment" }).click();
        await page.waitForURL(/payments\.get.*example=billet&language=curl/);
        expect(await page.locator(".picker input:checked").inputValue()).toBe("curl");
        expect(await shownExamples(page)).toEqual([
          expect.stringMatching(/^\s*curl/),
          expect.stringContaining("billet"),
        ]);
        // A site without a sandbox offers no calls to try.
        expect(await page.getByText("Try it").count()).toBe(0);
      }));

    test("shares what is chosen with the others of its page", () =>
      visiting("controls/payments.html", async (page) => {
        const clicked = page.locator(".picker label", { hasText: /^TypeScript$/ });
        await clicked.last().click();
        expect(new URL(page.url()).searchParams.get("language")).toBe("TypeScript");
        const checked = await page.locator(".picker input:checked").evaluateAll((all) => {
          return all.map((each) => (each as HTMLInputElement).value);
        });
        expect(checked).toEqual(Array(await clicked.count()).fill("TypeScript"));
        expect(await page.locator('[data-part="curl"]:visible').count()).toBe(0);
      }));

    test("prints all examples in the chosen language, and folded fields", () =>
      visiting(`${CREATE}?language=curl`, async (page) => {
        await page.emulateMedia({ media: "print" });
        const printed = (await shownExamples(page)).filter((text) => !/Response\n/.test(text));
        expect(printed.length).toBeGreaterThan(3);
        expect(printed.filter((text) => !text.includes("curl -X"))).toEqual([]);
        expect(await page.locator("#request-billingdata-amount").isVisible()).toBe(true);
        expect(await page.locator(".picker").isVisible()).toBe(false);
      }));

    test.each([CREATE, `pt-BR/${CREATE}`])("%s has few elements and takes few sheets", (path) =>
      visiting(path, async (page) => {
        expect(await page.locator("*").count()).toBeLessThanOrEqual(MOST_ELEMENTS);
        const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
        const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length;
        expect(sheets).toBeGreaterThan(1);
        expect(sheets).toBeLessThanOrEqual(MOST_SHEETS);
      }),
    );

    test("shows its first field and both examples at once, and the examples stay beside the text", () =>
      visiting(CREATE, async (page) => {
        const top = async (selector: string) =>
          (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
        expect(await top(".fields .name")).toBeLessThan(DESKTOP.height - 100);
        for (const width of [DESKTOP.width, 1100]) {
          await page.setViewportSize({ ...DESKTOP, width });
          await page.evaluate(() => scrollTo(0, 1500));
          const panel = await page.locator(".examples").boundingBox();
          const text = await page.locator(".details").boundingBox();
          expect(panel?.y).toBeGreaterThan(60);
          expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(DESKTOP.height);
          expect(panel?.x).toBeGreaterThan((text?.x ?? 0) + (text?.width ?? 0));
          await page.evaluate(() => scrollTo(0, 0));
        }
        await page.setViewportSize(PHONE);
        expect(await top(".examples")).toBeLessThan(await top(".fields .name"));
      }));

    test("folds the fields of objects, unfolds all, and unfolds what a link leads to", () =>
      visiting(CREATE, async (page) => {
        const amount = page.locator("#request-billingdata-amount");
        const isVisible = () => amount.isVisible();
        expect(await isVisible()).toBe(false);
        const request = page.locator(".fields").first();
        await request.getByRole("button", { name: "Unfold all" }).click();
        expect(await isVisible()).toBe(true);
        await request.getByRole("button", { name: "Fold all" }).click();
        expect(await isVisible()).toBe(false);
        await page.locator("summary", { hasText: "billingData" }).press("Enter");
        await amount.click();
        expect(new URL(page.url()).hash).toBe("#request-billingdata-amount");
        await page.reload();
        await expect.poll(isVisible).toBe(true);
      }));

    test("gives the reason of an assumption on hover, focus and tap, and all on request", () =>
      visiting(
        CREATE,
        async (page) => {
          const assumption = page.locator(".fields .assumed:visible").nth(1);
          const reason = assumption.locator(".reason");
          const dot = assumption.getByRole("button", { name: "Assumed" });
          const isShown = () => reason.isVisible();
          expect(await isShown()).toBe(false);
          const { width = 0, height = 0 } = (await dot.boundingBox()) ?? {};
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
          await dot.hover();
          expect(await isShown()).toBe(true);
          await page.mouse.move(0, 0);
          expect(await isShown()).toBe(false);
          await dot.focus();
          // The link in the reason comes next.
          await page.keyboard.press("Tab");
          expect(await reason.locator("a:focus").count()).toBe(1);
          await page.keyboard.press("Escape");
          expect(await isShown()).toBe(false);
          await dot.tap();
          expect(await isShown()).toBe(true);
          await page.locator("h1").tap();
          expect(await isShown()).toBe(false);
          await page.getByRole("button", { name: "show", exact: true }).click();
          expect(await isShown()).toBe(true);
          await page.goto(addressOf("operations/payments.list.html"));
          expect(await page.locator(".reason:visible").count()).toBeGreaterThan(5);
          await page.getByRole("button", { name: "hide", exact: true }).click();
          expect(await page.locator(".reason:visible").count()).toBe(0);
        },
        { hasTouch: true },
      ));

    test("has buttons in its own language", () =>
      visiting(`pt-BR/${CREATE}`, async (page) => {
        await page.getByRole("button", { name: "Abrir tudo" }).first().click();
        await page.getByRole("button", { name: "Fechar tudo" }).first().waitFor();
        await page.getByRole("button", { name: "mostrar" }).click();
        await page.getByRole("button", { name: "ocultar" }).waitFor();
        expect(await page.locator("main [lang=en]").count()).toBe(0);
      }));

    test.each([CREATE, `pt-BR/${CREATE}`])(
      "%s stays light and still until a reader turns to the header, and then where it is",
      (path) =>
        visiting(path, async (page) => {
          const loaded = await page.evaluate(() =>
            [...performance.getEntriesByType("resource")].map(({ name }) => name),
          );
          const files = [page.url(), ...loaded].map((url) => url.slice(addressOf("").length));
          const weight = files
            .map((file) => gzipSync(site.read(file)).length)
            .reduce((sum, each) => sum + each, 0);
          expect(weight).toBeLessThan(MOST_OF_AN_OPERATION);
          await page.evaluate(() => scrollTo(0, 900));
          await page.keyboard.press("Control+k");
          await page.locator(".search-dialog input").waitFor();
          expect(await page.evaluate(() => scrollY)).toBe(900);
        }),
    );
  });

  test.each([
    ["index.html", DESKTOP],
    ["pt-BR/index.html", PHONE],
  ])(
    "%s shows the inspector in the reader's theme, loads no other picture, and stays in place",
    (path, viewport) =>
      visiting(
        path,
        async (page) => {
          const shown = page.locator("main img:visible");
          const pictures = () =>
            page.evaluate(() => {
              const all = performance.getEntriesByType("resource");
              return all.flatMap(({ name }) => /\/([\w-]+)\.[\w-]+\.webp$/.exec(name)?.[1] ?? []);
            });
          await shown.scrollIntoViewIfNeeded();
          await expect.poll(pictures).toEqual(["inspector-payment"]);
          expect(await page.evaluate(layoutShift)).toBeLessThan(0.02);
          await page.emulateMedia({ colorScheme: "dark" });
          await expect.poll(pictures).toEqual(["inspector-payment", "inspector-payment-dark"]);
          expect(await shown.count()).toBe(1);
        },
        { viewport },
      ),
  );

  test("a page that is opened as a file has its style, its pictures and links that work", () =>
    inNewPage(async (page) => {
      await page.goto(pathToFileURL(join(site.folder, "guides/pix.html")).href);
      expect(await page.locator("h1").innerText()).toContain("Pix");
      await page.getByText("This page was opened as a file").waitFor();
      // The colour of the site, not that of a browser's links.
      const link = page.locator("main .vp-doc p a").first();
      const colour = () => link.evaluate((a) => getComputedStyle(a).color);
      await expect.poll(colour).toBe("rgb(11, 96, 89)");
      await page.locator('main a[href*="postbacks.html"]').first().click();
      await page.waitForURL(/^file:.*\/guides\/postbacks\.html/);
      await page.locator(".VPNavBarTitle a").click();
      await page.waitForURL(/^file:.*\/index\.html$/);
      expect(await page.locator("h1").innerText()).toContain("Payments in Brazil");
      await page.goto(pathToFileURL(join(site.folder, "reference.html")).href);
      await page.locator(".as-file a", { hasText: "Each operation has a page" }).click();
      await page.locator("h1", { hasText: "Operations" }).waitFor();
    }));

  test("a page that does not exist is answered with 404 and a way out", () =>
    inNewPage(async (page) => {
      const answer = await page.goto(addressOf("guides/nothing-here.html"));
      expect(answer?.status()).toBe(404);
      await page.locator("h1", { hasText: "Page not found" }).waitFor({ timeout: LATEST });
      await page.getByRole("link", { name: "start page" }).click();
      await page.waitForURL(addressOf(""));
      await page.goto(addressOf("pt-BR"));
      expect(page.url()).toBe(addressOf("pt-BR/"));
    }));

  test("an address without .html shows the whole page also on a host that answers with 404.html", () =>
    inNewPage(async (page) => {
      const shownAt = async (path: string) => {
        await page.goto(addressOf(path), { waitUntil: "networkidle" });
        return page.locator("main .vp-doc").innerText({ timeout: LATEST });
      };
      const body = readFileSync(join(site.folder, "404.html"));
      const missing = { status: 404, contentType: "text/html", body };
      await page.route(addressOf("guides/pix"), (route) => route.fulfill(missing));
      expect(await shownAt("guides/pix")).toBe(await shownAt("guides/pix.html"));
    }));

  test("links work on a page that has a sandbox, whose application is no longer there", () =>
    inNewPage(async (page) => {
      await page.route(/\/assets\/app\.[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
      await page.goto(addressOf("operations/cards.delete.html"));
      await page.evaluate("document.documentElement.dataset.live = ''");
      await page.locator(".VPSidebar").getByRole("link", { name: "Conventions" }).click();
      await page.waitForURL(addressOf("operations/conventions.html"), { timeout: LATEST });
    }));

  test("the inspector begins in the language of the page before, and keeps the one that is chosen in it", () =>
    inNewPage(async (page) => {
      const isIn = (language: string) =>
        page.locator(`html[lang="${language}"]`).waitFor({ state: "attached", timeout: LATEST });
      await page.goto(addressOf("inspector.html?in=pt-BR"));
      await isIn("pt-BR");
      await page.getByRole("button", { name: "English" }).click({ timeout: LATEST });
      await isIn("en");
      await page.reload();
      await page.getByRole("button", { name: "Português" }).waitFor({ timeout: LATEST });
    }));

  test("a guide prints on light paper, with its code whole", () =>
    visiting(
      "guides/pix.html",
      async (page) => {
        const isDark = () => page.locator("html.dark").count();
        expect(await isDark()).toBe(1);
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        await page.emulateMedia({ media: "print" });
        expect(await isDark()).toBe(0);
        expect(await hiddenParts(page)).toEqual([]);
        const cut = page.locator("pre").evaluateAll((all) => {
          return all.filter((each) => each.scrollWidth > each.clientWidth).length;
        });
        expect(await cut).toBe(0);
        await page.evaluate("dispatchEvent(new Event('afterprint'))");
        expect(await isDark()).toBe(1);
      },
      { colorScheme: "dark", viewport: { width: 794, height: 1123 } },
    ));
});

/** Asks again until it is so, or the time is over. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + LATEST;
  while (!(await isSo())) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

// The following run in the page.

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

/** How far the page's parts moved while it loaded, as browsers measure it. */
function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
  });
}

/** Settles when the page has not changed for so many milliseconds. Axe would measure text against what moves below it. */
function isUnchanged(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(done, milliseconds);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(done, milliseconds);
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
  });
}

function isOperationInView(heading: string): boolean {
  const header = document.querySelector(".site-header")?.getBoundingClientRect().bottom ?? 0;
  return [...document.querySelectorAll("#redoc h1, #redoc h2")].some((each) => {
    const { top } = each.getBoundingClientRect();
    return each.textContent?.includes(heading) && top >= header - 1 && top < innerHeight;
  });
}
