import { existsSync, readFileSync } from "node:fs";
import axe, { type AxeResults } from "axe-core";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite, SITE } from "../../scripts/docs/build-site.ts";
import { mockAt, samples, sandboxAt } from "../../scripts/docs/code-samples.ts";
import { serveFolder } from "../../scripts/docs/serve-folder.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { type Operation, operations } from "../../src/contract/operations.ts";
import type { ListeningServer } from "../../src/http-server/http-server.ts";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const isThere = existsSync(CHROMIUM);
if (!isThere) {
  console.warn(`Skipped: no Chromium at ${CHROMIUM}. Install it, name it in CHROMIUM, run again.`);
}

const OURS = [
  "index.html",
  "errors.html",
  "assumptions.html",
  "mock.html",
  "sandbox.html",
  "changelog.html",
];
const PAGES = [...OURS, "reference.html", "control.html"];
/** The time limit for the page, in milliseconds: other tests may run at the same time. */
const LATEST = 60_000;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const contract = readContract("openapi");
const contractOperations = headingsOf(contract);

/** The pages that Redoc makes: their operations, and what of their samples to choose. */
const references = [
  { file: "reference.html", headings: contractOperations, chosen: samplesOf("payments.create") },
  {
    file: "control.html",
    headings: headingsOf(readContract("sandbox-control")),
    chosen: samplesOf("clock.advance"),
  },
];

function readContract(name: string): Cursor {
  return Cursor.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8")));
}

function headingsOf(contract: Cursor) {
  return operations(contract).map(({ id, cursor }) => ({
    id,
    summary: String(cursor.at("summary").value),
    statuses: cursor
      .at("responses")
      .members()
      .map(({ key }) => key),
  }));
}

/** The samples of an operation of either contract. */
function samplesOf(id: string) {
  const controls = readContract("sandbox-control");
  const all = [...samples(contract, mockAt()), ...samples(controls, sandboxAt())];
  const { pathItem } = operations(contract)
    .concat(operations(controls))
    .find((each) => each.id === id) as Operation;
  return { id, path: pathItem.key, sources: all.filter(({ operationId }) => operationId === id) };
}

const marked = [...contract.descendants()].filter(
  (cursor) => cursor.at("x-inferred").exists && !cursor.at("trigger").exists,
);
const textOf = (cursor: Cursor) => String(cursor.at("x-inferred").value);
const assumptions = marked.map(textOf);

/** The schemas that are a choice of a union, or within one, or that a callback alone sends. */
const chosen = new Set<string>([
  "PixDetails",
  "InterestType",
  "LateFeeType",
  "Percentage",
  "PostbackBase",
]);
for (const cursor of contract.descendants()) {
  if (["oneOf", "anyOf"].includes(cursor.key)) cursor.members().forEach(choose);
}

function choose(schema: Cursor): void {
  for (const cursor of schema.descendants()) {
    const { key } = cursor.target;
    if (!cursor.reference || chosen.has(key)) continue;
    chosen.add(key);
    choose(cursor.target);
  }
}

/**
 * They belong to a choice of a union or an example, and show when that is chosen, or to a callback, of
 * which Redoc shows the heading alone.
 */
const shownWhenChosen = new Set(
  marked
    .filter(
      (cursor) =>
        cursor.path[1] === "examples" ||
        cursor.path.includes("callbacks") ||
        cursor.at("oneOf").exists ||
        cursor.at("anyOf").exists ||
        chosen.has(String(cursor.path[2])),
    )
    .map(textOf),
);

/** Opens a response and unfolds every body. An unfolded body may contain more to unfold. */
async function unfold(status: string): Promise<void> {
  const pressed = new Set<Element>();
  // The reference shows an operation's heading before its responses.
  for (let waited = 0; buttons(status).length === 0 && waited < 10_000; waited += 100)
    await pause();
  for (let label = status; press(label); label = "Expand all") await untilRendered();

  function buttons(label: string): HTMLElement[] {
    return [...document.querySelectorAll<HTMLElement>("button, [role=button], [role=tab]")]
      .filter((button) => button.textContent?.trim().startsWith(label))
      .filter((button) => !pressed.has(button));
  }

  function press(label: string): boolean {
    const found = buttons(label);
    for (const button of found) {
      pressed.add(button);
      button.click();
    }
    return found.length > 0;
  }

  /** A busy machine takes its time to render: it is done when nothing was added for a while. */
  async function untilRendered(): Promise<void> {
    const size = () => document.querySelectorAll("*").length;
    for (let before = -1, same = 0; same < 3; same = size() === before ? same + 1 : 0) {
      before = size();
      await pause();
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Text without what the rendering changes. */
function plain(text: string): string {
  return text.replaceAll(/[`"“”]/g, "").replaceAll(/\s+/g, " ");
}

/** Text without its layout, which the highlighter changes. */
function squeezed(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, "");
}

async function isInView(page: Page, heading: Locator): Promise<boolean> {
  const box = await heading.first().boundingBox();
  return box !== null && box.y > -50 && box.y < (page.viewportSize()?.height ?? 0);
}

// They wait for the browser far longer than they compute.
describe.skipIf(!isThere)("the site in Chromium", { concurrent: true }, () => {
  let site: ListeningServer;
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

  test.each(PAGES)("%s loads nothing else and reports no error", async (file) => {
    const { page, requests, errors } = await visit(file);
    const otherRequests = requests.filter(
      (url) => !/^(data|blob):/.test(url) && url !== `${site.url}/${file}`,
    );
    expect(otherRequests).toEqual([]);
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

  test.each([DESKTOP, PHONE])(
    "no label of a picture is cut off at a width of $width pixels",
    async (viewport) => {
      const { page } = await visit("index.html", { viewport });
      const labels = await page.locator("svg.picture:visible text").evaluateAll((texts) =>
        texts.map((text) => {
          const [own, picture] = [text, text.closest("svg") as Element].map((each) =>
            each.getBoundingClientRect(),
          ) as [DOMRect, DOMRect];
          const isWhole =
            own.left >= picture.left &&
            own.right <= picture.right &&
            own.top >= picture.top &&
            own.bottom <= picture.bottom;
          return { label: text.textContent, isWhole };
        }),
      );
      expect(labels.length).toBeGreaterThan(20);
      expect(labels.filter(({ isWhole }) => !isWhole)).toEqual([]);
      await page.close();
    },
  );

  test.for(references)(
    "a link to an operation of $file opens at its heading, for each of them",
    { timeout: 600_000 },
    async ({ file, headings }, { expect }) => {
      const { page } = await visit(file);
      for (const { id, summary } of headings) {
        await page.goto("about:blank");
        await page.goto(`${site.url}/${file}#operation/${id}`);
        const heading = page.locator("h2", { hasText: summary });
        await expect
          .poll(() => isInView(page, heading), { timeout: LATEST, message: id })
          .toBe(true);
      }
      await page.close();
    },
  );

  test("the guide's link to the body of a postback opens at its heading", async ({ expect }) => {
    const { page } = await visit("sandbox.html#postbacks");
    await page.getByRole("link", { name: "The controls" }).click();
    const heading = page.locator("h2", { hasText: "Receive a postback" });
    await expect.poll(() => isInView(page, heading), { timeout: LATEST }).toBe(true);
    await page.close();
  });

  test.for(references)(
    "every sample of an operation of $file can be chosen, and shows",
    async ({ file, chosen: { id, path, sources } }, { expect }) => {
      const { page } = await visit(`${file}#operation/${id}`);
      const panel = page
        .locator(".panel-request-samples", { hasText: "POST" })
        .filter({ hasText: path });
      for (const { language, title, source } of sources.slice(1)) {
        // Dispatched, since the page still moves while the content above is rendered.
        await panel
          .first()
          .locator("button", { hasText: /^(curl|TypeScript)/ })
          .first()
          .dispatchEvent("click");
        await page
          .getByText(title === sources[0]?.title ? language : `${language} · ${title}`, {
            exact: true,
          })
          .last()
          .dispatchEvent("click");
        const shown = async () =>
          squeezed(await panel.first().locator("pre").first().textContent());
        await expect.poll(shown, { timeout: LATEST }).toBe(squeezed(source));
      }
      await page.close();
    },
  );

  test.each(PAGES)("%s shows where it is in the bar, on a phone too", async (file) => {
    const { page } = await visit(file, { viewport: PHONE });
    const bar = await page.locator("nav.centavo").boundingBox();
    const here = await page.locator("nav.centavo [aria-current]").boundingBox();
    expect(here?.x).toBeGreaterThanOrEqual(0);
    expect((here?.x ?? 0) + (here?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    expect(here?.y).toBeGreaterThanOrEqual(bar?.y ?? 0);
    await page.close();
  });

  test("the bar of the site stays in view after a deep link", async () => {
    const { page } = await visit("reference.html#operation/withdrawals.get");
    const box = await page.locator("nav.centavo").boundingBox();
    expect(box?.y).toBe(0);
    await page.close();
  });

  test("every assumption is shown at its place", async () => {
    const { page } = await visit("reference.html");
    let shown = plain(await page.innerText("body"));
    for (const { id, summary, statuses } of contractOperations) {
      await page.goto("about:blank");
      await page.goto(`${site.url}/reference.html#operation/${id}`);
      await page.locator("h2", { hasText: summary }).first().waitFor();
      for (const status of statuses) {
        await page.evaluate(unfold, status);
        shown += plain(await page.innerText("body"));
      }
    }
    const hidden = assumptions.filter((text) => !shown.includes(plain(text)));
    expect(hidden.filter((text) => !shownWhenChosen.has(text))).toEqual([]);
    await page.close();
  }, 600_000);

  test("the search finds an operation", async () => {
    const { page } = await visit("reference.html");
    await page.getByText("Search").first().click();
    await page.keyboard.type("refund");
    await page.getByText("Refund a card payment").last().waitFor({ timeout: LATEST });
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
