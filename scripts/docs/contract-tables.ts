import { readFileSync } from "node:fs";
import type { Cursor } from "../../src/contract/cursor.ts";
import { callbacks, operations } from "../../src/contract/operations.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { groupAssumptions } from "./assumptions.ts";
import { escapeHtml } from "./html.ts";
import { type Content, code, list, named, portuguese, table } from "./html-table.ts";
import { sandboxTables } from "./sandbox-tables.ts";

const MAX_LINKS = 6;

/** The contracts that the guides describe. */
export interface Contracts {
  service: Cursor;
  control: Cursor;
}

/** A generated part of a guide, in the formats that are needed. */
type Generated = Partial<Content>;

/**
 * The content between `<!-- name -->` and `<!-- /name -->` in the guides, by file and by marker.
 * `npm run generate` writes it as Markdown. On the site it is HTML.
 */
const generatedParts: Record<string, (contracts: Contracts) => Record<string, Generated>> = {
  "docs/guides/cards.md": () => sandboxTables,
  "docs/errors.md": ({ service }) => ({ "return-codes": returnCodeTable(service) }),
  "docs/sandbox.md": () => sandboxTables,
  "docs/reference.md": ({ service }) => ({ operations: operationList(service) }),
  "docs/control.md": ({ control }) => ({ operations: operationList(control) }),
  "docs/assumptions.md": ({ service }) => ({ assumptions: assumptionList(service) }),
};

/** Looks up a generated part of a guide by its marker. */
export function partsOf(
  file: string,
  contracts: Contracts,
  format: keyof Content,
): (name: string) => string {
  const parts = generatedParts[file]?.(contracts) ?? {};
  return (name) => {
    const text = parts[name]?.[format];
    if (text === undefined) {
      throw new Error(`${file} has the marker ${name}, but nothing generates its content.`);
    }
    return text;
  };
}

/** The guides with their generated parts, by file. */
export function completeGuides(contracts: Contracts): { file: string; text: string }[] {
  return Object.keys(generatedParts).map((file) => {
    const part = partsOf(file, contracts, "markdown");
    const text = readFileSync(file, "utf8").replaceAll(
      new RegExp(MARKED, "gm"),
      (_, name) => `<!-- ${name} -->\n\n${part(name)}\n\n<!-- /${name} -->`,
    );
    return { file, text };
  });
}

/** A generated part, with its markers. */
export const MARKED = /^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$/m;

/** The return codes, and the operations that return them. */
function returnCodeTable(contract: Cursor): Content {
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

/** A list of operations. The site has links, and collapses long lists. */
export function usedBy(operationIds: string[]): Content {
  const links = operationIds.map((id) => ({
    markdown: code(id).markdown,
    html: `<a href="reference.html#${anchorOf(id)}">${id}</a>`,
  }));
  const all = list(links);
  if (links.length <= MAX_LINKS) return all;
  const [first, rest] = [list(links.slice(0, MAX_LINKS)), list(links.slice(MAX_LINKS))];
  const more = `<details><summary>and ${links.length - MAX_LINKS} more</summary>${rest.html}</details>`;
  return { markdown: all.markdown, html: `${first.html} ${more}` };
}

/** The operations, callbacks and webhooks of a contract, each with its anchor in the reference. */
export function operationsIn(contract: Cursor) {
  const incoming = operations(contract).map(({ id, cursor, pathItem }) => ({
    id,
    call: `${cursor.key.toUpperCase()} ${pathItem.key}`,
    cursor,
    anchor: anchorOf(id),
  }));
  const outgoing = callbacks(contract).map(({ name, cursor, operationId }) => ({
    id: name,
    call: `${cursor.key.toUpperCase()} to your own URL`,
    cursor,
    // The reference shows a callback under its operation.
    anchor: anchorOf(operationId ?? String(cursor.at("operationId").value)),
  }));
  return [...incoming, ...outgoing];
}

/** The anchor of an operation in the reference. */
function anchorOf(operationId: string): string {
  return `operation/${operationId}`;
}

function operationList(contract: Cursor): Generated {
  const markdown = operationsIn(contract)
    .map(({ id, call, cursor }) => {
      const [summary, description] = ["summary", "description"].map((key) => cursor.at(key).value);
      return `## ${id}\n\n\`${call}\`: ${summary}.\n\n${`${description}`.trim()}`;
    })
    .join("\n\n");
  return { markdown };
}

function assumptionList(contract: Cursor): Generated {
  const markdown = groupAssumptions(contract)
    .map(({ title, assumptions }) => {
      const lines = assumptions.map(({ where, text }) => `- **${escapeHtml(where)}**: ${text}`);
      return `## ${title}\n\n${lines.join("\n")}`;
    })
    .join("\n\n");
  return { markdown };
}
