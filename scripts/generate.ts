import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stringify } from "yaml";
import type { JsonObject } from "../src/contract/place.ts";
import { Failure, runCommand, STATUS } from "./command.ts";
import { ENTRY, lintContract } from "./lint.ts";
import { makeClient } from "./make-client.ts";
import { makeErrors } from "./make-errors.ts";
import { formatted } from "./typescript.ts";

const FOLDER = "generated";
const NOTICE = "Generated from openapi/ by `npm run generate`. Do not edit.";

/** What is made of the bundled contract, file by file. */
const OUTPUTS: Record<string, (contract: JsonObject) => string | Promise<string>> = {
  "openapi.yaml": asYaml,
  "openapi.json": asJson,
  "types.ts": async (contract) => asTypeScript(await makeTypes(contract)),
  "client.ts": (contract) => asTypeScript(makeClient(contract)),
  "errors.ts": (contract) => asTypeScript(makeErrors(contract)),
};

export type GeneratedFile = { name: string; text: string };

/**
 * Everything in generated/, as the sources give it.
 * @throws {ContractError} when the contract is not clean.
 */
export async function generate(): Promise<GeneratedFile[]> {
  const contract = await lintContract(ENTRY);
  return Promise.all(
    Object.entries(OUTPUTS).map(async ([name, make]) => ({ name, text: await make(contract) })),
  );
}

/** The files that are missing in generated/ or say something else there. */
export function outdated(files: GeneratedFile[]): string[] {
  return files
    .map(({ name, text }) => ({ path: join(FOLDER, name), text }))
    .filter(({ path, text }) => !existsSync(path) || readFileSync(path, "utf8") !== text)
    .map(({ path }) => path);
}

/** All files or none: the last is written aside before the first takes its place. */
function write(files: GeneratedFile[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const aside = mkdtempSync(join(FOLDER, ".new-"));
  try {
    for (const { name, text } of files) writeFileSync(join(aside, name), text);
    for (const { name } of files) renameSync(join(aside, name), join(FOLDER, name));
  } finally {
    rmSync(aside, { recursive: true });
  }
}

/** Quoted so that a YAML 1.1 parser, too, reads dates and `yes` as the strings they are. */
function asYaml(contract: JsonObject): string {
  const options = { lineWidth: 0, compat: "yaml-1.1", aliasDuplicateObjects: false } as const;
  return `# ${NOTICE}\n${stringify(contract, options)}`;
}

function asJson(contract: JsonObject): string {
  return `${JSON.stringify(contract, null, 2)}\n`;
}

/** The compiler that it needs is slow to load, and is not needed where the contract is not sound. */
async function makeTypes(contract: JsonObject): Promise<string> {
  return (await import("./make-types.ts")).makeTypes(contract);
}

function asTypeScript(text: string): Promise<string> {
  return formatted(`// ${NOTICE}\n\n${text}`);
}

if (import.meta.main) {
  await runCommand(async () => {
    const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
    const files = await generate();
    const stale = outdated(files);
    if (!values.check) {
      write(files);
      console.log(`${FOLDER}/: ${files.length} files, ${stale.length} of them changed.`);
    } else if (stale.length > 0) {
      throw new Failure(
        STATUS.refused,
        `Not what openapi/ gives: ${stale.join(", ")}. Run npm run generate.`,
      );
    }
  });
}
