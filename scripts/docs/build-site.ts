import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { assumptionIds } from "../../src/contract/assumptions.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { MOCK_URL, SANDBOX_URL } from "../default-servers.ts";
import { EXIT_STATUS, runScript, ScriptError } from "../exit-status.ts";
import { withChapters, workflowChapters } from "../workflows/workflow-chapters.ts";
import { mockAt, sandboxAt } from "./from-contract/code-samples.ts";
import { buildReference } from "./from-contract/reference.ts";
import { generatedPages, type Servers } from "./generated-pages.ts";
import { writeLlmsFiles } from "./llms-files.ts";
import { writeMachineFiles } from "./offered-contract.ts";
import { bundleLiveParts, writeLiveParts } from "./page-sandbox.ts";
import { portuguesePages } from "./portuguese-pages.ts";
import { runnablePrograms } from "./runnable-programs.ts";
import { writeSearchFile } from "./search-texts.ts";
import { SITE, siteAddress } from "./site-address.ts";
import {
  copyPictures,
  guidePages,
  type SitePage,
  writeMarkdown,
  writeSource,
} from "./site-source.ts";
import { Translation } from "./translation.ts";

/** What VitePress's configuration reads: see docs/.vitepress/config.ts. */
export type SiteSettings = {
  base: string;
  url?: string;
  /** The folder of the live parts. */
  live: string;
  titles: Record<string, string>;
  operations: { page: string; title: string; method?: string; group: string }[];
};

/** Builds the site from the committed contracts into an empty folder. Any static file host can serve it. */
async function buildSite(folder: string = SITE, servers?: Servers): Promise<void> {
  const service = readContract("openapi.json", servers);
  const control = readContract("sandbox-control.json", servers);
  const contracts = { service: Cursor.root(service), control: Cursor.root(control) };
  const address = siteAddress();
  const assumptions = assumptionIds(contracts.service);
  const sections = [
    {
      document: service,
      folder: "operations",
      file: "reference.html",
      title: "All operations on one page",
      source: "openapi.yaml",
      server: mockAt(servers?.mock),
    },
    {
      document: control,
      folder: "controls",
      file: "control.html",
      title: "All sandbox controls on one page",
      source: "sandbox-control.yaml",
      server: sandboxAt(servers?.sandbox),
    },
  ] as const;
  const translation = Translation.read();
  const english = [
    ...withChapters(guidePages(contracts), await workflowChapters(), translation),
    ...generatedPages(contracts, servers),
  ];
  const pages = [...english, ...portuguesePages(english, translation)].map((page) => ({
    ...page,
    source: atServers(page.source, servers),
    markdown: atServers(page.markdown, servers),
  }));
  const programs = runnablePrograms(pages.map(({ source }) => source));
  const live = await bundleLiveParts(contracts, programs, (text) => translation.say(text));
  await buildPages(folder, pages, {
    ...address,
    live: live.folder,
    titles: titlesOf(pages),
    operations: pages.flatMap(({ file, operation }) =>
      operation ? [{ ...operation, page: file.replace(/\.md$/, "") }] : [],
    ),
  });
  writeLiveParts(folder, live);
  writeSearchFile(folder, pages);
  writeMarkdown(folder, pages);
  writeLlmsFiles(folder, pages, address.url);
  copyPictures(folder);
  writeFileSync(join(folder, "robots.txt"), robotsTxt(address.url));
  writeMachineFiles(folder, (text) => atServers(text, servers));
  for (const { document, ...section } of sections)
    await buildReference(document, {
      ...section,
      pages: section.folder,
      folder,
      assumptions,
      address,
    });
}

function readContract(name: string, servers: Servers | undefined): JsonObject {
  return JSON.parse(atServers(readFileSync(join("generated", name), "utf8"), servers));
}

function titlesOf(pages: readonly SitePage[]): Record<string, string> {
  return Object.fromEntries(pages.map(({ file, title }) => [file.replace(/\.md$/, ""), title]));
}

/** Every page may be read and indexed. */
function robotsTxt(url: string | undefined): string {
  const sitemap = url ? `\nSitemap: ${url}sitemap.xml\n` : "";
  return `User-agent: *\nAllow: /\n${sitemap}`;
}

/** Pages and contracts name the default addresses of the servers. This replaces them with those of running ones. */
function atServers(text: string, servers: Servers | undefined): string {
  if (!servers) return text;
  return text.replaceAll(MOCK_URL, servers.mock).replaceAll(SANDBOX_URL, servers.sandbox);
}

/**
 * Lets VitePress build the pages into a folder anywhere. It reads and compiles them in a folder of this repository,
 * from which the project's packages are found. Each build has one of its own, beside the site if that is in `dist` too.
 */
async function buildPages(
  folder: string,
  pages: readonly SitePage[],
  settings: SiteSettings,
): Promise<void> {
  const beside = dirname(resolve(folder));
  const place = beside.startsWith(resolve("dist")) ? beside : "dist";
  mkdirSync(place, { recursive: true });
  const work = resolve(mkdtempSync(join(place, "docs-build-")));
  try {
    const source = join(work, "source");
    writeSource(source, pages);
    writeFileSync(join(source, "site.json"), JSON.stringify(settings));
    process.env.CENTAVO_DOCS_SOURCE = source;
    await build("docs", {
      outDir: resolve(folder),
      onAfterConfigResolve: (config) => {
        config.tempDir = join(work, "temporary");
      },
    });
  } finally {
    rmSync(work, { recursive: true });
  }
}

if (import.meta.main) {
  await runScript(async () => {
    const { values, positionals } = parseArgs({
      options: { mock: { type: "string" }, sandbox: { type: "string" } },
      allowPositionals: true,
    });
    const { mock, sandbox } = values;
    if (Boolean(mock) !== Boolean(sandbox))
      throw new ScriptError(EXIT_STATUS.usage, "--mock and --sandbox are given together.");
    const folder = positionals[0] ?? SITE;
    await buildSite(folder, mock && sandbox ? { mock, sandbox } : undefined);
    console.log(
      `Built ${folder}. Serve the folder from any static host; index.html is its start page.`,
    );
  });
}
