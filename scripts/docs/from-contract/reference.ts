import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { assumptionId, describeTransition, isMarked } from "../../../src/contract/assumptions.ts";
import { Cursor, isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import {
  mediaTypes,
  type Operation,
  operations,
  parameters,
} from "../../../src/contract/operations.ts";
import * as redocly from "../../redocly-cli.ts";
import { HEADER, type OperationFolder, operationPage } from "../navigation.ts";
import type { SiteAddress } from "../site-address.ts";
import { type Sample, samples, type Target } from "./code-samples.ts";
import { hiddenAssumptions } from "./hidden-assumptions.ts";

const REDOCLY_LOGO = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

/** The languages of the samples in the order of the menu, and their names in the highlighter. */
const LANGUAGES = [
  { name: "curl", lang: "bash" },
  { name: "TypeScript", lang: "typescript" },
];

/** What the pages are called that say the same. */
const PAGES: Readonly<Record<OperationFolder, string>> = {
  operations: "Operations",
  controls: "Controls",
};

/** A reference page, the folder of the site, and the server that its samples call. */
export type Reference = {
  folder: string;
  file: string;
  /** The folder of the pages that say the same. */
  pages: OperationFolder;
  title: string;
  server: Target;
  /** The contract itself, as a file of the site. */
  source: string;
  /** What is known of each assumption that has a place on their page, by its id. */
  assumptions: ReadonlySet<string>;
  address: SiteAddress;
};

const ASSUMPTIONS = "assumptions.html";

const MODULE = '<script type="module">';
/** Where Redoc ends in its module, and the data of the page begins. */
const PAGE_DATA = "const __redoc_definition =";

/** Builds the reference of a contract as a page that loads nothing from other hosts. */
export async function buildReference(
  contract: JsonObject,
  { folder, file, pages, title, server, source, assumptions, address }: Reference,
): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), "centavo-docs-"));
  try {
    const all = samples(Cursor.root(contract), server).filter(({ language }) =>
      LANGUAGES.some(({ name }) => name === language),
    );
    const files = { page: join(temporary, file), contract: join(temporary, "contract.json") };
    const prepared = prepareForRedoc(contract, all, assumptions);
    prependPurpose(prepared.info as JsonObject, pages, source);
    writeFileSync(files.contract, JSON.stringify(prepared));
    writeFileSync(join(temporary, "redocly.yaml"), JSON.stringify(settings(all)));
    await redocly.buildDocs(files.contract, {
      file: files.page,
      title: `${title} · Centavo`,
      template: "docs/reference.hbs",
      config: join(temporary, "redocly.yaml"),
      options: {
        description: `${title}: every operation of the contract with its fields, examples and errors.`,
        canonical: address.url ? `<link rel="canonical" href="${address.url}${file}">` : "",
        style: read("docs/reference.css"),
        script: themeScript(),
        links: HEADER_LINKS,
        pages,
        back: PAGES[pages],
      },
    });
    writeFileSync(
      join(folder, file),
      withLinksForNoScript(withSharedScript(withoutExternalLogo(read(files.page)), folder), pages),
    );
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Says first what the page is for, with the way to the others. */
function prependPurpose(info: JsonObject, pages: OperationFolder, source: string): void {
  const own = `[the pages of the ${pages}](${pages}/index.html)`;
  const portuguese = `[em português](pt-BR/${pages}/index.html)`;
  const files = [source, source.replace(/yaml$/, "json")].map((file) => `[${file}](${file})`);
  info.description = `**This is the whole contract on one page, section by section, to search with the browser and to print.** To read, take ${own} (or ${portuguese}). As a file: ${files.join(", ")}.\n\n${info.description}`;
}

/** The script of the page's head, in one piece with what it shares with the other pages. */
function themeScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: ["docs/reference-theme.js"],
    ...{ bundle: true, minify: true, write: false, format: "iife", target: "es2022" },
  });
  return outputFiles[0]?.text ?? "";
}

const HEADER_LINKS = HEADER.map(
  ({ text, pages: [page] }) => `<a href="${page}.html">${text}</a>`,
).join("\n");

/**
 * Moves Redoc from the page into a file of the site, which the browser loads once for all references. It is heavy, so
 * the page comes first.
 */
function withSharedScript(page: string, folder: string): string {
  const start = page.indexOf(MODULE) + MODULE.length;
  const end = page.indexOf(PAGE_DATA, start);
  if (end < 0)
    throw new Error(
      `Redocly's page has no "${PAGE_DATA}": see scripts/docs/from-contract/reference.ts.`,
    );
  const redoc = page.slice(start, end).trim();
  const file = `assets/redoc.${createHash("sha256").update(redoc).digest("hex").slice(0, 8)}.js`;
  mkdirSync(join(folder, "assets"), { recursive: true });
  writeFileSync(join(folder, file), redoc);
  const lazily = `await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
const { hydrate } = await import("./${file}");`;
  return `${page.slice(0, start)}\n${lazily}\n${page.slice(end)}`;
}

/** Redoc's links need its script. In the page that is there before it, these lead to the sections and operations too. */
function withLinksForNoScript(page: string, folder: OperationFolder): string {
  const start = page.indexOf('<div id="redoc">');
  const end = page.indexOf(MODULE, start);
  const body = page
    .slice(start, end)
    .replaceAll(
      /href="#?\/\w+\/(\w+\.\w+)"/g,
      (_, id: string) => `href="${folder}/${operationPage(folder, id).replace(".md", ".html")}"`,
    )
    .replaceAll(/href="(\/[^"]*)"/g, 'href="#$1"')
    .replaceAll(/data-section-id="([^"]*)"/g, '$& id="$1"');
  return page.slice(0, start) + body + page.slice(end);
}

/** Redoc shows at most one sample per language, so each label is configured as a language. */
function settings(all: Sample[]): JsonObject {
  const labels = [...new Set(all.map((sample) => label(sample, all)))];
  return {
    telemetry: "off",
    openapi: { codeSamples: { languages: labels.map((lang) => ({ lang, label: lang })) } },
  };
}

/** The label of an operation's first example is only its language, so Redoc keeps the user's choice. */
function label({ operationId, example, title, language }: Sample, all: Sample[]): string {
  const first = all.find((other) => other.operationId === operationId);
  return first?.example === example ? language : `${language} · ${title}`;
}

/** The addresses of the assumptions of a contract, by the elements that carry them. */
type Addresses = ReadonlyMap<unknown, string>;

/** Copies extensions that Redoc ignores to descriptions, and adds the samples. */
export function prepareForRedoc(
  contract: JsonObject,
  all: Sample[],
  assumptions: ReadonlySet<string>,
): JsonObject {
  const copy = structuredClone(contract);
  const elements = [...Cursor.root(copy).descendants()];
  const marked = elements.filter(isMarked);
  const addresses = addressesOf(Cursor.root(copy), marked, assumptions);
  describeHiddenAssumptions(operations(Cursor.root(copy)), addresses);
  for (const { value, key } of elements) {
    if (!isObject(value) || key === "value") continue;
    appendDescription(value, openSet(value));
    appendDescription(value, transitions(value));
    appendDescription(value, assumption(value, addresses));
    if (typeof value.description === "string") value.description = redocLinks(value.description);
    if (typeof value.operationId === "string") addSamples(value, all);
  }
  return copy;
}

function addressesOf(
  contract: Cursor,
  marked: readonly Cursor[],
  assumptions: ReadonlySet<string>,
): Addresses {
  return new Map(
    marked.flatMap((each) => {
      const id = assumptionId(contract, each);
      return assumptions.has(id) ? [[each.value, `assumptions.html#${id}`] as const] : [];
    }),
  );
}

/** The contract's own links, which Redoc only follows by way of a page that says 404. */
function redocLinks(markdown: string): string {
  return markdown
    .replaceAll(/\]\(#operation\/((\w+)\.\w+)\)/g, (_, id: string, tag: string) => {
      return `](#/${tag.toLowerCase()}/${id})`;
    })
    .replaceAll(/\]\(#section\/([\w-]+)\)/g, (_, title: string) => {
      return `](#/section/${title.toLowerCase()})`;
    });
}

function appendDescription(element: JsonObject, text: string | undefined): void {
  if (text) element.description = [element.description, text].filter(Boolean).join("\n\n");
}

/** Redoc does not show the descriptions of these schemas, so their assumptions move up. */
function describeHiddenAssumptions(all: Operation[], addresses: Addresses): void {
  // A set, because operations share parameters and each needs the text only once.
  for (const parameter of new Set(
    all.flatMap(parameters).map(({ value }) => value as JsonObject),
  )) {
    appendDescription(parameter, assumption(parameter.schema as JsonObject, addresses));
  }
  for (const { cursor } of all) {
    describeBodyAssumptions(cursor.at("requestBody"), addresses);
    describeBodyAssumptions(cursor.at("responses", "200"), addresses);
  }
}

function describeBodyAssumptions(body: Cursor, addresses: Addresses): void {
  const schemas = mediaTypes(body).flatMap((mediaType) =>
    hiddenAssumptions(mediaType.at("schema")),
  );
  if (schemas.length === 0) return;
  const list = schemas.map((schema) => {
    const address = addresses.get(schema.value) ?? ASSUMPTIONS;
    return `> - [\`${schema.key}\`](${address}): ${schema.at("x-inferred").value}`;
  });
  appendDescription(body.value as JsonObject, `> Assumed about the body:\n>\n${list.join("\n")}`);
}

function openSet(element: JsonObject): string | undefined {
  const known = element["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const values = known.map((value) => `\`${value}\``).join(", ");
  return `Known values: ${values}. The service may return others.`;
}

function transitions(element: JsonObject): string | undefined {
  const all = Cursor.root(element).at("x-transitions");
  if (!all.exists) return undefined;
  return `Transitions: ${all.members().map(describeTransition).join("; ")}.`;
}

function assumption(element: JsonObject, addresses: Addresses): string | undefined {
  const text = element["x-inferred"];
  if (typeof text !== "string" || "trigger" in element) return undefined;
  // Redoc shows the description of a server as plain text.
  if (typeof element.url === "string") return `Assumed: ${text}`;
  return `> **[Assumed.](${addresses.get(element) ?? ASSUMPTIONS})** ${text}`;
}

/** Removes the request examples: samples already contain a body, and Redoc would show a second menu. */
function addSamples(operation: JsonObject, all: Sample[]): void {
  const own = all.filter(({ operationId }) => operationId === operation.operationId);
  operation["x-codeSamples"] = LANGUAGES.flatMap(({ name, lang }) =>
    own
      .filter(({ language }) => language === name)
      .map((sample) => ({ lang, label: label(sample, all), source: sample.source })),
  );
  const { requestBody } = operation;
  for (const { value } of Cursor.root({ requestBody }).descendants()) {
    if (isObject(value)) delete value.examples;
  }
}

/** Redoc's badge loads its logo from a CDN at every visit. This replaces it with the name. */
function withoutExternalLogo(page: string): string {
  const name = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 14"><text y="11" font-family="sans-serif" font-size="12" fill="#667">Redocly</text></svg>`;
  return page.replaceAll(REDOCLY_LOGO, pictureUri(name));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** An SVG as a data URI. */
function pictureUri(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
