import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Contracts, MARKED, operationsIn, partsOf } from "./contract-tables.ts";
import { dataUri } from "./html.ts";
import { anchor, render } from "./markdown.ts";

/** The pages of the site, by the file that a guide links to. */
const PAGES: Readonly<Record<string, string>> = {
  "docs/overview.md": "index.html",
  "docs/reference.md": "reference.html",
  "docs/errors.md": "errors.html",
  "docs/assumptions.md": "assumptions.html",
  "docs/mock.md": "mock.html",
  "docs/sandbox.md": "sandbox.html",
  "docs/control.md": "control.html",
  "CHANGELOG.md": "changelog.html",
  "docs/compatibility.md": "changelog.html#compatible",
  "generated/openapi.json": "openapi.json",
  "generated/openapi.yaml": "openapi.yaml",
  "generated/sandbox-control.json": "sandbox-control.json",
  "generated/sandbox-control.yaml": "sandbox-control.yaml",
};

/** The guides whose page on the site is a reference, which has its own anchors. */
const REFERENCES: Readonly<Record<string, keyof Contracts>> = {
  "docs/reference.md": "service",
  "docs/control.md": "control",
};

/** Renders a guide for the site: its generated parts are HTML, and its links lead to pages. */
export function renderGuide(file: string, contracts: Contracts): string {
  const partOf = partsOf(file, contracts, "html");
  const html = readFileSync(file, "utf8")
    .split(MARKED)
    .map((part, index) => (index % 2 === 0 ? render(part) : partOf(part)))
    .join("\n");
  return withPictures(html, dirname(file)).replaceAll(
    / href="(?!https?:|#)([^"#]*\.(?:md|json|yaml))(?:#([^"]*))?"/g,
    (_, path: string, heading: string | undefined) =>
      ` href="${siteUrl(join(dirname(file), path), heading, contracts)}"`,
  );
}

/** The page with its pictures in it. */
function withPictures(html: string, folder: string): string {
  return html.replaceAll(
    / src="([\w-]+\.webp)"/g,
    (_, name: string) => ` src="${dataUri("image/webp", readFileSync(join(folder, name)))}"`,
  );
}

function siteUrl(target: string, heading: string | undefined, contracts: Contracts): string {
  const page = PAGES[target];
  if (page === undefined) throw new Error(`A guide links to ${target}, which is not on the site.`);
  if (heading === undefined) return page;
  const reference = REFERENCES[target];
  if (reference === undefined) return `${page}#${heading}`;
  const operation = operationsIn(contracts[reference]).find(({ id }) => anchor(id) === heading);
  if (!operation) {
    throw new Error(`A guide links to ${target}#${heading}, but no operation has this anchor.`);
  }
  return `${page}#${operation.anchor}`;
}
