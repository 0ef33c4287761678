import type { TryableCall } from "../../../docs/.vitepress/sandbox/sent-call.ts";
import { type Cursor, textAt } from "../../../src/contract/cursor.ts";
import { factsOf } from "../../../src/contract/operation-facts.ts";
import {
  carriesFile,
  errorResponses,
  isList,
  jsonContent,
  nameOf,
  type Operation,
  parameters,
  parametersIn,
  requestExamples,
} from "../../../src/contract/operations.ts";
import { escapeHtml } from "../../../src/text/escape-html.ts";
import { exampleOf } from "../../generate/call-sample.ts";
import { type Assumptions, assumedBlock } from "./assumption-notes.ts";
import { type Language, type Sample, samplesOf, type Target } from "./code-samples.ts";

const FENCES: Record<Language, string> = {
  curl: "sh",
  TypeScript: "ts",
  "openapi-fetch": "ts",
  fetch: "ts",
  Python: "py",
  PHP: "php",
};

/**
 * Each example: its request in each language, and the response to it. One picker chooses among them. A request
 * without a body is the same for all of its responses.
 */
export function examplePanel(operation: Operation, server: Target, about: Assumptions): string {
  const answers = jsonContent(operation.cursor.at("responses", "200")).at("examples").members();
  const bodies = pixFirst(requestExamples(operation), ({ key }) => key);
  const samples = pixFirst(samplesOf(operation, server), ({ example }) => example);
  const parts = [...Map.groupBy(samples, ({ example }) => example)].flatMap(([name, all]) => {
    const body = bodies.find(({ key }) => key === name);
    const own = answers.find(({ key }) => key === name);
    const shared = body ? (own ?? answers[0]) : answers.length === 1 ? answers[0] : undefined;
    return [
      `### ${all[0]?.title || "Request"}${assumedBlock(body ? [body] : [], about)}`,
      ...all.map((sample) => requestOf(sample)),
      shared && responseOf(shared, name, about),
      ...(body || shared ? [] : answers.map((answer) => namedResponse(answer, about))),
    ].filter((part) => part !== undefined);
  });
  const error = errorExample(operation, bodies.length === 0);
  const languages = [...new Set(samples.map(({ language }) => language))];
  const choice = bodies.length > 0 ? select("Example", bodies) : select("Response", answers);
  return panel([picker(choice, languages), liveCall(operation, server), ...parts, error]);
}

/** What most buyers in Brazil use comes first, and is what a reader sends who has chosen nothing. */
function pixFirst<Each>(all: readonly Each[], nameOf: (each: Each) => string): Each[] {
  const isPix = (each: Each) => Number(nameOf(each) === "pix");
  return all.toSorted((one, other) => isPix(other) - isPix(one));
}

/** What docs/.vitepress/theme/live-parts.ts needs to send the call to the sandbox of the page. */
function liveCall(operation: Operation, { url }: Target): string {
  const { id, method, path, isPublic, marks, examples } = factsOf(operation);
  // A form has no file to send or to keep. With other keys, no page could use its sandbox any more.
  if (carriesFile(operation) || marks.replaces === "keys") return "";
  const call: TryableCall = {
    ...{ id, method, path, isPublic },
    isList: isList(operation),
    server: url,
    parameters: parameters(operation).map((parameter) => ({
      name: nameOf(parameter),
      in: textAt(parameter, "in") as TryableCall["parameters"][number]["in"],
      value: parameter.at("required").value === true ? exampleOf(parameter) : "",
      isNumber: ["integer", "number"].includes(textAt(parameter.at("schema"), "type")),
    })),
    bodies: pixFirst(examples, ({ name }) => name).map(({ name, value }) => ({
      name,
      body: value,
    })),
    answers: readableAnswers(operation),
  };
  return `<div class="live" data-call="${escapeHtml(JSON.stringify(call))}"></div>`;
}

/** The sandbox begins with the resources that the contract's examples read. */
function readableAnswers(operation: Operation): TryableCall["answers"] {
  const { id, successes } = factsOf(operation);
  const isRead = id.endsWith(".get") && parametersIn(operation, "path").length === 1;
  if (!isRead || successes.length < 2) return [];
  return pixFirst(successes, ({ name }) => name).map(({ name, value }) => ({
    name,
    id: (value as { data: { id: string } }).data.id,
  }));
}

/** An example of an error body that is specific to the operation, preferably one with a return code. */
function errorExample(operation: Operation, isOpen: boolean): string {
  const all = errorResponses(operation).flatMap(({ status, cursor }) =>
    jsonContent(cursor)
      .at("examples")
      .members()
      .map((body) => ({ status, body, code: body.at("value", "data", "returnCode").value })),
  );
  const own = all.filter(({ status }) => status !== "403" && status !== "default");
  const shown = own.find(({ code }) => code !== undefined) ?? own[0];
  if (!shown) return "";
  const { status, body } = shown;
  return `<details class="error-body"${isOpen ? " open" : ""}><summary>Error</summary>\n\n\`${status}\` ${textAt(body, "summary")}\n\n\`\`\`json\n${pretty(body)}\n\`\`\`\n\n</details>`;
}

/** The bodies that a webhook can have. */
export function bodyExamples(operation: Operation, about: Assumptions): string {
  const bodies = requestExamples(operation);
  const parts = bodies.map((body) => {
    const shown = example(body.key, "body", "Body", "json", pretty(body));
    return `### ${textAt(body, "summary")}${assumedBlock([body], about)}\n\n${shown}`;
  });
  return panel([picker(select("Example", bodies), []), ...parts]);
}

function panel(parts: readonly string[]): string {
  const shown = parts.filter(Boolean).join("\n\n");
  // What shows if the reader has chosen nothing that is here.
  const [first = ""] = shown.match(/data-example="[^"]+"/) ?? [];
  const marked = first ? shown.replaceAll(first, `${first} data-first`) : shown;
  return `## Examples\n\n<div class="examples">\n\n${marked}\n\n</div>`;
}

/** On one line. See docs/.vitepress/theme/example-picker.ts, without which all examples show. */
function picker(choice: string, languages: readonly string[]): string {
  const radios = languages.map(
    (each) =>
      `<label><input type="radio" name="language" value="${each}"><span>${each}</span></label>`,
  );
  const fieldset = `<fieldset><legend>Language</legend>${radios.join("")}</fieldset>`;
  const parts = choice + (radios.length > 0 ? fieldset : "");
  return parts && `<div class="picker">${parts}</div>`;
}

function select(label: string, examples: readonly Cursor[]): string {
  if (examples.length < 2) return "";
  const options = examples.map(
    (each) => `<option value="${each.key}">${escapeHtml(textAt(each, "summary"))}</option>`,
  );
  return `<label class="choice">${label} <select class="control" name="example">${options.join("")}</select></label>`;
}

function requestOf({ example: name, language, source }: Sample): string {
  return example(name, language, language, FENCES[language], source);
}

function responseOf(answer: Cursor, name: string, about: Assumptions): string {
  return example(
    name,
    "response",
    "Response",
    "json",
    pretty(answer),
    assumedBlock([answer], about),
  );
}

/** One of several responses to the same request. */
function namedResponse(answer: Cursor, about: Assumptions): string {
  return `### ${textAt(answer, "summary")}\n\n${responseOf(answer, answer.key, about)}`;
}

function example(
  name: string,
  part: string,
  heading: string,
  fence: string,
  source: string,
  note = "",
): string {
  return `<div class="example" data-example="${name}" data-part="${part}">\n\n**${heading}**${note}\n\n\`\`\`${fence}\n${source}\n\`\`\`\n\n</div>`;
}

function pretty(owner: Cursor): string {
  return JSON.stringify(owner.at("value").value, null, 2);
}
