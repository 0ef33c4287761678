import type { TryableCall } from "../../docs/.vitepress/theme/try-it.ts";
import { assumptionId, marksFrom, marksOf } from "../../src/contract/assumptions.ts";
import { type Cursor, textAt } from "../../src/contract/cursor.ts";
import {
  errorResponses,
  httpMethodOf,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parameters,
  requestExamples,
  requestSchema,
  responses,
  webhookOperations,
} from "../../src/contract/operations.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { reachableSchemas } from "../../src/contract/schema-fields.ts";
import { exampleOf } from "../generate/call-sample.ts";
import { type Language, type Sample, samplesOf, type Target } from "./code-samples.ts";
import { type Body, type Field, inWords, readBody, readField } from "./field-tables.ts";
import { escapeHtml, unescapeHtml } from "./html.ts";
import { asDescription } from "./markdown-files.ts";
import { anchor, code, table } from "./markdown-table.ts";
import { plainMarkdown } from "./plain-markdown.ts";
import type { SitePage } from "./site-source.ts";
import { type Transition, transitionsOf } from "./transition-rows.ts";

/** A contract whose operations have a page each, and where on the site they are. */
type OperationPages = {
  contract: Cursor;
  folder: "operations" | "controls";
  /** The page of Redocly that has the operations too. */
  reference: string;
  /** What is known of each assumption that has a place on their page, by its id. */
  assumptions: ReadonlyMap<string, string>;
  /** The server that the samples call. */
  server: Target;
  /** The pages of tasks that use an operation, by the tag of the operation. */
  guides: Readonly<Record<string, string>>;
};

const FENCES: Record<Language, string> = {
  curl: "sh",
  TypeScript: "ts",
  "openapi-fetch": "ts",
  fetch: "ts",
};

/** What to do about an error without a return code, by its status. */
const ACTIONS: Readonly<Record<string, string>> = {
  "400":
    "Correct the request. `message` lists what is wrong with it. Repeating it as it is does not help.",
  "401": "Get a new token. The client does this by itself, once.",
  "403": "Ask the service to authorise your account. Repeating the call does not help.",
  "404": "Check the id, and whether it belongs to this company or subaccount.",
  "409": "Read the resource again, and decide by its current status.",
  default: "Repeat a read later. After a write, look first whether it took effect.",
};

/**
 * A page for each operation, and for each request that the server sends on its own. The Markdown reads without
 * scripts, and the same text serves programs.
 */
export function operationPages(pages: OperationPages): SitePage[] {
  return [
    ...operations(pages.contract).map((operation) => pageOf(operation, pages, SECTIONS)),
    ...webhookOperations(pages.contract).map((webhook) => pageOf(webhook, pages, WEBHOOK_SECTIONS)),
  ];
}

type Section = (operation: Operation, pages: OperationPages) => string;

const SECTIONS: readonly Section[] = [
  header,
  describeParameters,
  describeRequest,
  examplesOf,
  tryIt,
  describeResponse,
  describeErrors,
  describeStatuses,
  describeCallbacks,
];

const WEBHOOK_SECTIONS: readonly Section[] = [
  header,
  describeRequest,
  bodyExamples,
  describeAnswers,
];

function pageOf(
  operation: Operation,
  pages: OperationPages,
  sections: readonly Section[],
): SitePage {
  const { id, cursor } = operation;
  const title = `${cursor.at("summary").value}`;
  const shown = [`# ${title}`, ...sections.map((section) => section(operation, pages))];
  const source = [...shown, alsoAssumed(operation, shown.join("\n"), pages)]
    .filter(Boolean)
    .join("\n\n");
  return {
    file: `${pages.folder}/${id}.md`,
    title: `${title} (${id})`,
    description: asDescription(`${id}: ${textAt(cursor, "description").split("\n\n")[0]}`),
    source,
    markdown: forPrograms(source),
    // The picker hides the headings of the examples.
    outline: [2, 2],
  };
}

function header(operation: Operation, pages: OperationPages): string {
  const { id, cursor } = operation;
  const [tag = ""] = id.split(".");
  const guide = pages.guides[tag];
  const links = [
    `Operation ${code(id)}`,
    ...(guide ? [`[guide](../${guide}.md)`] : []),
    `[in the reference](../${pages.reference}#/${tag.toLowerCase()}/${id}){target="_self"}`,
  ];
  return `${code(callOf(operation))}\n\n${links.join(" · ")}\n\n${textAt(cursor, "description")}${assumedBlock([cursor], pages)}`;
}

function callOf(operation: Operation): string {
  const { pathItem } = operation;
  const [place] = pathItem.path;
  // A webhook has a name, and whoever receives it chooses the path.
  const path = place === "webhooks" ? "the URL that you gave" : pathItem.key;
  return `${httpMethodOf(operation)} ${path}`;
}

function describeParameters(operation: Operation, pages: OperationPages): string {
  const all = parameters(operation);
  if (all.length === 0) return "";
  const items = all.map((parameter) => {
    const name = String(parameter.at("name").value);
    const field = readField(name, parameter, parameter.at("required").value === true);
    return item(
      { ...field, type: `${field.type}, in the ${parameter.at("in").value}` },
      "parameter",
      pages,
      0,
    );
  });
  return `## Parameters\n\n${items.join("\n")}`;
}

function describeRequest(operation: Operation, pages: OperationPages): string {
  const schema = requestSchema(operation);
  if (!schema.exists) return "";
  return `## Request body\n\n${bodyOf(readBody(schema), "request", pages)}`;
}

function describeResponse(operation: Operation, pages: OperationPages): string {
  const response = operation.cursor.at("responses", "200");
  const schema = jsonContent(response).at("schema");
  const note = assumedBlock([response.target], pages);
  const text = `Status 200. ${textAt(response.target, "description")}${note}`;
  if (!schema.exists) return `## Response\n\n${text}`;
  return `## Response\n\n${text}\n\n::: details Fields of the response\n\n${bodyOf(readBody(schema), "response", pages)}\n\n:::`;
}

/** The fields of a body. What selects other fields comes first. */
function bodyOf(body: Body, prefix: string, pages: OperationPages): string {
  return [
    ...body.rules,
    assumedBlock(body.marks, pages).trim(),
    choiceOf(body, pages),
    body.fields.map((field) => item(field, prefix, pages, 0)).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function choiceOf({ choice }: Body, pages: OperationPages): string {
  if (!choice || choice.property === undefined) return "";
  const rows = choice.options.map(({ label, description, marks }) => [
    code(label),
    oneLine(description) + assumed(marks, pages),
  ]);
  return `\`${choice.property}\` decides which of the other fields there are:\n\n${table([code(choice.property), "What it is"], rows)}`;
}

/** A field as an item of a list, with the fields in it below. */
function item(field: Field, prefix: string, pages: OperationPages, depth: number): string {
  const id = `${prefix}-${field.name}${uniqueSuffix(field)}`.toLowerCase();
  const indent = "  ".repeat(depth);
  const required =
    field.required === true
      ? "required"
      : field.required
        ? `required ${inWords(field.required)}`
        : "";
  const facts = [field.type, required, field.only && `only ${inWords(field.only)}`];
  const texts = field.descriptions.map(({ text, only }) =>
    oneLine(only ? `${capital(inWords(only))}: ${text}` : text),
  );
  const example =
    field.example === undefined || typeof field.example === "object"
      ? ""
      : `Example: ${code(String(field.example))}.`;
  const line = [
    `${anchor(id)}**${code(field.name)}** (${facts.filter(Boolean).join(", ")}).`,
    ...texts,
    ...field.facts,
    example,
  ]
    .filter(Boolean)
    .join(" ");
  const inner = field.inner
    ? [
        ...field.inner.rules.map((rule) => `${indent}  - ${rule}`),
        ...innerChoice(field.inner, indent, pages),
        ...field.inner.fields.map((each) => item(each, id, pages, depth + 1)),
      ]
    : [];
  const marks = [...field.marks, ...(field.inner?.marks ?? [])];
  return [`${indent}- ${line}${assumed(marks, pages)}`, ...inner].join("\n");
}

/** A field that differs between the options of a union has an entry, and an anchor, for each. */
function uniqueSuffix({ only }: Field): string {
  return only ? `-${only.labels.join("-")}` : "";
}

function innerChoice({ choice }: Body, indent: string, pages: OperationPages): string[] {
  if (!choice) return [];
  return choice.options
    .filter(({ description, marks }) => description || marks.length > 0)
    .map(
      ({ label, description, marks }) =>
        `${indent}  - ${code(label)}: ${oneLine(description)}${assumed(marks, pages)}`,
    );
}

/** Assumptions, folded together where they belong. */
function assumed(marked: readonly Cursor[], pages: OperationPages): string {
  const marks = marked.filter((each) => each.at("x-inferred").exists);
  if (marks.length === 0) return "";
  const idOf = (mark: Cursor) => assumptionId(pages.contract, mark);
  const textOf = (mark: Cursor) =>
    [inferred(mark), pages.assumptions.get(idOf(mark))].filter(Boolean).join(" ");
  const texts = [...Map.groupBy(marks, textOf)].map(([text, same]) => {
    const ids = [...new Set(same.map(idOf))];
    return `<span>${text}${linksTo(ids, pages)}</span>`;
  });
  return ` <details class="assumed"><summary>Assumed</summary>${texts.join("")}</details>`;
}

/** The text of an assumption as HTML. */
function inferred(mark: Cursor): string {
  return withCode(oneLine(textAt(mark, "x-inferred")));
}

function linksTo(ids: readonly string[], { assumptions }: OperationPages): string {
  return ids
    .filter((id) => assumptions.has(id))
    .map((id, index) => {
      const text = index === 0 ? "Its page" : `The same of ${id}`;
      return ` <a href="../assumptions.html#${id}">${text}</a>`;
    })
    .join("");
}

/** What is assumed of a part of the contract that no section shows, such as an example that has no place. */
function alsoAssumed(operation: Operation, shown: string, pages: OperationPages): string {
  const missing = marksOf(operation).filter((mark) => !shown.includes(inferred(mark)));
  if (missing.length === 0) return "";
  return `## Also assumed${assumedBlock(missing, pages)}`;
}

/** The same below a paragraph, which cannot contain it. */
function assumedBlock(marked: readonly Cursor[], pages: OperationPages): string {
  const html = assumed(marked, pages).trim();
  return html && `\n\n${html}`;
}

/**
 * Each example: its request in each language, and the response to it. One picker chooses among them. A request
 * without a body is the same for all of its responses.
 */
function examplesOf(operation: Operation, pages: OperationPages): string {
  const answers = jsonContent(operation.cursor.at("responses", "200")).at("examples").members();
  const bodies = requestExamples(operation);
  const samples = Map.groupBy(samplesOf(operation, pages.server), ({ example: name }) => name);
  const parts = [...samples].flatMap(([name, all]) => {
    const body = bodies.find(({ key }) => key === name);
    const title = all[0]?.title || "Request";
    const requests = all.map((sample) => sampleOf(sample, title));
    const own = answers.find(({ key }) => key === name);
    const shared = body ? (own ?? answers[0]) : answers.length === 1 ? answers[0] : undefined;
    const about = { name, title };
    return [
      `### ${title}${assumedBlock(body ? [body] : [], pages)}`,
      ...requests,
      shared && answerOf(shared, about, pages),
      ...(body || shared ? [] : answers.map((answer) => namedAnswer(answer, pages))),
    ].filter((part) => part !== undefined);
  });
  return `## Examples\n\n<div class="examples">\n\n${parts.join("\n\n")}\n\n</div>`;
}

type About = { name: string; title: string };

function answerOf(answer: Cursor, about: About, pages: OperationPages): string {
  const { value } = answer.at("value");
  return example({ ...about, part: "response" }, "Response", "json", pretty(value), [
    assumedBlock([answer], pages).trim(),
  ]);
}

/** One of several responses to the same request. */
function namedAnswer(answer: Cursor, pages: OperationPages): string {
  const title = textAt(answer, "summary");
  return `### ${title}\n\n${answerOf(answer, { name: answer.key, title }, pages)}`;
}

/** The bodies that a webhook can have. */
function bodyExamples(operation: Operation, pages: OperationPages): string {
  const parts = requestExamples(operation).map((body) => {
    const title = textAt(body, "summary");
    const about = { name: body.key, title, part: "body" };
    const shown = example(about, "Body", "json", pretty(body.at("value").value));
    return `### ${title}${assumedBlock([body], pages)}\n\n${shown}`;
  });
  return `## Examples\n\n${parts.join("\n\n")}`;
}

/** What the receiver of a webhook can answer. */
function describeAnswers(operation: Operation, pages: OperationPages): string {
  const rows = responses(operation).map(({ status, cursor }) => [
    code(status === "default" ? "other" : status),
    oneLine(textAt(cursor, "description")) + assumed([cursor], pages),
  ]);
  return `## Your answer\n\n${table(["Status", "What it means"], rows)}`;
}

/** What docs/.vitepress/theme/try-it.ts needs to send the call to a sandbox. Nothing shows without one. */
function tryIt(operation: Operation): string {
  const { cursor, pathItem } = operation;
  const content = jsonContent(cursor.at("responses", "200"));
  const call: TryableCall = {
    method: httpMethodOf(operation),
    path: pathItem.key,
    isPublic: isPublic(operation),
    parameters: parameters(operation).map((parameter) => ({
      name: String(parameter.at("name").value),
      in: String(parameter.at("in").value),
      value: parameter.at("required").value === true ? exampleOf(parameter) : "",
    })),
    bodies: requestExamples(operation).map((each) => ({
      title: textAt(each, "summary"),
      body: each.at("value").value,
      response: content.at("examples", each.key, "value").value,
    })),
    response: content.at("examples").members()[0]?.at("value").value,
  };
  return `<div class="try-it" data-call="${escapeHtml(JSON.stringify(call))}"></div>`;
}

function sampleOf({ example: name, language, source }: Sample, title: string): string {
  return example({ name, title, part: language }, language, FENCES[language], source);
}

function example(
  { name, title, part }: { name: string; title: string; part: string },
  heading: string,
  fence: string,
  source: string,
  notes: readonly string[] = [],
): string {
  const data = `data-example="${name}" data-title="${escapeHtml(title)}" data-part="${part}"`;
  const parts = [`**${heading}**`, ...notes.filter(Boolean), `\`\`\`${fence}\n${source}\n\`\`\``];
  return `<div class="example" ${data}>\n\n${parts.join("\n\n")}\n\n</div>`;
}

function describeErrors(operation: Operation, pages: OperationPages): string {
  const errors = errorResponses(operation);
  if (errors.length === 0) return "";
  const bodies = errors.flatMap(({ cursor }) => marksFrom(jsonContent(cursor).at("schema")));
  const rows = errors.flatMap((error) => errorRows(error, pages));
  const shown = ERROR_COLUMNS.filter((_, index) => rows.some((row) => row[index] !== ""));
  const cells = rows.map((row) =>
    row.filter((_, index) => shown.includes(ERROR_COLUMNS[index] ?? "")),
  );
  return `## Errors\n\nAll errors have [one form](../errors.md).${assumedBlock(bodies, pages)}\n\n${table(shown, cells)}`;
}

const ERROR_COLUMNS = ["Status", "Return code", "Cause", "What to do"];

/** A row for each return code in the examples of an error response, and one for the errors without a code. */
function errorRows(
  { status, cursor }: ReturnType<typeof errorResponses>[number],
  pages: OperationPages,
): string[][] {
  const codes = new Map(returnCodes(pages.contract).map((each) => [each.code, each]));
  const examples = jsonContent(cursor).at("examples").members();
  const groups = Map.groupBy(examples, (each) =>
    codes.get(Number(each.at("value", "data", "returnCode").value)),
  );
  if (groups.size === 0) groups.set(undefined, []);
  const shown = code(status === "default" ? "other" : status);
  return [...groups].map(([known, same], index) => {
    const notes = assumed(index === 0 ? [cursor, ...same] : same, pages);
    if (known === undefined) {
      const action = ACTIONS[status] ?? ACTIONS.default ?? "";
      return [shown, "", oneLine(textAt(cursor, "description")) + notes, action];
    }
    const name = `[${code(known.code)} ${known.name}](../errors.md#${known.name})`;
    return [shown, name, known.meaning + notes, known.whatToDo];
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
  const by = trigger.includes(id) ? "**This operation**" : oneLine(textAt(cursor, "trigger"));
  const only = methods.length > 0 ? ` (${methods.join(", ")})` : "";
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
  const items = cursor
    .at("callbacks")
    .members()
    .flatMap((callback) => callback.members())
    .flatMap((pathItem) => pathItem.members().map((call) => ({ pathItem, call })))
    .filter(({ call }) => call.at("requestBody").exists);
  return items
    .map(({ pathItem, call }) => {
      const schema = jsonContent(call.at("requestBody")).at("schema");
      const text = `${textAt(call, "description")}${assumedBlock([call, pathItem, call.at("requestBody")], pages)}`;
      return `## Postback: ${textAt(call, "summary")}\n\nSent to ${code(pathItem.key)}.\n\n${text}\n\n::: details Fields of the body\n\n${bodyOf(readBody(schema), "postback", pages)}\n\n:::`;
    })
    .join("\n\n");
}

/** The page for programs: assumptions in parentheses, and no markup of the site. */
function forPrograms(source: string): string {
  const text = source
    .replaceAll(/ ?<details class="assumed">.*?<\/details>/g, (html) =>
      [...html.matchAll(/<span>(.*?)(?: <a [^>]*>[^<]*<\/a>)*<\/span>/g)]
        .map(([, each = ""]) => ` (Assumed: ${unescapeHtml(each.replaceAll(/<\/?code>/g, "`"))})`)
        .join(""),
    )
    .replaceAll(/^ \(Assumed/gm, "(Assumed")
    .replaceAll(/^<\/?div.*>\n\n?/gm, "")
    .replaceAll(/^::: details (.*)$/gm, "### $1")
    .replaceAll(/^:::\n?/gm, "");
  return plainMarkdown(text);
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Markdown's code as HTML, for text inside of HTML. */
function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
