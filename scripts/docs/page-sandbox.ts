import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build, type OutputFile, type Plugin } from "esbuild";
import type { LinkedOperation, StatusMove } from "../../docs/.vitepress/sandbox/next-moves.ts";
import { type Cursor, textAt } from "../../src/contract/cursor.ts";
import {
  httpMethodOf,
  type Operation,
  operations,
  requestSchema,
} from "../../src/contract/operations.ts";
import { reachableSchemas } from "../../src/contract/schema-fields.ts";
import { MOCK_URL, SANDBOX_URL } from "../default-servers.ts";
import { contractForms } from "../generate/inspector-forms.ts";
import { precomputed } from "../precomputed-modules.ts";
import type { Contracts } from "./from-contract/contract-tables.ts";
import { transitionsOf } from "./from-contract/transition-rows.ts";
import { tagOf } from "./navigation.ts";
import { MODULES, programName } from "./runnable-programs.ts";
import type { Say } from "./translation.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "docs/.vitepress/sandbox");

/** The live parts of a site: the files of a folder whose name is another one when any of them changes. */
export interface LiveParts {
  folder: string;
  files: readonly Pick<OutputFile, "path" | "contents">[];
}

/** Bundles the sandbox of a page, its inspector, and the programs that run in it. */
export async function bundleLiveParts(
  contracts: Contracts,
  programs: readonly string[],
  say: Say,
): Promise<LiveParts> {
  const texts = new Map(programs.map((text) => [programName(text), text]));
  const next = {
    LINKED_OPERATIONS: JSON.stringify(linkedOperations(contracts.service, say)),
    STATUS_MOVES: JSON.stringify(statusMoves(contracts, say)),
  };
  // What is defined for one of them would be in a part that all of them load.
  const bundles = await Promise.all([
    bundle(
      [
        ...["worker", "run"].map((out) => ({ out, in: join(SOURCE, `${out}.ts`) })),
        ...[...texts.keys()].map((out) => ({ out, in: `program:${out}` })),
      ],
      {},
      texts,
    ),
    bundle([{ out: "panel", in: join(SOURCE, "panel.ts") }], next),
    bundle(
      [
        { out: "inspector", in: join(SOURCE, "inspector.ts") },
        { out: "inspector", in: join(ROOT, "src/inspector/style.css") },
      ],
      { CONTRACT_FORMS: JSON.stringify(contractForms()) },
    ),
  ]);
  const files = bundles
    .flatMap(({ outputFiles }) => outputFiles)
    .map(({ path, contents }) => ({ path: basename(path), contents }));
  const hash = createHash("sha256");
  for (const { contents } of files) hash.update(contents);
  return { folder: `live-${hash.digest("hex").slice(0, 8)}`, files };
}

function bundle(
  entryPoints: { in: string; out: string }[],
  define: Record<string, string> = {},
  programs: ReadonlyMap<string, string> = new Map(),
) {
  return build({
    absWorkingDir: ROOT,
    entryPoints,
    define,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    outdir: "live",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    plugins: [precomputed, programsAndAddresses(programs)],
  });
}

const programsAndAddresses = (programs: ReadonlyMap<string, string>): Plugin => ({
  name: "programs and addresses",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^program:/ }, ({ path }) => ({
      path: path.slice("program:".length),
      namespace: "program",
    }));
    onLoad({ filter: /./, namespace: "program" }, ({ path }) => ({
      contents: programs.get(path) ?? "",
      loader: "ts",
      resolveDir: ROOT,
    }));
    onResolve({ filter: /^centavo(\/|$)/ }, ({ path }) => {
      const file = MODULES[path];
      return file === undefined ? undefined : { path: join(ROOT, file) };
    });
    // The module itself reads them from the commands, which need Node.
    onLoad({ filter: /[\\/]scripts[\\/]default-servers\.ts$/ }, () => ({
      contents: `export const MOCK_URL = "${MOCK_URL}", SANDBOX_URL = "${SANDBOX_URL}";`,
    }));
  },
});

/** Writes the live parts into a site, with the page of the inspector. */
export function writeLiveParts(site: string, { folder, files }: LiveParts): void {
  for (const { path, contents } of [...files, inspectorPage(folder)]) {
    const file = join(site, path.endsWith(".html") ? path : join(folder, path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
}

/** As on the other pages, but no script runs that is not a file. The sandbox's pictures are made in the page, and a buyer's page has its style in itself. */
const INSPECTOR_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'";

function inspectorPage(folder: string) {
  const template = readFileSync(join(ROOT, "src/inspector/index.html"), "utf8");
  const html = template
    .replace(
      "<head>",
      `<head>\n<meta http-equiv="Content-Security-Policy" content="${INSPECTOR_POLICY}">\n<meta name="robots" content="noindex">`,
    )
    .replace(/<style>.*<\/style>/, `<link rel="stylesheet" href="${folder}/inspector.css">`)
    .replace(
      /<script>.*<\/script>/,
      `<script type="module" src="${folder}/inspector.js"></script>`,
    );
  return { path: "inspector.html", contents: new TextEncoder().encode(html) };
}

/**
 * What can follow each operation of a contract, where the contract's links name all that it needs. What nothing follows,
 * such as a control, is followed by what the operation of its tag is that reads the resource, and by what follows that.
 */
export function linkedOperations(contract: Cursor, say: Say): Record<string, LinkedOperation> {
  const all = new Map(operations(contract).map((operation) => [operation.id, operation]));
  const starts = statusesBefore(contract);
  const linked = new Map(
    [...all.values()].map((operation) => {
      const { id, cursor, pathItem } = operation;
      const title = textAt(cursor, "summary");
      const from = starts.get(id);
      return [
        id,
        {
          method: httpMethodOf(operation),
          path: pathItem.key,
          title: { en: title, "pt-BR": say(title) },
          ...(from && { from }),
          links: completeLinks(operation, all, say),
        },
      ] as const;
    }),
  );
  const reads = [...linked].flatMap(([id, read]) => {
    const [, name] = /^[^{]*\{(\w+)\}$/.exec(read.path) ?? [];
    if (!id.endsWith(".get") || name === undefined) return [];
    const again = { id, takes: [["path", name, ["response", "data", "id"]] as const] };
    return [[tagOf(id), { ...read, links: [again, ...read.links] }] as const];
  });
  return Object.fromEntries([...linked, ...reads]);
}

function completeLinks({ cursor }: Operation, all: ReadonlyMap<string, Operation>, say: Say) {
  const links = cursor
    .at("responses", "200", "links")
    .members()
    .flatMap((link) => {
      const id = textAt(link, "operationId");
      const target = all.get(id);
      const body = link.at("requestBody").value as Record<string, string> | undefined;
      // The next page has a number that no expression gives.
      if (!target || link.key === "nextPage" || !isComplete(target, body)) return [];
      const parameters = (link.at("parameters").value ?? {}) as Record<string, string>;
      const takes = [
        ...Object.entries(parameters).map(([name, value]) => taken(name, value, target)),
        ...Object.entries(body ?? {}).map(
          ([name, value]) => ["body", name, exchangePath(value)] as const,
        ),
      ];
      return [{ id, takes, about: textAt(link, "description").replace(/\.$/, "") }];
    });
  return links.map(({ about, ...link }) => {
    const isAlone = links.filter(({ id }) => id === link.id).length === 1;
    return isAlone ? link : { ...link, title: { en: about, "pt-BR": say(about) } };
  });
}

/** A parameter of a link: where it belongs, and where its value is. */
function taken(parameter: string, value: string, { pathItem }: Operation) {
  const [place, name] = parameter.startsWith("header.")
    ? (["header", parameter.slice("header.".length)] as const)
    : ([pathItem.key.includes(`{${parameter}}`) ? "path" : "query", parameter] as const);
  return [place, name, exchangePath(value)] as const;
}

/**
 * Where the value of a runtime expression of OpenAPI is, in a request and its response.
 *
 * @example
 * exchangePath("{$response.body#/data/id}"); // ["response", "data", "id"]
 * exchangePath("$request.header.x-subaccount-id"); // ["request", "header", "x-subaccount-id"]
 */
function exchangePath(expression: string): string[] {
  const [, message = "", place = "", rest = ""] =
    /^\{?\$(request|response)\.(\w+)[#.](.*?)\}?$/.exec(expression) ?? [];
  if (place !== "body") return [message, place, rest];
  return [message, ...(message === "request" ? [place] : []), ...rest.split("/").slice(1)];
}

/** Whether a body has all that an operation requires. */
function isComplete(target: Operation, body: object | undefined): boolean {
  const schema = requestSchema(target);
  if (!schema.exists) return true;
  const required = reachableSchemas([schema], "base", "form").flatMap((each) =>
    each
      .at("required")
      .members()
      .map(({ value }) => `${value}`),
  );
  return body !== undefined && required.every((name) => name in body);
}

/** The statuses in which an operation changes its resource, by its id. */
function statusesBefore(contract: Cursor): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { trigger, from } of schemas(contract).flatMap(transitionsOf))
    found.set(trigger, [...(found.get(trigger) ?? []), ...from]);
  return found;
}

const schemas = (contract: Cursor) => contract.at("components", "schemas").members();

/** The transitions that no operation of the service causes, but a control of the sandbox. Its contract has them all. */
export function statusMoves({ service, control }: Contracts, say: Say): StatusMove[] {
  const causes = new Set(operations(service).map(({ id }) => id));
  const controls = new Set(operations(control).map(({ id }) => id));
  return schemas(control).flatMap((schema) => {
    const all = transitionsOf(schema);
    const known = all.find(({ trigger }) => causes.has(trigger) || controls.has(trigger));
    const tag = tagOf(known?.trigger ?? "");
    if (!controls.has(`${tag}.setStatus`)) return [];
    return all
      .filter(({ trigger, from }) => !causes.has(trigger) && from.length > 0)
      .map(({ trigger, from, to, methods }) => ({
        ...{ tag, from, to, methods },
        ...(!controls.has(trigger) && { title: { en: trigger, "pt-BR": say(trigger) } }),
      }));
  });
}
