import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { runScript } from "../exit-status.ts";
import { mockAt, sandboxAt } from "./code-samples.ts";
import { buildReference } from "./reference.ts";
import {
  assumptionsPage,
  changelogPage,
  errorsPage,
  mockPage,
  overviewPage,
  sandboxPage,
} from "./site-pages.ts";

export const SITE = "dist/docs";

/** The contracts, in the formats that the site has them in. */
const CONTRACTS = ["openapi.json", "openapi.yaml", "sandbox-control.json", "sandbox-control.yaml"];

/** Where the samples find what they call, if not where it listens by default. */
export type Addresses = { mock?: string; sandbox?: string };

/** Builds the site from the committed contracts; any host of static files can serve it. */
export async function buildSite(
  { mock, sandbox }: Addresses = {},
  folder: string = SITE,
): Promise<void> {
  const service = JSON.parse(readGenerated("openapi.json")) as JsonObject;
  const controls = JSON.parse(readGenerated("sandbox-control.json")) as JsonObject;
  const contracts = { service: Cursor.root(service), control: Cursor.root(controls) };
  const files: Record<string, string | Promise<string>> = {
    "reference.html": buildReference(service, {
      file: "reference.html",
      title: "API reference",
      callee: mockAt(mock),
    }),
    "control.html": buildReference(controls, {
      file: "control.html",
      title: "Sandbox controls",
      callee: sandboxAt(sandbox),
    }),
    "index.html": overviewPage(contracts),
    "errors.html": errorsPage(contracts),
    "assumptions.html": assumptionsPage(contracts.service),
    "mock.html": mockPage(contracts),
    "sandbox.html": sandboxPage(contracts),
    "changelog.html": changelogPage(contracts),
    ...Object.fromEntries(CONTRACTS.map((name) => [name, readGenerated(name)])),
  };
  const made = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ({ name, text: await text })),
  );
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of made) writeFileSync(join(folder, name), text);
}

function readGenerated(name: string): string {
  return readFileSync(join("generated", name), "utf8");
}

if (import.meta.main) {
  await runScript(async () => {
    await buildSite();
    console.log(`${SITE}/index.html is the start page. Serve the folder from any static host.`);
  });
}
