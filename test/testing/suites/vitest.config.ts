import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { packageFromSource } from "../../package-from-source.ts";

/** Tests as users write them. under-vitest.slow.test.ts runs them. */
export default defineConfig({
  resolve: { alias: packageFromSource },
  root: import.meta.dirname,
  // By default, Vite would create a node_modules in the root.
  cacheDir: resolve("node_modules/.cache/suites"),
  test: { include: ["*.suite.ts"], testTimeout: 20_000 },
});
