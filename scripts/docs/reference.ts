import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cursor, isObject, type JsonObject } from "../../src/contract/cursor.ts";
import {
  mediaTypes,
  type Operation,
  operations,
  parameters,
} from "../../src/contract/operations.ts";
import * as redocly from "../redocly-cli.ts";
import { describeStep } from "./assumptions.ts";
import { type Sample, samples, type Target } from "./code-samples.ts";
import { pictureUri } from "./html.ts";
import { navigation } from "./page-layout.ts";
import { STATE_MACHINES } from "./state-diagram.ts";
import { stripInferred } from "./strip-x-inferred.ts";

const REDOCLY_LOGO = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

/** The languages of the samples in the order of the menu, and what the highlighter calls them. */
const LANGUAGES = [
  { name: "curl", lang: "bash" },
  { name: "TypeScript", lang: "typescript" },
];

/** A page of reference, and what its samples call. */
export type Reference = { file: string; title: string; callee: Target };

/** A contract as one page that asks the network for nothing. */
export async function buildReference(
  contract: JsonObject,
  { file, title, callee }: Reference,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-docs-"));
  try {
    const made = samples(Cursor.root(contract), callee);
    const files = { page: join(folder, file), contract: join(folder, "contract.json") };
    writeFileSync(files.contract, JSON.stringify(describeForReaders(contract, made)));
    writeFileSync(join(folder, "redocly.yaml"), JSON.stringify(settings(made)));
    await redocly.buildDocs(files.contract, {
      file: files.page,
      title: `${title} · Centavo`,
      template: "docs/reference.hbs",
      config: join(folder, "redocly.yaml"),
      options: {
        favicon: pictureUri(read("docs/favicon.svg")),
        style: read("docs/navigation.css") + read("docs/reference.css"),
        navigation: navigation(file),
      },
    });
    return withoutForeignLogo(read(files.page));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Redoc lists the languages of samples by their labels, each of which has one sample at most. */
function settings(made: Sample[]): JsonObject {
  const labels = [...new Set(made.map((sample) => label(sample, made)))];
  return {
    telemetry: "off",
    openapi: { codeSamples: { languages: labels.map((lang) => ({ lang, label: lang })) } },
  };
}

/** The first example of an operation goes by its language alone, so that the choice is kept. */
function label({ operationId, example, title, language }: Sample, made: Sample[]): string {
  const first = made.find((other) => other.operationId === operationId);
  return first?.example === example ? language : `${language} · ${title}`;
}

/** The contract with what Redoc does not show by itself put where it shows it. */
function describeForReaders(contract: JsonObject, made: Sample[]): JsonObject {
  const copy = structuredClone(contract);
  raiseMarks(operations(Cursor.root(copy)));
  for (const { value, key } of [...Cursor.root(copy).descendants()]) {
    if (!isObject(value) || key === "value") continue;
    for (const add of [openSet, steps, assumption]) describe(value, add(value, key));
    if (typeof value.operationId === "string") addSamples(value, made);
  }
  return copy;
}

function describe(element: JsonObject, text: string | undefined): void {
  if (text) element.description = [element.description, text].filter(Boolean).join("\n\n");
}

/** Puts the assumptions that Redoc would pass over where it shows them. */
function raiseMarks(all: Operation[]): void {
  // Operations share parameters: each is to say it once.
  for (const parameter of new Set(
    all.flatMap(parameters).map(({ value }) => value as JsonObject),
  )) {
    describe(parameter, assumption(parameter.schema as JsonObject));
  }
  for (const { cursor } of all) {
    raiseBodyMarks(cursor.at("requestBody"));
    raiseBodyMarks(cursor.at("responses", "200"));
  }
}

function raiseBodyMarks(body: Cursor): void {
  const marks = mediaTypes(body).flatMap((mediaType) => stripInferred(mediaType.at("schema")));
  if (marks.length === 0) return;
  const list = marks.map(({ name, mark }) => `> - \`${name}\`: ${mark}`).join("\n");
  describe(body.value as JsonObject, `> [Assumed](assumptions.html) of the body:\n>\n${list}`);
}

function openSet(element: JsonObject): string | undefined {
  const known = element["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  return `Known: ${known.map((value) => `\`${value}\``).join(", ")}. Others may come.`;
}

/** Where a status can go: in a picture where there is one, otherwise in words. */
function steps(element: JsonObject, name: string): string | undefined {
  const transitions = Cursor.root(element).at("x-transitions");
  if (!transitions.exists) return undefined;
  const isDrawn = STATE_MACHINES.some(({ schema }) => schema === name);
  if (isDrawn) return `See [the picture](index.html#${name}).`;
  return `Steps: ${transitions.members().map(describeStep).join("; ")}.`;
}

function assumption(element: JsonObject): string | undefined {
  const text = element["x-inferred"];
  if (typeof text !== "string" || "trigger" in element) return undefined;
  // Redoc shows the description of a server as plain text.
  if (typeof element.url === "string") return `Assumed: ${text}`;
  return `> **[Assumed.](assumptions.html)** ${text}`;
}

/** A sample holds its body, so the examples would only offer a second choice that changes nothing. */
function addSamples(operation: JsonObject, made: Sample[]): void {
  const own = made.filter(({ operationId }) => operationId === operation.operationId);
  operation["x-codeSamples"] = LANGUAGES.flatMap(({ name, lang }) =>
    own
      .filter(({ language }) => language === name)
      .map((sample) => ({ lang, label: label(sample, made), source: sample.source })),
  );
  const { requestBody } = operation;
  for (const { value } of Cursor.root({ requestBody }).descendants()) {
    if (isObject(value)) delete value.examples;
  }
}

/** Redoc's badge loads a picture from elsewhere at every visit; its name says as much. */
function withoutForeignLogo(page: string): string {
  const name = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 14"><text y="11" font-family="sans-serif" font-size="12" fill="#667">Redocly</text></svg>`;
  return page.replaceAll(REDOCLY_LOGO, pictureUri(name));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
