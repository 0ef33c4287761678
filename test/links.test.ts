import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";

/** The chapters of the contract are parts of a page of the reference, and lead to places on it. */
const CHAPTERS = "openapi/info";

const pages = globSync("**/*.md", { exclude: ["node_modules", "dist", "reports", CHAPTERS] });

const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };

/** npm ships these whatever `files` says. */
const ALWAYS = ["package.json", "README.md", "LICENSE"];

const isShipped = (file: string) =>
  [...files, ...ALWAYS].some((shipped) => matchesGlob(file, shipped));

/** The README is the repository's too, and leads to those of its pages that are for contributors alone. */
const guides = pages.filter((page) => isShipped(page) && page !== "README.md");

/** A page without its blocks of code, in which nothing is a link or a heading. */
function proseOf(page: string): string {
  return readFileSync(page, "utf8").replaceAll(/^(`{3,}).*?^\1$/gms, "");
}

/** The links of a page that lead nowhere, to other places than the web. */
function deadLinks(page: string, isThere: (file: string) => boolean): string[] {
  const links = [...proseOf(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)];
  return links.flatMap(([, target = ""]) => {
    const [path, anchor] = target.split("#");
    const file = path ? join(dirname(page), path) : page;
    const leads = isThere(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
    return leads ? [] : [target];
  });
}

/** What GitHub makes of headings. */
function anchorsOf(file: string): string[] {
  const headings = [...proseOf(file).matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("there are pages to look through", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "SECURITY.md"]));
  expect(guides).toEqual(expect.arrayContaining(["CHANGELOG.md", "docs/sandbox.md"]));
});

test.each(pages)("%s links to what there is", (page) => {
  expect(deadLinks(page, existsSync)).toEqual([]);
});

describe("in the package", () => {
  test.each(guides)("%s links to what is there too", (page) => {
    expect(deadLinks(page, (file) => existsSync(file) && isShipped(file))).toEqual([]);
  });
});

test.each(pages)("%s has what its markers announce", (page) => {
  const markers = [...proseOf(page).matchAll(/^<!-- ([\w-]+) -->$/gm)];
  for (const [marker, name] of markers) {
    const [, between = ""] = proseOf(page).split(marker);
    expect(between).toContain(`<!-- /${name} -->`);
    expect(between.split(`<!-- /${name} -->`)[0]?.trim(), name).not.toBe("");
  }
});
