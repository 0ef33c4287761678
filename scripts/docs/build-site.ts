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

/** The contracts, in the formats that the site offers. */
const CONTRACTS = ["openapi.json", "openapi.yaml", "sandbox-control.json", "sandbox-control.yaml"];

/** The URLs of the servers that the samples call, if they are not the default ones. */
export type Addresses = { mock?: string; sandbox?: string };

/** Builds the site from the committed contracts. Any static file host can serve it. */
export async function buildSite(
  { mock, sandbox }: Addresses = {},
  folder: string = SITE,
): Promise<void> {
  const service = JSON.parse(readGenerated("openapi.json")) as JsonObject;
  const control = JSON.parse(readGenerated("sandbox-control.json")) as JsonObject;
  const contracts = { service: Cursor.root(service), control: Cursor.root(control) };
  const files: Record<string, string | Promise<string>> = {
    "reference.html": buildReference(service, {
      file: "reference.html",
      title: "API reference",
      server: mockAt(mock),
    }),
    "control.html": buildReference(control, {
      file: "control.html",
      title: "Sandbox controls",
      server: sandboxAt(sandbox),
    }),
    "index.html": overviewPage(contracts),
    "errors.html": errorsPage(contracts),
    "assumptions.html": assumptionsPage(contracts),
    "mock.html": mockPage(contracts),
    "sandbox.html": sandboxPage(contracts),
    "changelog.html": changelogPage(contracts),
    ...Object.fromEntries(CONTRACTS.map((name) => [name, readGenerated(name)])),
  };
  const pages = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ({ name, text: await text })),
  );
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of pages) writeFileSync(join(folder, name), text);
}

function readGenerated(name: string): string {
  return readFileSync(join("generated", name), "utf8");
}

if (import.meta.main) {
  await runScript(async () => {
    await buildSite();
    console.log(
      `Built ${SITE}. Serve the folder from any static host; index.html is its start page.`,
    );
  });
}
