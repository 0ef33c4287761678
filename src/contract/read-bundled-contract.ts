import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { JsonObject } from "./cursor.ts";

/** The bundled contract that this package comes with; each caller gets a copy of its own. */
export function readContract(): JsonObject {
  return readJson("openapi.json");
}

/** The contract of the sandbox's own controls. */
export function readControlContract(): JsonObject {
  return readJson("sandbox-control.json");
}

export function readVersion(): string {
  return String(readJson("../package.json").version);
}

/** Asked for by the package's own name, since its distance from here differs once this is built. */
function readJson(file: string): JsonObject {
  const contract = createRequire(import.meta.url).resolve("centavo/openapi.json");
  return JSON.parse(readFileSync(resolve(contract, "..", file), "utf8"));
}
