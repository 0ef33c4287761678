import { defineConfig } from "vitest/config";
import { packageFromSource } from "../../package-from-source.ts";

/** The tests of a project that uses centavo/testing. under-vitest.test.ts runs them, some of which fail on purpose. */
export default defineConfig({
  resolve: { alias: packageFromSource },
  root: import.meta.dirname,
  cacheDir: "../../../node_modules/.vite-suites",
  test: { include: ["*.suite.ts"], testTimeout: 20_000 },
});
