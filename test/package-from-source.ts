import { resolve } from "node:path";

/** The modules of the package, by the names under which programs import them, and where their source is. */
export const MODULES: Record<string, string> = Object.fromEntries(
  Object.entries({
    centavo: "src/client/index.ts",
    "centavo/mock": "src/mock/index.ts",
    "centavo/openapi.json": "generated/openapi.json",
    "centavo/postbacks": "src/postback-receiver/index.ts",
    "centavo/sandbox": "src/sandbox-node/index.ts",
    "centavo/testing": "src/testing/index.ts",
    "centavo/testing/playwright": "src/testing/playwright.ts",
    "centavo/testing/vitest": "src/testing/vitest.ts",
  }).map(([name, file]) => [name, resolve(import.meta.dirname, "..", file)]),
);

/** For Vite: takes the source where a test imports the package. */
export const packageFromSource = Object.entries(MODULES).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement,
}));
