import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";

/** The parts that all copies share: the errors, and the operation that creates tokens. */
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
 * Adds copies of the operations to the contract in a folder. Each copy has its own paths, schemas,
 * parameters, responses and examples.
 * @returns the resulting number of operations.
 */
export function multiply(folder: string, copies: number): number {
  const entry = join(folder, "openapi.yaml");
  const contract = parse(readFileSync(entry, "utf8")) as Contract;
  const ownTags = contract.tags.filter(({ name }) => !SHARED.test(name));
  const paths = Object.entries(contract.paths);
  const ownPaths = paths.filter(([path]) => !SHARED.test(path.slice(1)));
  const files = filesFrom(folder, filesOf(ownPaths));
  for (let copy = 0; copy < copies; copy++) {
    const suffix = suffixOf(copy);
    const renamed = (text: string) => rename(text, ownTags, suffix);
    const copiedTags = ownTags.map((tag) => ({
      ...tag,
      name: tag.name + suffix,
      "x-displayName": `${tag["x-displayName"]} ${suffix}`,
    }));
    contract.tags.push(...copiedTags);
    contract["x-tagGroups"].push({ name: suffix, tags: copiedTags.map(({ name }) => name) });
    for (const [path, { $ref }] of ownPaths) {
      contract.paths[`/${suffix}${path}`] = { $ref: renamed($ref) };
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

/** Two letters, because the lint rules allow no digits in operation ids. */
function suffixOf(copy: number): string {
  return String.fromCharCode(65 + Math.floor(copy / 26), 97 + (copy % 26));
}

/** Renames operations, their tags, their examples, and the files of all other components. */
function rename(text: string, tags: readonly Tag[], suffix: string): string {
  const names = tags.map(({ name }) => name).join("|");
  return text
    .replaceAll(new RegExp(`\\b(${names})(?=\\.[a-z]\\w+\\b)(?!\\.yaml)`, "g"), `$1${suffix}`)
    .replaceAll(new RegExp(`(?<=tags: \\[)(${names})(?=\\])`, "g"), `$1${suffix}`)
    .replaceAll(REFERENCE, (file) =>
      isCopied(file) ? file.replace(/\.yaml$/, `${suffix}.yaml`) : file,
    );
}

/** Whether a file is copied. Examples are not, since renaming their operation renames them too. */
function isCopied(file: string): boolean {
  const name = file.slice(file.lastIndexOf("/") + 1, -".yaml".length);
  return !name.includes(".") && !SHARED.test(name);
}

/** The given files and all files that they refer to, without the shared ones. */
function filesFrom(folder: string, files: readonly string[]): Set<string> {
  const reachable = new Set(files);
  for (const file of reachable) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [reference] of text.matchAll(REFERENCE)) {
      const name = reference.slice(reference.lastIndexOf("/") + 1);
      if (!SHARED.test(name)) reachable.add(join(dirname(file), reference));
    }
  }
  return reachable;
}
