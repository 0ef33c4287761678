import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { JsonObject } from "./contract/place.ts";

/** Asked for by the package's own name, since its distance from here differs once this is built. */
const bundle = createRequire(import.meta.url).resolve("centavo/openapi.json");
const control = resolve(bundle, "../sandbox-control.json");

/** The bundled contract that this package comes with; each caller gets a copy of its own. */
export function readContract(): JsonObject {
  return readJson(bundle);
}

/** The contract of the sandbox's own controls. */
export function readControlContract(): JsonObject {
  return readJson(control);
}

export function readVersion(): string {
  return String(readJson(resolve(bundle, "../../package.json")).version);
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(file, "utf8"));
}
