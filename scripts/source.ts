import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import type { Path } from "../src/contract/place.ts";
import { ContractError, type Problem, problemOf } from "./problem.ts";

type SourceFile = { document: Document.Parsed; lines: LineCounter };

/** The hand-written files of a contract, parsed, by their paths; what it shares comes after its own. */
export type Source = { entry: string; files: ReadonlyMap<string, SourceFile> };

export type Position = { file: string; line: number; column: number };

/**
 * Reads the YAML files in the folder of `entry`, and those elsewhere that they refer to.
 * @throws {ContractError} when `entry` is not there, or naming every file that is not YAML.
 */
export function readSource(entry: string): Source {
  if (!existsSync(entry)) {
    const advice = "There is no such file: run this in the repository's root.";
    throw new ContractError([problemOf(entry, "centavo:contract-exists", advice)]);
  }
  const files = new Map(
    filesUnder(dirname(entry))
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => [file, parse(file)]),
  );
  // A file that is added on the way gets its turn, too.
  for (const [file, parsed] of files) {
    for (const shared of references(file, parsed).filter(isSharedFile)) {
      if (!files.has(shared)) files.set(shared, parse(shared));
    }
  }
  const problems = [...files].flatMap(([file, parsed]) => syntaxProblems(file, parsed));
  if (problems.length > 0) throw new ContractError(problems);
  return { entry, files };
}

function parse(file: string): SourceFile {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, "utf8"), {
    lineCounter: lines,
    prettyErrors: false,
  });
  return { document, lines };
}

function syntaxProblems(file: string, { document, lines }: SourceFile): Problem[] {
  return [...document.errors, ...document.warnings].map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return { file, line, column: col, rule: "yaml-syntax", message };
  });
}

/** A chapter is no YAML, and what is not there is for Redocly to report. */
function isSharedFile(file: string): boolean {
  return file.endsWith(".yaml") && existsSync(file);
}

/** Every file of the contract that nothing in it refers to. READMEs are for people. */
export function unreachedFiles({ entry, files }: Source): string[] {
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const reference of references(file, files.get(file))) reached.add(reference);
  }
  return filesUnder(dirname(entry)).filter(
    (file) => !reached.has(file) && !file.endsWith("README.md"),
  );
}

/** The paths of the files that a file refers to. */
function references(file: string, parsed: SourceFile | undefined): string[] {
  const found: string[] = [];
  if (!parsed) return found;
  visit(parsed.document, {
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === "$ref" && isScalar(value)) found.push(String(value.value));
      if (key.value === "x-chapters" && isSeq(value)) found.push(...(value.toJSON() as string[]));
    },
  });
  return found.map((reference) => join(dirname(file), reference));
}

/** A folder with an `openapi.yaml` of its own is another contract. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if (!item.isDirectory()) return [path];
    return existsSync(join(path, "openapi.yaml")) ? [] : filesUnder(path);
  });
}

type Spot = { file: string; node: unknown; label: unknown };

/** Where the value at `path` of the bundle was written, or else the nearest thing around it. */
export function locate(source: Source, path: Path): Position {
  const [root, kind, name, ...inside] = path;
  const component = root === "components" && fileOf(source, `${kind}`, `${name}`);
  return component
    ? positionOf(source, walk(source, component, inside))
    : positionOf(source, walk(source, source.entry, path));
}

/** The file of a component, in whichever folder it is. */
function fileOf({ files }: Source, kind: string, name: string): string | undefined {
  const path = join("/", "components", kind, `${name}.yaml`);
  return [...files.keys()].find((file) => file.endsWith(path));
}

/** Whether a file is the contract's own, and not one that it shares. */
export function isOwn({ entry }: Source, file: string): boolean {
  return !relative(dirname(entry), file).startsWith("..");
}

function walk(source: Source, file: string, path: Path): Spot {
  let spot = top(source, file);
  for (const key of path) {
    const next = step(spot, key) ?? step(followed(source, spot), key);
    if (!next) break;
    spot = next;
  }
  return spot;
}

function top({ files }: Source, file: string): Spot {
  const node = files.get(file)?.document.contents;
  return { file, node, label: node };
}

function step({ file, node }: Spot, key: string | number): Spot | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return item === undefined ? undefined : { file, node: item, label: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((candidate) => String(candidate.key) === String(key));
  return pair && { file, node: pair.value, label: pair.key };
}

function followed(source: Source, spot: Spot): Spot {
  const reference = isMap(spot.node) ? spot.node.get("$ref") : undefined;
  return typeof reference === "string" ? top(source, join(dirname(spot.file), reference)) : spot;
}

function positionOf({ files }: Source, { file, label }: Spot): Position {
  const offset = isNode(label) ? (label.range?.[0] ?? 0) : 0;
  const { line, col } = files.get(file)?.lines.linePos(offset) ?? { line: 1, col: 1 };
  return { file, line, column: col };
}
