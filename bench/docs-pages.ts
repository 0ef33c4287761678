import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { serveFolder } from "../scripts/docs/serve-folder.ts";
import { SITE } from "../scripts/docs/site-address.ts";
import { hasChromium, launchChromium } from "../test/chromium.ts";
import type { BenchEnvironment } from "./bench-environment.ts";
import {
  ABOUT_COPIES,
  type ContractCopy,
  copyOf,
  type DurationsBySize,
  growthTable,
  linearGoal,
  timeOf,
} from "./contract-copies.ts";
import { number, type Section, type Table } from "./report-section.ts";
import { race } from "./stats.ts";

const BUILD_ROUNDS = 3;
const PAINT_ROUNDS = 15;
/** The numbers of extra copies of the operations: together two, four and eight times as many. */
const COPIES = [0, 1, 3, 7];
const QUICK_COPIES = [0, 1];

const GUIDE = "guides/pix.html";
const PAGES = [GUIDE, "operations/payments.create.html", "reference.html"];
const MAX_GUIDE_KB = 150;

/** The bytes of each page, in the order of the sites. */
type Weights = Record<string, number[]>;

type Measured = Pick<Section, "text" | "tables" | "goals">;

const WITHOUT_CHROMIUM: Measured = {
  text: [
    "The pages were not measured, since there is no Chromium. Install it, or name it in CHROMIUM.",
  ],
  tables: [],
  goals: [],
};

/** A site on a server of its own. */
interface ServedSite {
  /** The number of operations. */
  name: number;
  url: string;
}

/** Measures how long the docs take to build and to show, for this contract and for larger ones. */
export async function docs(bench: BenchEnvironment): Promise<Section> {
  const copies = (bench.isQuick ? QUICK_COPIES : COPIES).map((count) => copyOf(bench, count));
  for (const copy of copies) await timeOf("generate", copy);
  // No warm-up, since each run is a separate process.
  const rounds = bench.rounds(BUILD_ROUNDS);
  const builds = await race(copies, rounds, (copy) => timeOf("docs", copy), 0);
  const shown = hasChromium ? await measurePages(bench, copies) : WITHOUT_CHROMIUM;
  return {
    title: "The docs",
    text: [
      `The duration of \`npm run docs\`, with this contract and with larger ones; the median of ${BUILD_ROUNDS} rounds. ${ABOUT_COPIES} The guides and the controls are the same each time.`,
      ...shown.text,
    ],
    tables: [growthTable({ "npm run docs": builds }), ...shown.tables],
    goals: [linearGoal("`npm run docs`", builds), ...shown.goals],
  };
}

/** Shows the pages of each site in Chromium. */
async function measurePages(bench: BenchEnvironment, copies: ContractCopy[]): Promise<Measured> {
  await using resources = new AsyncDisposableStack();
  const browser = resources.use(await launchChromium());
  const sites: ServedSite[] = [];
  for (const { name, folder } of copies) {
    const server = await serveFolder(join(folder, SITE));
    resources.defer(server.close);
    sites.push({ name, url: server.url });
  }
  const paints: Record<string, DurationsBySize> = {};
  for (const page of PAGES) {
    const paint = ({ url }: ServedSite) => firstPaint(browser, `${url}/${page}`);
    paints[page] = await race(sites, bench.rounds(PAINT_ROUNDS), paint);
  }
  const weights: Weights = {};
  for (const page of PAGES) {
    weights[page] = [];
    for (const { url } of sites) weights[page].push(await weight(browser, `${url}/${page}`));
  }
  const [guideWeight = Number.NaN] = weights[GUIDE] ?? [];
  return {
    text: [
      `The time from the start of a navigation to the first contentful paint in Chromium ${browser.version()}, with an empty cache and a server on the same machine; the median of ${PAINT_ROUNDS} rounds, in which the sites take turns. The weight of a page is that of all files that it loads, each gzipped.`,
    ],
    tables: [growthTable(paints), weightTable(weights, sites)],
    goals: [
      ...Object.entries(paints).map(([page, each]) =>
        linearGoal(`The first paint of \`${page}\``, each),
      ),
      {
        goal: `The guide \`${GUIDE}\` weighs at most ${MAX_GUIDE_KB} kB with everything that it loads`,
        measured: `${kilobytes(guideWeight)} kB`,
        isMet: guideWeight <= MAX_GUIDE_KB * 1000,
      },
    ],
  };
}

/** The milliseconds until a browser without a cache shows something of a page. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((paints) => {
          const [first] = paints.getEntriesByName("first-contentful-paint");
          if (first) resolve(first.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

/** The bytes of a page and of all files that it loads, each gzipped. */
async function weight(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => bodies.push(response.body()));
  await page.goto(url, { waitUntil: "networkidle" });
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function weightTable(weights: Weights, sites: ServedSite[]): Table {
  return {
    head: ["kB, gzipped", ...sites.map(({ name }) => `${number(name)} operations`)],
    rows: Object.entries(weights).map(([page, bytes]) => [page, ...bytes.map(kilobytes)]),
  };
}

function kilobytes(bytes: number): string {
  return number(bytes / 1000, 1);
}
