import { posix } from "node:path";
import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import { asDescription, headingAnchor, outsideOfCode } from "../markdown-files.ts";
import { tagOf } from "../navigation.ts";
import type { SitePage } from "../site-source.ts";
import { forPrograms } from "./operation-pages.ts";

const HEADING = /^(#+) (.*)$/gm;
const JUMPS = /^<nav class="jumps".*\n\n/m;
/** What has to differ between the operations of a page: anchors, links to them, and the names of radio buttons. */
const OWN = /(?<= (?:id="|href="#|name="(?=language")))/g;

function idOf({ file }: SitePage): string {
  return posix.basename(file, ".md");
}

/** The pages of operations, joined into one page for each tag, in the order of the contract's groups of tags. */
export function tagPages(operations: readonly SitePage[], contract: Cursor): SitePage[] {
  const tags = contract.at("tags").members();
  return contract
    .at("x-tagGroups")
    .members()
    .flatMap((group) =>
      group
        .at("tags")
        .members()
        .map(({ value }) => ({ group, name: value })),
    )
    .flatMap(({ group, name }) => {
      const tag = tags.find((each) => each.at("name").value === name);
      const own = operations.filter((page) => tagOf(idOf(page)) === name);
      return tag && own.length > 0 ? [pageOf(tag, textAt(group, "name"), own)] : [];
    });
}

function pageOf(tag: Cursor, group: string, operations: readonly SitePage[]): SitePage {
  const name = textAt(tag, "x-displayName");
  const description = textAt(tag, "description");
  const links = operations.map(
    (page) => `<a href="#${headingAnchor(idOf(page))}">${page.operation?.title}</a>`,
  );
  const jumps = `<nav class="jumps" aria-label="On this page">${links.join("")}</nav>`;
  const parts = operations.map(asPart);
  const source = [`# ${name}`, description, jumps, ...parts].join("\n\n");
  return {
    file: `${posix.dirname(operations[0]?.file ?? "")}/${tag.at("name").value}.md`,
    title: `Controls: ${name}`,
    description: asDescription(description),
    source,
    markdown: forPrograms(source),
    operation: { title: name, group },
  };
}

/** The page of an operation as a section, whose anchors begin with that of its heading. */
function asPart(page: SitePage): string {
  const anchor = headingAnchor(idOf(page));
  return outsideOfCode(page.source, (text) =>
    text
      .replace(JUMPS, "")
      .replaceAll(OWN, `${anchor}-`)
      .replaceAll(HEADING, (_, level, title) =>
        level === "#"
          ? `## ${title} {#${anchor}}`
          : `#${level} ${title} {#${anchor}-${headingAnchor(title)}}`,
      ),
  );
}
