import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serveFolder } from "../../../scripts/docs/serve-folder.ts";
import { hasChromium } from "../../chromium.ts";
import { ADDRESS, builtSite } from "../../docs/built-site.ts";
import { START } from "../../sandbox/clock-start-time.ts";
import { startSandbox } from "../../sandbox/start-sandbox.ts";
import { DESKTOP, PHONE, setHash, useBrowser, violationsIn, visit } from "../browser-fixture.ts";

/** How long each look is explored: `EXPLORE_SECONDS=900` explores for an hour. */
const { EXPLORE_SECONDS = "75" } = process.env;

/** A state of the page that Bombadil has seen, in its trace. */
interface State {
  action: unknown;
  state: { url: string };
  violations: { name: string; violation: unknown }[];
}

/** Lets Bombadil click and type on a page, and returns what it saw. */
async function explore(url: string, { viewport, language, instrumented }: Look): Promise<State[]> {
  const folder = temporaryFolder();
  const options = {
    width: viewport.width,
    height: viewport.height,
    "time-limit": `${EXPLORE_SECONDS}s`,
    "output-path": folder,
    "instrument-javascript": instrumented,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const specification = join(import.meta.dirname, "properties.ts");
  await promisify(execFile)(
    "bombadil",
    ["browser", "test", "--headless", "--no-sandbox", ...flags, url, specification],
    { env: { ...process.env, LANGUAGE: language }, maxBuffer: 1e9 },
  );
  const trace = readFileSync(join(folder, "trace.jsonl"), "utf8");
  return trace
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "exploration-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A find is no matter of luck, so that there is no second try. */
const PATIENT = { retry: 0, timeout: 2 * 60 * 60_000 };

interface Look {
  viewport: typeof PHONE;
  language: string;
  instrumented: string;
}

/** A width and a language. */
const LOOKS = [
  { viewport: DESKTOP, language: "en" },
  { viewport: PHONE, language: "pt_BR" },
];

describe.skipIf(!hasChromium)("Bombadil explores the inspector", () => {
  useBrowser();

  test.each(LOOKS)(
    "on a server, $viewport.width pixels wide, in $language",
    { ...PATIENT },
    async (look) => {
      const defects = vi.spyOn(console, "error");
      const db = join(temporaryFolder(), "sandbox.db");
      const explored = await startSandbox({ clock: START, db });
      const hashes = await exploreWithoutViolation(explored.inspectorUrl, {
        ...look,
        // Code in the page itself must keep its hash, which the content security policy names.
        instrumented: "files",
      });
      await explored.close();
      expect(defects).not.toHaveBeenCalled();
      const file = new DatabaseSync(db, { readOnly: true });
      const unbalanced = file.prepare(
        "SELECT subject, event FROM entries GROUP BY company, dataset, subject, event HAVING sum(amount) <> 0",
      );
      expect(unbalanced.all()).toEqual([]);
      file.close();

      // Another program looks at what is left.
      const sandbox = await startSandbox({ db });
      onTestFinished(sandbox.close);
      const { page } = await visit(sandbox.inspectorUrl, { viewport: look.viewport });
      await page.locator("nav.screens").waitFor();
      for (const hash of hashes) {
        await setHash(page, hash);
        await page.waitForLoadState("networkidle");
        expect(await violationsIn(page), hash).toEqual([]);
      }
    },
  );

  test.each(LOOKS)(
    "in the docs, $viewport.width pixels wide, in $language",
    { ...PATIENT },
    async (look) => {
      const base = new URL(ADDRESS).pathname;
      const server = await serveFolder((await builtSite()).folder, { base });
      onTestFinished(() => server.close());
      await exploreWithoutViolation(new URL(`${base}inspector.html`, server.url).href, {
        ...look,
        // What is added to a file needs a window, which the worker of the page's sandbox does not have.
        instrumented: "",
      });
    },
  );
});

/** Returns one place of each kind that was seen. */
async function exploreWithoutViolation(url: string, look: Look) {
  const states = await explore(url, look);
  const found = states.flatMap(({ action, state, violations }) =>
    violations.map((violation) => ({ ...violation, action, url: state.url })),
  );
  expect(found).toEqual([]);
  const hashes = states.map(({ state }) => new URL(state.url).hash);
  const places = new Map(hashes.map((hash) => [hash.replaceAll(/[\da-f-]{36}/g, ""), hash]));
  console.log(`Bombadil saw ${states.length} states of ${places.size} places.`);
  // If hardly anything was seen, "no violation" means nothing.
  expect(places.size).toBeGreaterThan(4);
  return [...places.values()];
}
