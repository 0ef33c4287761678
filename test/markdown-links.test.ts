import { globSync, readFileSync } from "node:fs";
import { matchesGlob, sep } from "node:path";
import { expect, test } from "vitest";
import { deadLinks, proseOf } from "./find-dead-links.ts";

/** The chapters of the contract are parts of a page of the reference, and link to places on it. */
const CHAPTERS = "openapi/info";

const pages = globSync("**/*.md", {
  exclude: ["node_modules", "dist", CHAPTERS],
}).map((file) => file.replaceAll(sep, "/"));

const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };

/** npm ships these whatever `files` says, and the READMEs, whose links lead to the repository. */
const ALWAYS = ["package.json", "LICENSE"];

const isShipped = (file: string) =>
  [...files, ...ALWAYS].some((pattern) => matchesGlob(file, pattern));

/** On the site alone. In the package, the text in its place says what it shows. */
const isPicture = (file: string) => file.endsWith(".webp");

test.each(pages)("%s has no dead links", (page) => {
  expect(deadLinks(page), "a link leads nowhere").toEqual([]);
});

test.each(pages.filter(isShipped))("%s links to packed files only", (page) => {
  expect(deadLinks(page, ".", (file) => isShipped(file) || isPicture(file))).toEqual([]);
});

test.each(pages)("%s has text between its markers", (page) => {
  const markers = [...proseOf(page).matchAll(/^<!-- ([\w-]+) -->$/gm)];
  for (const [marker, name] of markers) {
    const [, between = ""] = readFileSync(page, "utf8").split(marker);
    expect(between).toContain(`<!-- /${name} -->`);
    expect(between.split(`<!-- /${name} -->`)[0]?.trim(), name).not.toBe("");
  }
});
