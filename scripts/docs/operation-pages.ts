import type { TryableCall } from "../../docs/.vitepress/theme/try-it.ts";
import type { Cursor } from "../../src/contract/cursor.ts";
import {
  errorResponses,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parameters,
  requestExamples,
  requestSchema,
} from "../../src/contract/operations.ts";
import { returnCodes } from "../../src/contract/return-codes.ts";
import { exampleOf } from "../typescript-call-sample.ts";
import { type Assumption, assumptionId } from "./assumptions.ts";
import { type Language, type Sample, samplesOf, type Target } from "./code-samples.ts";
import { escapeHtml } from "./html.ts";
import { code, table } from "./markdown-table.ts";
import { type Body, type Field, inWords, readBody, readField } from "./schema-fields.ts";
import type { SitePage } from "./site-source.ts";

/** A contract whose operations have a page each, and where on the site they are. */
export type OperationPages = {
  contract: Cursor;
  folder: "operations" | "controls";
  /** The page of Redocly that has the operations too. */
  reference: string;
  /** What the page of the assumptions lists. */
  assumptions: readonly Assumption[];
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

/** A page for each operation. Its Markdown reads without scripts, and the same text serves programs. */
export function operationPages(pages: OperationPages): SitePage[] {
  return operations(pages.contract).map((operation) => {
    const { id, cursor } = operation;
    const title = `${cursor.at("summary").value}`;
    const text = [
      `# ${title}`,
      header(operation, pages),
      describeParameters(operation, pages),
      describeRequest(operation, pages),
      examplesOf(operation, pages),
      tryIt(operation),
      describeResponse(operation, pages),
      describeErrors(operation, pages),
      describeStatuses(operation, pages),
      describeCallbacks(operation, pages),
    ]
      .filter(Boolean)
      .join("\n\n");
    const source = [text, otherAssumptions(id, text, pages)].filter(Boolean).join("\n\n");
    return {
      file: `${pages.folder}/${id}.md`,
      title: `${title} (${id})`,
      description: `${id}: ${textOf(cursor, "description").split("\n\n")[0]}`.replaceAll(
        /[`\n]/g,
        " ",
      ),
      source,
      markdown: forPrograms(source),
    };
  });
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
  return `${code(callOf(operation))}\n\n${links.join(" · ")}\n\n${textOf(cursor, "description")}${assumedBlock([cursor], pages)}`;
}

function callOf({ cursor, pathItem }: Operation): string {
  return `${cursor.key.toUpperCase()} ${pathItem.key}`;
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
  const text = `Status 200. ${textOf(response.target, "description")}${note}`;
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
  const rows = choice.options.map(({ label, description, marks }) => ({
    cells: [code(label), oneLine(description) + assumed(marks, pages)],
  }));
  return `\`${choice.property}\` decides which of the other fields there are:\n\n${table([code(choice.property), "What it is"], rows)}`;
}

/** A field as an item of a list, with the fields in it below. */
function item(field: Field, prefix: string, pages: OperationPages, depth: number): string {
  const id = `${prefix}-${field.name}`.toLowerCase();
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
    `<a id="${id}${uniqueSuffix(field)}"></a>**${code(field.name)}** (${facts.filter(Boolean).join(", ")}).`,
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
  return only ? `-${only.labels.join("-")}`.toLowerCase() : "";
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

/** Assumptions, folded where they belong. */
function assumed(marked: readonly Cursor[], { contract, assumptions }: OperationPages): string {
  const marks = marked.filter((each) => each.at("x-inferred").exists);
  const unique = new Map(marks.map((mark) => [mark.at("x-inferred").value, mark]));
  return [...unique.values()]
    .map((mark) => {
      const id = assumptionId(contract, mark);
      const link = assumptions.some((each) => each.id === id)
        ? ` <a href="../assumptions.html#${id}">Its page</a>`
        : "";
      const text = withCode(oneLine(textOf(mark, "x-inferred")));
      return ` <details class="assumed"><summary>Assumed</summary>${text}${link}</details>`;
    })
    .join("");
}

/** The same below a paragraph, which cannot contain it. */
function assumedBlock(marked: readonly Cursor[], pages: OperationPages): string {
  const html = assumed(marked, pages).replaceAll(" <details", "\n<details").trim();
  return html && `\n\n${html}`;
}

/** Each example: its request in each language, and the response to it. One picker chooses among them. */
function examplesOf(operation: Operation, pages: OperationPages): string {
  const all = samplesOf(operation, pages.server);
  const content = jsonContent(operation.cursor.at("responses", "200"));
  const responses = content.at("examples").members();
  const groups = Map.groupBy(all, ({ example }) => example);
  const parts = [...groups].map(([name, samples]) => {
    const response = responses.find(({ key }) => key === name) ?? responses[0];
    const title = samples[0]?.title || "Request";
    const requests = samples.map((sample) => sampleOf(sample, title));
    const value = response?.at("value").value;
    const answer =
      value === undefined
        ? ""
        : example(
            { name, title, part: "response" },
            "Response",
            "json",
            JSON.stringify(value, null, 2),
          );
    return [`### ${title}`, ...requests, answer].filter(Boolean).join("\n\n");
  });
  return `## Examples\n\n<div class="examples">\n\n${parts.join("\n\n")}\n\n</div>`;
}

/** What docs/.vitepress/theme/try-it.ts needs to send the call to a sandbox. Nothing shows without one. */
function tryIt(operation: Operation): string {
  const { cursor, pathItem } = operation;
  const content = jsonContent(cursor.at("responses", "200"));
  const call: TryableCall = {
    method: cursor.key.toUpperCase(),
    path: pathItem.key,
    isPublic: isPublic(operation),
    parameters: parameters(operation).map((parameter) => ({
      name: String(parameter.at("name").value),
      in: String(parameter.at("in").value),
      value: parameter.at("required").value === true ? exampleOf(parameter) : "",
    })),
    bodies: requestExamples(operation).map((each) => ({
      title: textOf(each, "summary"),
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
): string {
  const data = `data-example="${name}" data-title="${escapeHtml(title)}" data-part="${part}"`;
  return `<div class="example" ${data}>\n\n**${heading}**\n\n\`\`\`${fence}\n${source}\n\`\`\`\n\n</div>`;
}

function describeErrors(operation: Operation, pages: OperationPages): string {
  const codes = new Map(returnCodes(pages.contract).map((each) => [each.code, each]));
  const rows = errorResponses(operation).flatMap(({ status, cursor }) => {
    const known = jsonContent(cursor)
      .at("examples")
      .members()
      .map((each) => codes.get(Number(each.target.at("value", "data", "returnCode").value)))
      .filter((each) => each !== undefined);
    const cause = oneLine(textOf(cursor, "description")) + assumed([cursor], pages);
    const shown = code(status === "default" ? "other" : status);
    const plain = [shown, "", cause, ACTIONS[status] ?? ACTIONS.default ?? ""];
    if (known.length === 0) return [plain];
    return known.map(({ name, code: number, meaning, whatToDo }) => [
      shown,
      `[${code(number)} ${name}](../errors.md#${name})`,
      `${meaning}${assumed([cursor], pages)}`,
      whatToDo,
    ]);
  });
  if (rows.length === 0) return "";
  return `## Errors\n\n${table(
    ["Status", "Return code", "Cause", "What to do"],
    rows.map((cells) => ({ cells })),
  )}`;
}

/** The ways of the resource's status, with those that this operation causes first. */
function describeStatuses(operation: Operation, pages: OperationPages): string {
  const schemas = [...statusSchemas(operation)];
  return schemas
    .map((schema) => {
      const rows = schema
        .at("x-transitions")
        .members()
        .map((transition) => {
          const own = textOf(transition, "trigger").includes(operation.id);
          const from = [transition.at("from").value ?? "(creation)"].flat().map(String);
          const methods = transition
            .at("paymentMethods")
            .members()
            .map(({ value }) => String(value));
          const trigger = oneLine(textOf(transition, "trigger"));
          return {
            own,
            cells: [
              from.map(code).join(", "),
              code(String(transition.at("to").value)),
              `${own ? "**This operation**" : trigger}${methods.length > 0 ? ` (${methods.join(", ")})` : ""}${assumed([transition], pages)}`,
            ],
          };
        });
      const sorted = rows.toSorted((a, b) => Number(b.own) - Number(a.own));
      return `## Statuses: ${schema.key}\n\n${table(["From", "To", "By"], sorted)}`;
    })
    .join("\n\n");
}

/** The schemas with transitions that the data of the response uses directly. */
function statusSchemas({ cursor }: Operation): Set<Cursor> {
  const data = jsonContent(cursor.at("responses", "200")).at("schema").target;
  const found = new Map<unknown, Cursor>();
  const visit = (schema: Cursor, depth: number): void => {
    const { target } = schema;
    if (target.at("x-transitions").exists) found.set(target.value, target);
    if (depth > 4) return;
    for (const keyword of ["allOf", "oneOf", "anyOf", "properties"]) {
      for (const member of target.at(keyword).members()) visit(member, depth + 1);
    }
    if (target.at("items").exists) visit(target.at("items"), depth + 1);
  };
  visit(data, 0);
  return new Set(found.values());
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
      const text = `${textOf(call, "description")}${assumedBlock([call, pathItem, call.at("requestBody")], pages)}`;
      return `## Postback: ${textOf(call, "summary")}\n\nSent to ${code(pathItem.key)}.\n\n${text}\n\n::: details Fields of the body\n\n${bodyOf(readBody(schema), "postback", pages)}\n\n:::`;
    })
    .join("\n\n");
}

/** Assumptions without a place on the page, such as those about the fields of every error, or about an example. */
function otherAssumptions(operationId: string, page: string, { assumptions }: OperationPages) {
  const others = assumptions
    .filter(({ operationIds }) => operationIds.includes(operationId))
    .filter(({ id }) => !page.includes(`#${id}"`));
  if (others.length === 0) return "";
  const items = others.map(
    ({ id, where, text }) => `- [${where}](../assumptions.md#${id}): ${text}`,
  );
  return `## Also assumed\n\n::: details About errors, examples and shared data\n\n${items.join("\n")}\n\n:::`;
}

/** The page for programs: assumptions in parentheses, and no markup of the site. */
function forPrograms(source: string): string {
  return source
    .replaceAll(
      / ?<details class="assumed"><summary>Assumed<\/summary>(.*?)( <a [^>]*>.*?<\/a>)?<\/details>/g,
      " (Assumed: $1)",
    )
    .replaceAll(/^<\/?div.*>\n\n?/gm, "")
    .replaceAll(/^::: details (.*)$/gm, "### $1")
    .replaceAll(/^:::\n?/gm, "")
    .replaceAll(/<\/?code>/g, "`")
    .replaceAll(/<a id="[^"]*"><\/a>|\{target="_self"\}/g, "")
    .replaceAll(/\n{3,}/g, "\n\n");
}

function textOf(cursor: Cursor, key: string): string {
  const { value } = cursor.at(key);
  return typeof value === "string" ? value.trim() : "";
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
