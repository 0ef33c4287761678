import { readFileSync } from "node:fs";
import type { Cursor } from "../../src/contract/cursor.ts";
import { callbacks, operations } from "../../src/contract/operations.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { groupAssumptions } from "./assumptions.ts";
import { escapeHtml } from "./html.ts";
import { headingAnchor } from "./markdown-files.ts";
import { code, markdownTable, named } from "./markdown-table.ts";
import { sandboxTables } from "./sandbox-tables.ts";

/** The contracts that the guides describe. */
export interface Contracts {
  service: Cursor;
  control: Cursor;
}

/** The content between `<!-- name -->` and `<!-- /name -->` in the guides, by file and by marker. */
const generatedParts: Record<string, (contracts: Contracts) => Record<string, string>> = {
  "docs/errors.md": ({ service }) => ({ "return-codes": returnCodeTable(service) }),
  "docs/sandbox/outcomes-and-faults.md": () => sandboxTables,
  "docs/reference.md": ({ service }) => ({ operations: operationList(service) }),
  "docs/control.md": ({ control }) => ({ operations: operationList(control) }),
  "docs/assumptions.md": ({ service }) => ({ assumptions: assumptionList(service) }),
};

/** A generated part, with its markers. */
const MARKED = /^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$/gm;

/** The guides with their generated parts, by file. */
export function completeGuides(contracts: Contracts): { file: string; text: string }[] {
  return Object.entries(generatedParts).map(([file, partsOf]) => {
    const parts = partsOf(contracts);
    const text = readFileSync(file, "utf8").replaceAll(MARKED, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) {
        throw new Error(`${file} has the marker ${name}, but nothing generates its content.`);
      }
      return `<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->`;
    });
    return { file, text };
  });
}

/** The return codes, and the operations that return them. */
function returnCodeTable(contract: Cursor): string {
  return markdownTable(
    ["Code", "Name and meaning", "What to do", "Message", "Stated for", "Assumed for"],
    returnCodes(contract).map((each) => [
      code(each.code),
      named(each.name, each.meaning),
      each.action,
      each.message,
      linked(each.statedFor ? [each.statedFor] : []),
      linked(each.assumedFor),
    ]),
  );
}

/** Links from a guide in `docs/` to operations of the service. */
function linked(operationIds: readonly string[]): string {
  return operationIds.map((id) => `[${code(id)}](reference.md#${headingAnchor(id)})`).join(", ");
}

/** The operations, callbacks and webhooks of a contract. */
export function operationsIn(contract: Cursor) {
  const incoming = operations(contract).map(({ id, cursor, pathItem }) => ({
    id,
    call: `${cursor.key.toUpperCase()} ${pathItem.key}`,
    cursor,
  }));
  const outgoing = callbacks(contract).map(({ name, cursor }) => ({
    id: name,
    call: `${cursor.key.toUpperCase()} to your own URL`,
    cursor,
  }));
  return [...incoming, ...outgoing];
}

function operationList(contract: Cursor): string {
  return operationsIn(contract)
    .map(({ id, call, cursor }) => {
      const [summary, description] = ["summary", "description"].map((key) => cursor.at(key).value);
      return `## ${id}\n\n\`${call}\`: ${summary}.\n\n${`${description}`.trim()}`;
    })
    .join("\n\n");
}

function assumptionList(contract: Cursor): string {
  const groups = groupAssumptions(contract);
  const count = groups.reduce((sum, { assumptions }) => sum + assumptions.length, 0);
  const contents = groups.map(
    ({ title, assumptions }) => `- [${title}](#${headingAnchor(title)}): ${assumptions.length}`,
  );
  const sections = groups.map(({ title, assumptions }) => {
    const items = assumptions.map(({ id, where, text, operationIds }) => {
      const uses = operationIds.length > 0 ? ` Affects ${linked(operationIds)}.` : "";
      return `- <a id="${id}"></a>**${escapeHtml(where)}**: ${text}${uses}`;
    });
    return `## ${title}\n\n${items.join("\n")}`;
  });
  return [`The contract makes ${count} assumptions:`, contents.join("\n"), ...sections].join(
    "\n\n",
  );
}
