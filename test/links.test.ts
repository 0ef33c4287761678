import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Those that are read in the repository. Those of docs/ are pages of the site, whose test follows their links. */
const pages = globSync(["*.md", "{examples,openapi}/README.md"]);

/** The links of a page that lead nowhere, to other places than the web. */
function deadLinks(page: string): string[] {
  const links = [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)]+)\)/g)];
  return links.flatMap(([, target = ""]) => {
    const [path, anchor] = target.split("#");
    const file = path ? join(dirname(page), path) : page;
    const leads = existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
    return leads ? [] : [target];
  });
}

/** What GitHub makes of headings. */
function anchorsOf(file: string): string[] {
  const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

test("there are pages to look through", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "SECURITY.md"]));
});

test.each(pages)("%s links to what there is", (page) => {
  expect(deadLinks(page)).toEqual([]);
});
