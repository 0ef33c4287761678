import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject, type JsonObject, Place } from "../../src/contract/place.ts";
import * as redocly from "../redocly.ts";
import { pictureUri } from "./html.ts";
import { navigation } from "./page.ts";
import { type Sample, samples } from "./samples.ts";

const REDOCLY_LOGO = "https://cdn.redoc.ly/redoc/logo-mini-full.svg";

/** The reference as one page that asks the network for nothing. */
export async function buildReference(contract: JsonObject): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "centavo-docs-"));
  try {
    const made = samples(Place.root(contract));
    const files = { page: join(folder, "reference.html"), contract: join(folder, "contract.json") };
    writeFileSync(files.contract, JSON.stringify(forReaders(contract, made)));
    writeFileSync(join(folder, "redocly.yaml"), JSON.stringify(settings(made)));
    await redocly.buildDocs(files.contract, {
      file: files.page,
      title: "API reference · Centavo",
      template: "docs/reference.hbs",
      config: join(folder, "redocly.yaml"),
      options: {
        favicon: pictureUri(read("docs/favicon.svg")),
        style: read("docs/navigation.css") + read("docs/reference.css"),
        navigation: navigation("reference.html"),
      },
    });
    return withoutForeignLogo(read(files.page));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Redoc lists the languages of samples by their labels, each of which has one sample at most. */
function settings(made: Sample[]): JsonObject {
  const labels = [...new Set(made.map((sample) => label(sample, made))), "Payload"];
  return {
    telemetry: "off",
    openapi: { codeSamples: { languages: labels.map((lang) => ({ lang, label: lang })) } },
  };
}

/** The first example of an operation goes by its language alone, so that the choice is kept. */
function label({ operationId, example, language }: Sample, made: Sample[]): string {
  const first = made.find((other) => other.operationId === operationId);
  return first?.example === example ? language : `${language}: ${example}`;
}

/** The contract with what Redoc does not show by itself put where it shows it. */
function forReaders(contract: JsonObject, made: Sample[]): JsonObject {
  const copy = structuredClone(contract);
  for (const { value, key } of [...Place.root(copy).descendants()]) {
    if (!isObject(value) || key === "value") continue;
    addToDescription(value, openSet(value));
    addToDescription(value, assumption(value));
    if (typeof value.operationId === "string") addSamples(value, made);
  }
  return copy;
}

function addToDescription(element: JsonObject, text: string | undefined): void {
  if (text) element.description = [element.description, text].filter(Boolean).join("\n\n");
}

function openSet(element: JsonObject): string | undefined {
  const known = element["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  return `Known: ${known.map((value) => `\`${value}\``).join(", ")}. Others may come.`;
}

function assumption(element: JsonObject): string | undefined {
  const text = element["x-inferred"];
  return typeof text === "string" && !("trigger" in element) ? `> **Assumed.** ${text}` : undefined;
}

function addSamples(operation: JsonObject, made: Sample[]): void {
  operation["x-codeSamples"] = made
    .filter(({ operationId }) => operationId === operation.operationId)
    .map((sample) => ({
      lang: sample.language === "curl" ? "bash" : "typescript",
      label: label(sample, made),
      source: sample.source,
    }));
}

/** Redoc's badge loads a picture from elsewhere at every visit; its name says as much. */
function withoutForeignLogo(page: string): string {
  const name = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52 14"><text y="11" font-family="sans-serif" font-size="12" fill="#667">Redocly</text></svg>`;
  return page.replaceAll(REDOCLY_LOGO, pictureUri(name));
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
