import { marksFrom, marksOf } from "../../../src/contract/assumptions.ts";
import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import {
  errorResponses,
  httpMethodOf,
  jsonContent,
  type Operation,
  operations,
  parameters,
  requestSchema,
  responses,
  webhookOperations,
} from "../../../src/contract/operations.ts";
import { returnCodes } from "../../../src/contract/return-codes.ts";
import { reachableSchemas } from "../../../src/contract/schema-fields.ts";
import { chapterPlace } from "../../workflows/read-workflows.ts";
import { methodBadge } from "../html.ts";
import { asDescription, headingAnchor } from "../markdown-files.ts";
import { type OperationFolder, operationPage } from "../navigation.ts";
import { plainMarkdown } from "../plain-markdown.ts";
import type { SitePage } from "../site-source.ts";
import {
  type Assumptions,
  assumed,
  assumedBlock,
  assumedCount,
  inferred,
  reasonsInParentheses,
} from "./assumption-notes.ts";
import type { Target } from "./code-samples.ts";
import { bodyExamples, examplePanel } from "./example-panel.ts";
import { fieldList } from "./field-list.ts";
import { whatToDo } from "./http-statuses.ts";
import { code, oneLine, table } from "./markdown-table.ts";
import { type Body, type Field, readBody, readField } from "./read-fields.ts";
import { type Transition, transitionsOf } from "./transition-rows.ts";

/** A contract, and where on the site its operations are. */
interface OperationPages extends Assumptions {
  folder: OperationFolder;
  /** The page of Redocly that has the operations too. */
  reference: string;
  /** The server that the samples call. */
  server: Target;
  /** The pages of tasks that use an operation, by the tag of the operation. */
  guides: Readonly<Record<string, string>>;
  /** The workflows that use an operation, by its id. */
  workflows: ReadonlyMap<string, readonly { title: string; guide: string }[]>;
}

/**
 * A page for each operation, and for each request that the server sends on its own. The Markdown reads without
 * scripts, and the same text serves programs.
 */
export function operationPages(pages: OperationPages): SitePage[] {
  return [
    ...operations(pages.contract).map((operation) => {
      const panel = examplePanel(operation, pages.server, pages);
      return pageOf(operation, pages, panel, SECTIONS);
    }),
    ...webhookOperations(pages.contract).map((webhook) =>
      pageOf(webhook, pages, bodyExamples(webhook, pages), WEBHOOK_SECTIONS),
    ),
  ];
}

type Section = (operation: Operation, pages: OperationPages) => string;

const SECTIONS: readonly Section[] = [
  describeParameters,
  describeRequest,
  describeResponse,
  describeErrors,
  describeStatuses,
  describeCallbacks,
];

const WEBHOOK_SECTIONS: readonly Section[] = [describeRequest, describeAnswers];

/** The page in three parts: what the operation is, its examples, and everything about it. See theme/operation.css. */
function pageOf(
  operation: Operation,
  pages: OperationPages,
  panel: string,
  describers: readonly Section[],
): SitePage {
  const { id, cursor } = operation;
  const title = textAt(cursor, "summary");
  const about = header(operation, pages);
  const sections = describers.map((describe) => describe(operation, pages)).filter(Boolean);
  const shown = [about, panel, ...sections].join("\n\n");
  const all = [...sections, alsoAssumed(operation, shown, pages)].filter(Boolean);
  const source = [
    '<div class="operation">',
    column("about", [`# ${title}`, about]),
    column("samples", [panel]),
    column("details", [jumps(all), ...all]),
    "</div>",
  ].join("\n\n");
  const [tag] = cursor.at("tags").members();
  const names = pages.contract.at("tags").members();
  const group = names.find((each) => each.at("name").value === tag?.value);
  return {
    file: `${pages.folder}/${id}.md`,
    title: `${title} (${id})`,
    description: asDescription(`${id}: ${textAt(cursor, "description").split("\n\n")[0]}`),
    source,
    markdown: forPrograms(source),
    operation: {
      title,
      method: httpMethodOf(operation),
      group: group ? textAt(group, "x-displayName") : "",
    },
  };
}

function column(name: string, parts: readonly string[]): string {
  return [`<div class="${name}">`, ...parts, "</div>"].join("\n\n");
}

/** Links to the sections, on one line. */
function jumps(sections: readonly string[]): string {
  const links = sections.map((section) => {
    const [, title = ""] = section.match(/^## (.*)$/m) ?? [];
    return `<a href="#${headingAnchor(title)}">${title.replace(/:.*/, "")}</a>`;
  });
  return `<nav class="jumps" aria-label="On this page">${links.join("")}</nav>`;
}

function header(operation: Operation, pages: OperationPages): string {
  const { id, cursor } = operation;
  const [tag = ""] = id.split(".");
  const guide = pages.guides[operation.id] ?? pages.guides[tag];
  const workflows = (pages.workflows.get(id) ?? []).map(
    (workflow) => `[${workflow.title}](../${chapterPlace(workflow)})`,
  );
  const links = [
    code(id),
    ...(guide ? [`[Guide](../${guide}.md)`] : []),
    ...(workflows.length > 0 ? [`Workflows: ${workflows.join(", ")}`] : []),
    `[All on one page](../${pages.reference}#/${tag.toLowerCase()}/${id}){target="_self"}`,
  ];
  return [
    `${methodBadge(httpMethodOf(operation))} ${code(placeOf(operation))}`,
    links.join(" · "),
    `${textAt(cursor, "description")}${assumedBlock([cursor], pages)}`,
    assumedCount(operation),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** A webhook has a name, and whoever receives it chooses the path. */
function placeOf({ pathItem }: Operation): string {
  const [place] = pathItem.path;
  return place === "webhooks" ? "the URL that you gave" : pathItem.key;
}

function describeParameters(operation: Operation, pages: OperationPages): string {
  const fields = parameters(operation).map((parameter) => {
    const name = String(parameter.at("name").value);
    const field = readField(name, parameter, parameter.at("required").value === true);
    return { ...field, type: `${field.type}, in the ${parameter.at("in").value}` };
  });
  if (fields.length === 0) return "";
  const body = { rules: [], marks: [], choice: undefined, fields };
  return `## Parameters\n\n${fieldList(body, "parameter", pages)}`;
}

function describeRequest(operation: Operation, pages: OperationPages): string {
  const schema = requestSchema(operation);
  if (!schema.exists) return "";
  return `## Request body\n\n${fieldList(readBody(schema), "request", pages)}`;
}

function describeResponse(operation: Operation, pages: OperationPages): string {
  const response = operation.cursor.at("responses", "200");
  const schema = jsonContent(response).at("schema");
  const note = assumed([response.target], pages);
  const text = `## Response\n\nStatus 200. ${textAt(response.target, "description")}${note}`;
  return schema.exists ? `${text}\n\n${fieldList(readBody(schema), "response", pages)}` : text;
}

/** What is assumed of a part of the contract that no section shows, such as an example that has no place. */
function alsoAssumed(operation: Operation, shown: string, pages: OperationPages): string {
  const missing = marksOf(operation).filter((mark) => !shown.includes(inferred(mark)));
  if (missing.length === 0) return "";
  return `## Also assumed${assumedBlock(missing, pages)}`;
}

/** What the receiver of a webhook can answer. */
function describeAnswers(operation: Operation, pages: OperationPages): string {
  const rows = responses(operation).map(({ status, cursor }) => [
    code(status === "default" ? "other" : status),
    oneLine(textAt(cursor, "description")) + assumed([cursor], pages),
  ]);
  return `## Your response\n\n${table(["Status", "What it means"], rows)}`;
}

function describeErrors(operation: Operation, pages: OperationPages): string {
  const errors = errorResponses(operation);
  if (errors.length === 0) return "";
  const bodies = errors.flatMap(({ cursor }) => marksFrom(jsonContent(cursor).at("schema")));
  const cards = errors.flatMap((error) => errorCards(error, pages));
  return `## Errors\n\nAll errors have [the same form](../errors.md).${assumed(bodies, pages)}\n\n<div class="errors">\n\n${cards.join("\n")}\n\n</div>`;
}

/** A card for each return code in the examples of an error response, and one for the errors without a code. */
function errorCards(
  { status, cursor }: ReturnType<typeof errorResponses>[number],
  pages: OperationPages,
): string[] {
  const codes = new Map(returnCodes(pages.contract).map((each) => [each.code, each]));
  const examples = jsonContent(cursor).at("examples").members();
  const groups = Map.groupBy(examples, (each) =>
    codes.get(Number(each.at("value", "data", "returnCode").value)),
  );
  if (groups.size === 0) groups.set(undefined, []);
  return [...groups].map(([known, same], index) => {
    const name = known ? ` [${code(known.code)} ${known.name}](../errors.md#${known.name})` : "";
    const dot = assumed(index === 0 ? [cursor, ...same] : same, pages);
    const cause = known?.meaning ?? oneLine(textAt(cursor, "description"));
    const action = known?.whatToDo ?? whatToDo(status);
    const shown = status === "default" ? "other" : status;
    return `- **${code(shown)}**${name}${dot} <span class="cause">${cause}</span> <span class="remedy">**What to do:** ${action}</span>`;
  });
}

/** The transitions of the resource's status, with those that this operation causes first. */
function describeStatuses(operation: Operation, pages: OperationPages): string {
  return statusSchemas(operation)
    .map((schema) => {
      const causes = ({ trigger }: Transition) => Number(trigger.includes(operation.id));
      const sorted = transitionsOf(schema).toSorted((a, b) => causes(b) - causes(a));
      const rows = sorted.map((each) => transitionCells(each, operation, pages));
      return `## Statuses: ${schema.key}\n\n${table(["From", "To", "By"], rows)}`;
    })
    .join("\n\n");
}

function transitionCells(
  { from, to, trigger, methods, cursor }: Transition,
  { id }: Operation,
  pages: OperationPages,
): string[] {
  const isOperation = operations(pages.contract).some((each) => each.id === trigger);
  const cause = isOperation ? `[${trigger}](${operationPage(pages.folder, trigger)})` : trigger;
  const by = trigger.includes(id) ? "**This operation**" : oneLine(cause);
  const only = methods.length > 0 ? ` (${methods.map(code).join(", ")})` : "";
  return [
    (from.length > 0 ? from : ["(creation)"]).map(code).join(", "),
    code(to),
    by + only + assumed([cursor], pages),
  ];
}

/** The schemas with transitions that the data of the response uses directly. */
function statusSchemas({ cursor }: Operation): Cursor[] {
  const body = jsonContent(cursor.at("responses", "200")).at("schema");
  const all = reachableSchemas([body], "base", "form", "field", "item");
  const marked = all.filter((schema) => schema.at("x-transitions").exists);
  return [...new Map(marked.map(({ target }) => [target.value, target])).values()];
}

/** The requests that the service sends to the caller because of this operation. */
function describeCallbacks({ cursor }: Operation, pages: OperationPages): string {
  const response = readBody(jsonContent(cursor.at("responses", "200")).at("schema"));
  const items = cursor
    .at("callbacks")
    .members()
    .flatMap((callback) => callback.members())
    .flatMap((pathItem) => pathItem.members().map((call) => ({ pathItem, call })))
    .filter(({ call }) => call.at("requestBody").exists);
  return items
    .map(({ pathItem, call }) => {
      const body = readBody(jsonContent(call.at("requestBody")).at("schema"));
      const marks = [call, pathItem, call.at("requestBody"), ...body.marks];
      const own = body.fields.map((field) => withoutFieldsOf(response, field));
      const fields = fieldList({ ...body, marks, fields: own }, "postback", pages);
      return `## Postback: ${textAt(call, "summary")}\n\nSent to ${receiver(pathItem.key)}.\n\n${textAt(call, "description")}\n\n${fields}`;
    })
    .join("\n\n");
}

/** A field without its inner fields if the response has the same ones, which the page shows already. */
function withoutFieldsOf(response: Body, field: Field): Field {
  const namesIn = (each?: Field) => each?.inner?.fields.map(({ name }) => name).join();
  const same = response.fields.find(({ name }) => name === field.name);
  if (!field.inner || namesIn(same) !== namesIn(field)) return field;
  const fact = `The same fields as ${code(field.name)} of the [response](#response).`;
  return { ...field, inner: undefined, facts: [...field.facts, fact] };
}

/** Where a callback goes, in words: its address is an expression. */
function receiver(expression: string): string {
  const [, pointer] = expression.match(/^\{\$request\.body#\/(.+)\}$/) ?? [];
  return pointer ? `the ${code(pointer.replaceAll("/", "."))} of your request` : code(expression);
}

/** The page for programs: reasons in parentheses, and no markup of the site. */
export function forPrograms(source: string, assumed = "Assumed"): string {
  const text = reasonsInParentheses(source, assumed)
    .replaceAll(/^<(nav|button|p class="unfold"|div class="picker").*\n\n?/gm, "")
    .replaceAll(/\n\n *<details.*<\/summary>\n\n/g, "\n")
    .replaceAll(/\n\n *<\/details>(?=\n)/g, "")
    .replaceAll(/^<\/?div.*>$\n*/gm, "")
    .replaceAll(/<span class="facts">(.*?)<\/span>/g, "($1).")
    .replaceAll(/<\/?(?:span|b|a class)\b[^>]*>|<\/a>/g, "");
  return plainMarkdown(text.trim());
}
