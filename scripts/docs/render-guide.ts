import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Contracts, MARKED, operationsIn, partsOf } from "./contract-tables.ts";
import { anchor, render } from "./markdown.ts";

/** Where the site has the files that a guide may lead to. */
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

/** The guides of which the site has a page that Redoc makes, with anchors of its own. */
const REFERENCES: Readonly<Record<string, keyof Contracts>> = {
  "docs/reference.md": "service",
  "docs/control.md": "control",
};

/** A guide on the site: its generated parts are HTML, and its links lead to pages. */
export function renderGuide(file: string, contracts: Contracts): string {
  const partOf = partsOf(file, contracts, "html");
  const html = readFileSync(file, "utf8")
    .split(MARKED)
    .map((part, index) => (index % 2 === 0 ? render(part) : partOf(part)))
    .join("\n");
  return html.replaceAll(
    / href="(?!https?:|#)([^"#]*\.(?:md|json|yaml))(?:#([^"]*))?"/g,
    (_, path: string, to: string | undefined) =>
      ` href="${onSite(join(dirname(file), path), to, contracts)}"`,
  );
}

function onSite(target: string, to: string | undefined, contracts: Contracts): string {
  const page = PAGES[target];
  if (page === undefined) throw new Error(`A guide links to ${target}, which is not on the site.`);
  if (to === undefined) return page;
  const reference = REFERENCES[target];
  if (reference === undefined) return `${page}#${to}`;
  const found = operationsIn(contracts[reference]).find(({ id }) => anchor(id) === to);
  if (!found)
    throw new Error(`A guide links to ${target}#${to}, and no operation has this anchor.`);
  return `${page}#${found.anchor}`;
}
