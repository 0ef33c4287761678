import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";

/** What all copies have in common: there is one way to fail, and one place where tokens are had. */
const SHARED = /^(error\.|Error|ReturnCode|Token|auth)/;
const REFERENCE = /[\w./{}-]+\.yaml/g;

interface Contract {
  tags: Tag[];
  "x-tagGroups": { name: string; tags: string[] }[];
  paths: Record<string, { $ref: string }>;
}

interface Tag {
  name: string;
  "x-displayName": string;
}

/**
 * Adds copies of the operations to the contract in a folder, each with paths, schemas, parameters,
 * answers and examples of its own.
 * @returns how many operations there are then.
 */
export function multiply(folder: string, copies: number): number {
  const entry = join(folder, "openapi.yaml");
  const contract = parse(readFileSync(entry, "utf8")) as Contract;
  const ownTags = contract.tags.filter(({ name }) => !SHARED.test(name));
  const paths = Object.entries(contract.paths);
  const ownPaths = paths.filter(([path]) => !SHARED.test(path.slice(1)));
  const files = filesFrom(folder, filesOf(ownPaths));
  for (let copy = 0; copy < copies; copy++) {
    const mark = markOf(copy);
    const renamed = (text: string) => rename(text, ownTags, mark);
    const copiedTags = ownTags.map((tag) => ({
      ...tag,
      name: tag.name + mark,
      "x-displayName": `${tag["x-displayName"]} ${mark}`,
    }));
    contract.tags.push(...copiedTags);
    contract["x-tagGroups"].push({ name: mark, tags: copiedTags.map(({ name }) => name) });
    for (const [path, { $ref }] of ownPaths) {
      contract.paths[`/${mark}${path}`] = { $ref: renamed($ref) };
    }
    for (const file of files) {
      const text = readFileSync(join(folder, file), "utf8");
      writeFileSync(join(folder, renamed(file)), renamed(text));
    }
  }
  writeFileSync(entry, stringify(contract));
  return operationsIn(folder, filesOf(paths)) + copies * operationsIn(folder, filesOf(ownPaths));
}

function filesOf(paths: [string, { $ref: string }][]): string[] {
  return paths.map(([, { $ref }]) => $ref);
}

function operationsIn(folder: string, files: string[]): number {
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  return texts.join("\n").match(/^ {2}operationId: /gm)?.length ?? 0;
}

/** Two letters: the house's rules allow no digits in the names of operations. */
function markOf(copy: number): string {
  return String.fromCharCode(65 + Math.floor(copy / 26), 97 + (copy % 26));
}

/** Gives operations, their tags and their examples, and the files of everything else other names. */
function rename(text: string, tags: readonly Tag[], mark: string): string {
  const names = tags.map(({ name }) => name).join("|");
  return text
    .replaceAll(new RegExp(`\\b(${names})(?=\\.[a-z]\\w+\\b)(?!\\.yaml)`, "g"), `$1${mark}`)
    .replaceAll(new RegExp(`(?<=tags: \\[)(${names})(?=\\])`, "g"), `$1${mark}`)
    .replaceAll(REFERENCE, (file) =>
      isCopied(file) ? file.replace(/\.yaml$/, `${mark}.yaml`) : file,
    );
}

/** An example is named for its operation, and has another name by that. */
function isCopied(file: string): boolean {
  const name = file.slice(file.lastIndexOf("/") + 1, -".yaml".length);
  return !name.includes(".") && !SHARED.test(name);
}

/** The files that those given lead to, and they themselves, without the shared ones. */
function filesFrom(folder: string, files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [reference] of text.matchAll(REFERENCE)) {
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      if (!SHARED.test(name)) found.add(join(dirname(file), reference));
    }
  }
  return found;
}
