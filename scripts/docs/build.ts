import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, Place } from "../../src/contract/place.ts";
import { runCommand } from "../command.ts";
import { assumptionsPage, changelogPage, errorsPage, mockPage, overviewPage } from "./pages.ts";
import { buildReference } from "./reference.ts";

export const SITE = "dist/docs";

/**
 * Builds the site from the committed contract; any host of static files can serve it. Its samples
 * call the mock where it listens by default, or at `mockUrl`.
 */
export async function buildSite(mockUrl?: string): Promise<void> {
  const json = readFileSync("generated/openapi.json", "utf8");
  const document = JSON.parse(json) as JsonObject;
  const contract = Place.root(document);
  const files: Record<string, string | Promise<string>> = {
    "reference.html": buildReference(document, mockUrl),
    "index.html": overviewPage(contract),
    "errors.html": errorsPage(contract),
    "assumptions.html": assumptionsPage(contract),
    "mock.html": mockPage(),
    "changelog.html": changelogPage(),
    "openapi.json": json,
    "openapi.yaml": readFileSync("generated/openapi.yaml", "utf8"),
  };
  const made = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ({ name, text: await text })),
  );
  mkdirSync(SITE, { recursive: true });
  for (const { name, text } of made) writeFileSync(join(SITE, name), text);
}

if (import.meta.main) {
  await runCommand(async () => {
    await buildSite();
    console.log(`${SITE}/index.html is the start page. Serve the folder from any static host.`);
  });
}
