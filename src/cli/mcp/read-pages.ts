import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packageFolder } from "../../contract/read-bundled-contract.ts";

/** A file of the package that the server offers as a resource, e.g. `centavo://docs/errors.md`. */
export interface Page {
  file: string;
  uri: string;
  title: string;
  mimeType: "text/markdown" | "application/json";
  text: string;
}

const DOCUMENTS = [
  "generated/openapi.json",
  "generated/sandbox-control.json",
  "generated/postback.schema.json",
];

/** The pages of the docs in English, and the documents of the contract. */
export function readPages(): Page[] {
  const docs = readdirSync(join(packageFolder(), "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll(sep, "/")}`)
    .filter((file) => /^docs\/(?!\.|pt-BR\/).+\.md$/.test(file));
  return [...docs.toSorted(), ...DOCUMENTS].map((file) => {
    const text = readFileSync(join(packageFolder(), file), "utf8");
    const [, title = file] = /^(?:# | {2}"title": ")([^"\n]+)/m.exec(text) ?? [];
    const mimeType = file.endsWith(".md") ? "text/markdown" : "application/json";
    return { file, uri: `centavo://${file}`, title, mimeType, text };
  });
}
