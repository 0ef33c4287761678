import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { JsonObject } from "./cursor.ts";

/** The bundled contract of this package. Each caller gets its own copy. */
export function readContract(): JsonObject {
  return readJson("openapi.json");
}

/** The contract of the sandbox's control API. */
export function readControlContract(): JsonObject {
  return readJson("sandbox-control.json");
}

/** How each assumption of the contract is checked, by its JSON pointer. */
export function readAssumptionChecks(): JsonObject {
  return readJson("assumption-checks.json");
}

export function readVersion(): string {
  return String(readJson("../package.json").version);
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(resolve(packageFolder(), "generated", file), "utf8"));
}

/** The folder of this package. Found by the package's own name, since the relative path differs after the build. */
export function packageFolder(): string {
  return resolve(createRequire(import.meta.url).resolve("centavo/openapi.json"), "../..");
}
