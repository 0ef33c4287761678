import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isObject, type JsonObject, Place } from "../src/contract/place.ts";
import { errorExamples, type ReturnCode, returnCodes } from "../src/contract/return-codes.ts";
import { ContractError, type Problem } from "./problem.ts";
import * as redocly from "./redocly.ts";
import { locate, type Source } from "./source.ts";

const RETURN_CODES = "<!-- return-codes -->";

/** A contract in one document, and the files that it was written in. */
export type Bundle = { source: Source; document: JsonObject };

/**
 * Each contract in one document: its files, its chapters, and where each return code occurs.
 * @throws {ContractError} naming what keeps them from being bundled.
 */
export async function bundleContracts(sources: Source[]): Promise<Bundle[]> {
  const documents = await redocly.bundle(...sources.map(({ entry }) => entry));
  return documents.map((document, index) => {
    const source = sources[index] as Source;
    addOperationsToReturnCodes(document);
    addChapters(document, source);
    return { source, document };
  });
}

function addOperationsToReturnCodes(document: JsonObject): void {
  const contract = Place.root(document);
  const shown = errorExamples(contract);
  const schema = contract.at("components", "schemas", "ReturnCode").value;
  if (!isObject(schema)) return;
  schema["x-operations"] = returnCodes(contract).map(({ code }) => {
    const found = shown.filter(({ data }) => data.at("returnCode").value === code);
    return [...new Set(found.map(({ operationId }) => operationId))];
  });
}

function addChapters(document: JsonObject, source: Source): void {
  const { info } = document;
  if (!isObject(info) || !Array.isArray(info["x-chapters"])) return;
  const chapters = info["x-chapters"].map((file, index) =>
    readChapter(source, String(file), index),
  );
  const text = [info.description, ...chapters].join("\n\n");
  info.description = text.replace(RETURN_CODES, () => returnCodeTable(Place.root(document)));
  delete info["x-chapters"];
}

function readChapter(source: Source, file: string, index: number): string {
  try {
    return readFileSync(join(dirname(source.entry), file), "utf8").trim();
  } catch {
    throw new ContractError([missingChapter(source, file, index)]);
  }
}

function missingChapter(source: Source, file: string, index: number): Problem {
  return {
    ...locate(source, ["info", "x-chapters", index]),
    rule: "centavo:chapter-exists",
    message: `There is no ${file}: write it, or take it out of x-chapters.`,
  };
}

function returnCodeTable(contract: Place): string {
  const rows = returnCodes(contract).map(row);
  const head = [
    "| code | name | meaning | message | stated for | assumed for |",
    "|---|---|---|---|---|---|",
  ];
  return [...head, ...rows].join("\n");
}

function row({ code, name, meaning, message, statedFor, assumedFor }: ReturnCode): string {
  const stated = statedFor ? inCode([statedFor]) : "";
  // A code without an operation of its own is assumed for all that take the token.
  const assumed = statedFor ? inCode(assumedFor) : "every operation that takes the token";
  return `| \`${code}\` | ${name} | ${meaning} | ${message} | ${stated} | ${assumed} |`;
}

function inCode(ids: string[]): string {
  return ids.map((id) => `\`${id}\``).join(", ");
}
