import { existsSync, readFileSync } from "node:fs";
import { type Assumption, groupAssumptions } from "../../../src/contract/assumptions.ts";
import { type Cursor, type JsonObject, textAt } from "../../../src/contract/cursor.ts";
import {
  callbacks,
  callOf,
  httpMethodOf,
  isPublic,
  operations,
} from "../../../src/contract/operations.ts";
import { returnCodes } from "../../../src/contract/return-codes.ts";
import { escapeHtml } from "../../../src/text/escape-html.ts";
import {
  type CheckedAssumption,
  checkedAssumptions,
  type Reach,
} from "../../../src/verify/checked-assumptions.ts";
import { headingAnchor } from "../markdown-files.ts";
import { Translation } from "../translation.ts";
import { chapter, statusList } from "./http-statuses.ts";
import { anchor, code } from "./markdown-table.ts";
import { retryTable } from "./retry-table.ts";
import { sandboxTables } from "./sandbox-tables.ts";
import { transitionList } from "./transition-rows.ts";

/** The contracts that the guides describe. */
export interface Contracts {
  service: Cursor;
  control: Cursor;
}

/** The contracts, and how the assumptions of the service's contract are checked. */
interface CheckedContracts extends Contracts {
  checks: JsonObject;
}

/**
 * The content between `<!-- name -->` and `<!-- /name -->` in the guides, by file and by marker.
 * `npm run generate` writes it.
 */
const generatedParts: Record<string, (contracts: CheckedContracts) => Record<string, string>> = {
  "docs/guides/checkout.md": ({ service }) => ({
    statuses: transitionList(service, "PaymentStatus"),
  }),
  "docs/guides/subscriptions.md": ({ service }) => ({
    statuses: transitionList(service, "SubscriptionStatus"),
  }),
  "docs/guides/lost-answers.md": () => ({ "retry-schedule": retryTable() }),
  "docs/errors.md": ({ service }) => ({
    "return-codes": returnCodeList(service),
    statuses: statusList(service, operationLink),
  }),
  "docs/sandbox/outcomes-and-faults.md": () => sandboxTables,
  "docs/reference.md": ({ service }) => ({ operations: operationList(service) }),
  "docs/control.md": ({ control }) => ({ operations: operationList(control) }),
  "docs/assumptions.md": ({ service, checks }) => ({
    count: assumptionCount(service),
    assumptions: assumptionList(service, checks),
  }),
};

/** The guides with their generated parts, by file. */
export function completeGuides(
  contracts: CheckedContracts,
  translation = Translation.read(),
): { file: string; text: string }[] {
  const english = Object.entries(generatedParts).map(([file, partsOf]) => {
    return { file, parts: partsOf(contracts) };
  });
  return [...english, ...inPortuguese(english, translation)].map(({ file, parts }) => {
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

type Guide = { file: string; parts: Record<string, string> };

/** The generated parts of the guides that are there in Portuguese. */
function inPortuguese(guides: readonly Guide[], translation: Translation): Guide[] {
  return guides
    .map(({ file, parts }) => ({ parts, file: file.replace("docs/", "docs/pt-BR/") }))
    .filter(({ file }) => existsSync(file))
    .map(({ file, parts }) => {
      const texts = Object.entries(parts).map(([name, text]) => [name, translation.page(text)]);
      return { file, parts: withOwnAnchors(Object.fromEntries(texts)) };
    });
}

/** GitHub knows no anchors but those that it makes of headings. */
function withOwnAnchors(parts: Guide["parts"]): Guide["parts"] {
  const all = Object.values(parts).join("\n");
  const anchors = new Map(
    [...all.matchAll(KEPT_ANCHOR)].map(([, title = "", anchor = ""]) => [
      anchor,
      headingAnchor(title.replace(/^#+ /, "")),
    ]),
  );
  const texts = Object.entries(parts).map(([name, text]) => [
    name,
    text
      .replaceAll(KEPT_ANCHOR, "$1")
      .replaceAll(/\]\(#([\w-]+)\)/g, (_, anchor) => `](#${anchors.get(anchor) ?? anchor})`),
  ]);
  return Object.fromEntries(texts);
}

/** A heading with the anchor of its English text. */
const KEPT_ANCHOR = /^(#+ .*) \{#([\w-]+)\}$/gm;

/** A generated part, with its markers. */
const MARKED = /^<!-- ([\w-]+) -->$[\s\S]*?^<!-- \/\1 -->$/gm;

/** The return codes in the order of their numbers, what to do about each, and the operations that return them. */
function returnCodeList(contract: Cursor): string {
  const withToken = operations(contract)
    .filter((operation) => !isPublic(operation))
    .map(({ id }) => id);
  const assumedFor = (ids: readonly string[]) =>
    withToken.every((id) => ids.includes(id))
      ? "every operation that takes the token"
      : ids.map(operationLink).join(", ");
  return returnCodes(contract)
    .toSorted((one, other) => other.code - one.code)
    .map((each) =>
      chapter(each.name, `${code(each.code)} ${each.name}`, [
        `${each.meaning} Message: ${each.message}.`,
        `**What to do:** ${each.whatToDo}`,
        [
          each.statedFor && `Stated for ${operationLink(each.statedFor)}.`,
          each.assumedFor.length > 0 && `Assumed for ${assumedFor(each.assumedFor)}.`,
        ]
          .filter(Boolean)
          .join(" "),
      ]),
    )
    .join("\n\n");
}

/** The operations, callbacks and webhooks of a contract. */
function operationList(contract: Cursor): string {
  const section = (id: string, call: string, cursor: Cursor) =>
    `## ${id}\n\n${code(call)}: ${textAt(cursor, "summary")}.`;
  return [
    ...operations(contract).map((each) => section(each.id, callOf(each), each.cursor)),
    ...callbacks(contract).map((each) =>
      section(each.name, `${httpMethodOf(each)} to your own URL`, each.cursor),
    ),
  ].join("\n\n");
}

/** How many assumptions there are, by resource. */
function assumptionCount(contract: Cursor): string {
  const groups = groupAssumptions(contract);
  const count = groups.reduce((sum, { assumptions }) => sum + assumptions.length, 0);
  const contents = groups.map(
    ({ title, assumptions }) => `- [${title}](#${headingAnchor(title)}): ${assumptions.length}`,
  );
  return `The contract makes ${count} assumptions:\n\n${contents.join("\n")}`;
}

/** All assumptions, each with how it is checked. */
export function assumptionList(contract: Cursor, checks: JsonObject): string {
  const checked = new Map(
    [...checkedAssumptions(contract, checks).values()].map((each) => [each.id, each]),
  );
  const line = (assumption: Assumption) =>
    assumptionLine(assumption, wayToCheck(checked.get(assumption.id)));
  return groupAssumptions(contract)
    .map(({ title, assumptions }) => `### ${title}\n\n${assumptions.map(line).join("\n")}`)
    .join("\n\n");
}

/** An assumption, with its anchor, how it is checked, and links to the operations that it affects. */
function assumptionLine({ id, where, text, operationIds }: Assumption, way: string): string {
  const affected = operationIds.map(operationLink).join(", ");
  const affects = affected ? ` Affects ${affected}.` : "";
  return `- ${anchor(id)}**${escapeHtml(where)}**: ${text} *${way}*${affects}`;
}

const WAYS: Readonly<Record<Reach, string>> = {
  read: "A read shows it.",
  write: "Only `--write` shows it.",
  traffic: "Only recorded traffic shows it.",
};

function wayToCheck(assumption: CheckedAssumption | undefined): string {
  const { check, unobservable = "" } = assumption ?? {};
  if (check) return WAYS[check.by];
  return `Nobody can observe it: ${unobservable.charAt(0).toLowerCase()}${unobservable.slice(1)}`;
}

/** A link to an operation in the guides. */
function operationLink(operationId: string): string {
  return `[${operationId}](reference.md#${headingAnchor(operationId)})`;
}
