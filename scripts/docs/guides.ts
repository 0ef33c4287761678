import { readFileSync } from "node:fs";
import { operations } from "../../src/contract/operations.ts";
import type { Place } from "../../src/contract/place.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { groupAssumptions } from "./assumptions.ts";
import { escapeHtml } from "./html.ts";
import { sandboxTables } from "./sandbox-tables.ts";
import { type Content, code, list, named, portuguese, table } from "./table.ts";

const MOST_LINKS = 6;

/** The contracts that the guides tell of. */
export interface Told {
  service: Place;
  control: Place;
}

/**
 * What `npm run generate` writes into the guides, by file and by marker: it stands between
 * `<!-- name -->` and `<!-- /name -->`.
 */
export const guideContents = {
  "docs/errors.md": ({ service }: Told) => ({
    "return-codes": returnCodeTable(service).markdown,
  }),
  "docs/sandbox.md": () =>
    Object.fromEntries(
      Object.entries(sandboxTables).map(([name, { markdown }]) => [name, markdown]),
    ),
  "docs/reference.md": ({ service }: Told) => ({ operations: operationList(service) }),
  "docs/control.md": ({ control }: Told) => ({ operations: operationList(control) }),
  "docs/assumptions.md": ({ service }: Told) => ({ assumptions: assumptionList(service) }),
} satisfies Record<string, (told: Told) => Record<string, string>>;

/** The guides as they have to be, by file. */
export function completeGuides(told: Told): { file: string; text: string }[] {
  return Object.entries(guideContents).map(([file, contentsOf]) => {
    const contents: Record<string, string> = contentsOf(told);
    const text = readFileSync(file, "utf8").replaceAll(new RegExp(MARKED, "gm"), (_, name) => {
      const content = contents[name];
      if (content === undefined) throw new Error(`${file} asks for ${name}, which nobody makes.`);
      return `<!-- ${name} -->\n\n${content}\n\n<!-- /${name} -->`;
    });
    return { file, text };
  });
}

/** What stands between two markers, with them. */
export const MARKED = /^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$/m;

/** The return codes, and the operations that they are for. */
export function returnCodeTable(contract: Place): Content {
  const rows = returnCodes(contract).map((each) => ({
    id: each.name,
    cells: [
      code(each.code),
      named(each.name, each.meaning),
      portuguese(each.message),
      usedBy(each.statedFor ? [each.statedFor] : []),
      usedBy(each.assumedFor),
    ],
  }));
  const head = ["Code", "Name and meaning", "Message", "Stated for", "Assumed for"];
  return table("Return codes", head, rows);
}

/** Operations, on the site with links; where there are many, the rest unfolds there. */
export function usedBy(operationIds: string[]): Content {
  const links = operationIds.map((id) => ({
    markdown: code(id).markdown,
    html: `<a href="reference.html#operation/${id}">${id}</a>`,
  }));
  const all = list(links);
  if (links.length <= MOST_LINKS) return all;
  const [first, rest] = [list(links.slice(0, MOST_LINKS)), list(links.slice(MOST_LINKS))];
  const more = `<details><summary>and ${links.length - MOST_LINKS} more</summary>${rest.html}</details>`;
  return { markdown: all.markdown, html: `${first.html} ${more}` };
}

/** The operations of a contract, and what it sends by itself, each with its place in the reference. */
export function operationsIn(contract: Place) {
  const called = operations(contract).map(({ id, place, pathItem }) => ({
    id,
    call: `${place.key.toUpperCase()} ${pathItem.key}`,
    place,
    anchor: `operation/${id}`,
  }));
  const sent = contract
    .at("webhooks")
    .members()
    .map((webhook) => {
      const place = webhook.at("post");
      const anchor = `operation/${place.at("operationId").value}`;
      return { id: webhook.key, call: "POST to your own address", place, anchor };
    });
  return [...called, ...sent];
}

function operationList(contract: Place): string {
  return operationsIn(contract)
    .map(({ id, call, place }) => {
      const [summary, description] = ["summary", "description"].map((key) => place.at(key).value);
      return `## ${id}\n\n\`${call}\`: ${summary}.\n\n${`${description}`.trim()}`;
    })
    .join("\n\n");
}

function assumptionList(contract: Place): string {
  return groupAssumptions(contract)
    .map(({ title, assumptions }) => {
      const lines = assumptions.map(({ where, text }) => `- **${escapeHtml(where)}**: ${text}`);
      return `## ${title}\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
}
