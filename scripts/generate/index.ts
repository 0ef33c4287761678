import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { completeGuides } from "../docs/from-contract/contract-tables.ts";
import { packageList } from "../docs/package-list.ts";
import { EXIT_STATUS, runScript, ScriptError } from "../exit-status.ts";
import * as redocly from "../redocly-cli.ts";
import { checksIn, withoutChecks } from "./assumption-checks.ts";
import { type Client, makeClient, makeOperations, makeSensitiveFields } from "./client.ts";
import { makeErrors } from "./errors.ts";
import { formatted } from "./format-typescript.ts";
import { makeJsonSchema } from "./json-schema.ts";
import { withPathIndex } from "./path-index.ts";
import { makePostbackFields } from "./postback-fields.ts";
import type { BaseContract } from "./types.ts";

const FOLDER = "generated";
const NOTICE = "Generated from openapi/ by `npm run generate`. Do not edit.";

/** The entry files of the contracts. */
const ENTRIES = ["openapi/openapi.yaml", "openapi/sandbox-control/openapi.yaml"];

/** The contracts, each bundled into one document. */
type Contracts = { service: JsonObject; control: JsonObject; checks: JsonObject };

const CENTAVO: Client = {
  name: "Centavo",
  about: "A client of the payment API: one method for each operation.",
  call: "payments.create",
  types: "./types.ts",
};
const CONTROL: Client = {
  name: "Control",
  about: "A client of the sandbox's control API: one method for each operation.",
  call: "clock.advance",
  types: "./sandbox-control-types.ts",
};

/** The JSON Schema for receivers of postbacks. The id is only a name; it cannot be fetched. */
const POSTBACK = { schema: "PostbackBody", id: "urn:centavo:postback" };

/** How each file is generated from the bundled contracts. */
const OUTPUTS: Record<string, (contracts: Contracts) => string | Promise<string>> = {
  "openapi.yaml": ({ service }) => asYaml(service),
  "openapi.json": ({ service }) => asJson(service),
  "assumption-checks.json": ({ checks }) => asJson(checks),
  "postback.schema.json": ({ control }) =>
    asJson(makeJsonSchema(control, POSTBACK.schema, POSTBACK.id)),
  "postback-fields.ts": ({ control }) => asTypeScript(makePostbackFields(control, POSTBACK.schema)),
  "types.ts": async ({ service }) => asTypeScript(await makeTypes(service)),
  // The client masks for both.
  "operations.ts": ({ service, control }) =>
    asTypeScript(makeOperations(service, CENTAVO) + makeSensitiveFields([service, control])),
  "client.ts": ({ service }) => asTypeScript(makeClient(service, CENTAVO)),
  "errors.ts": ({ service }) => asTypeScript(makeErrors(service)),
  "sandbox-control.yaml": ({ control }) => asYaml(control),
  "sandbox-control.json": ({ control }) => asJson(control),
  "sandbox-control-types.ts": async ({ control, service }) =>
    asTypeScript(await makeTypes(control, { contract: service, types: CENTAVO.types })),
  "sandbox-control-operations.ts": ({ control }) => asTypeScript(makeOperations(control, CONTROL)),
  "sandbox-control-client.ts": ({ control }) => asTypeScript(makeClient(control, CONTROL)),
};

type GeneratedFile = { path: string; text: string };

/**
 * Generates everything in generated/, and the generated parts of the guides.
 * @throws {ScriptError} if a contract is invalid.
 */
export async function generate(): Promise<GeneratedFile[]> {
  const bundles = await redocly.bundle(...ENTRIES);
  const [service = {}, control = {}] = bundles.map(withoutChecks);
  const contracts = { service, control, checks: checksIn(bundles[0] ?? {}) };
  const outputs = Object.entries(OUTPUTS).map(async ([name, make]) => ({
    path: join(FOLDER, name),
    text: await make(contracts),
  }));
  const { checks } = contracts;
  const cursors = { service: Cursor.root(service), control: Cursor.root(control), checks };
  return [
    ...(await Promise.all(outputs)),
    ...completeGuides(cursors).map(({ file, text }) => ({ path: file, text })),
    { path: "llms.txt", text: packageList() },
  ];
}

/** The files that are missing or out of date. */
function outdated(files: GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, "utf8") !== text);
}

/** Writes all files to a temporary folder first, so that an error leaves the old ones in place. */
function write(files: GeneratedFile[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const temporary = mkdtempSync(join(FOLDER, ".new-"));
  try {
    for (const [index, { text }] of files.entries())
      writeFileSync(join(temporary, String(index)), text);
    for (const [index, { path }] of files.entries()) {
      mkdirSync(dirname(path), { recursive: true });
      renameSync(join(temporary, String(index)), path);
    }
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** Quotes strings so that YAML 1.1 parsers also read dates and `yes` as strings. */
function asYaml(contract: JsonObject): string {
  const options = { lineWidth: 0, compat: "yaml-1.1", aliasDuplicateObjects: false } as const;
  return `# ${NOTICE}\n${stringify(contract, options)}`;
}

function asJson(contract: object): string {
  return `${JSON.stringify(contract, null, 2)}\n`;
}

/** Imported on demand, since the compiler is slow to load and an invalid contract does not need it. */
async function makeTypes(contract: JsonObject, base?: BaseContract): Promise<string> {
  return (await import("./types.ts")).makeTypes(contract, base);
}

function asTypeScript(text: string): Promise<string> {
  return formatted(`// ${NOTICE}\n\n${text}`);
}

/** @throws {ScriptError} if a file is missing or out of date. */
function check(files: GeneratedFile[]): void {
  const stale = outdated(files).map(({ path }) => path);
  if (stale.length === 0) return;
  throw new ScriptError(
    EXIT_STATUS.failure,
    `Out of date with openapi/: ${stale.join(", ")}. Run npm run generate.`,
  );
}

if (import.meta.main) {
  await runScript(async () => {
    const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
    if (!existsSync("openapi"))
      throw new ScriptError(EXIT_STATUS.usage, "Run this in the repository's root.");
    // The bundler reads the index of paths, so it comes first.
    const indexes = ENTRIES.map((path) => ({ path, text: withPathIndex(path) }));
    if (values.check) {
      check(indexes);
      check(await generate());
      return;
    }
    write(outdated(indexes));
    const files = await generate();
    const changed = outdated(files).length;
    write(files);
    console.log(
      `${FOLDER}/ and the guides: wrote ${files.length} files, ${changed} of them changed.`,
    );
  });
}
