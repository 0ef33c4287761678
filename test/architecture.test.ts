import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import {
  drawTable,
  filesLike,
  filesOf,
  ORIGINS,
  PAGE,
  PARTS,
  type Part,
  readTable,
} from "../scripts/architecture.ts";

const page = readFileSync(PAGE, "utf8");
const parts = readTable(PARTS);
const partOf = new Map(parts.flatMap((part) => filesOf(part).map((file) => [file, part])));

/** An import of one file by another, both of the repository. */
type Import = { from: string; to: string };

const imports = [...partOf.keys()].flatMap((from) =>
  imported(from)
    .filter((name) => name.startsWith("."))
    .map((name): Import => ({ from, to: posix.join(posix.dirname(from), name) })),
);

/** What a file imports, types included. */
function imported(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
  return importedFiles.map(({ fileName }) => fileName);
}

function isAllowed({ from, to }: Import): boolean {
  const [importer, used] = [partOf.get(from), partOf.get(to)];
  return used !== undefined && (importer === used || importer?.on.includes(used.name) === true);
}

describe("the table of who may import whom", () => {
  test("has every file of the code once", () => {
    const files = filesLike("src/**/*.ts", "generated/*.ts");
    expect(parts.flatMap(filesOf).sort()).toEqual(files.sort());
  });

  test("names rows above only", () => {
    const below = parts.flatMap(({ name, on }, row) =>
      on
        .filter((other) => !parts.slice(0, row).some((above) => above.name === other))
        .map((other) => `${name}: ${other}`),
    );
    expect(below).toEqual([]);
  });

  test("is kept by every import", () => {
    const wrong = imports.filter((one) => !isAllowed(one));
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  test("allows nothing that nobody needs", () => {
    const isUsed = (part: Part, name: string) =>
      imports.some(({ from, to }) => partOf.get(from) === part && partOf.get(to)?.name === name);
    const unused = parts.flatMap((part) =>
      part.on.filter((name) => !isUsed(part, name)).map((name) => `${part.name}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

describe.each([ORIGINS, PARTS])("the picture of $picture", (table) => {
  test("is what its table says: if not, run node scripts/architecture.ts", async () => {
    expect(readFileSync(table.picture, "utf8")).toBe(await drawTable(table));
  });

  test("stands above its table", () => {
    const [, below = ""] = page.split(`\n## ${table.heading}\n`);
    expect(below.trimStart()).toMatch(new RegExp(`^!\\[.+\\]\\(${table.picture}\\)\n`));
  });

  test("shows only rows that there are", () => {
    const names = new Set(readTable(table).map(({ name }) => name));
    expect(readTable(table).flatMap(({ on }) => on.filter((name) => !names.has(name)))).toEqual([]);
  });
});

test("the page names files and folders that there are", () => {
  const named = [...page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, place = ""]) => place);
  const isThere = (place: string) => [place, posix.join("src/sandbox", place)].some(existsSync);
  // What a build makes is not there before.
  expect(named.filter((place) => !isThere(place) && !place.startsWith("dist/"))).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});

/** Modules from elsewhere that compute, and reach nothing. */
const PURE = ["node:zlib", "uqr"];

test("the rules import no module that reaches anything", () => {
  const modules = filesLike("src/sandbox/domain/*.ts")
    .flatMap(imported)
    .filter((name) => !name.startsWith("."));
  expect([...new Set(modules)].sort()).toEqual(PURE);
});

const TIME_OR_CHANCE =
  /Date\.now\b|new Date\(\)|performance\.|Math\.random|random(UUID|Bytes|Int)\b/;

test("below the server nobody but the runtime knows the machine's time or draws at random", () => {
  const below = filesLike("src/sandbox/**/*.ts").filter(
    (file) => !file.startsWith("src/sandbox/server/"),
  );
  const reading = below.filter((file) => TIME_OR_CHANCE.test(readFileSync(file, "utf8")));
  expect(reading.sort()).toEqual(["src/sandbox/app.ts", "src/sandbox/runtime/runtime.ts"]);
});
