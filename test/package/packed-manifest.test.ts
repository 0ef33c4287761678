import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { begin } from "../run-command-line.ts";
import { newFolder } from "../sandbox/database-file.ts";

// Elsewhere, npm's shell names no process of its parent.
test.skipIf(process.platform === "win32")(
  "an npm pack that is killed leaves the manifest as it was",
  async () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const here = scripts.prepack
      .replace("npm run build && ", "")
      .replace("scripts/", `${resolve("scripts")}/`);
    const cwd = newFolder();
    const manifest = join(cwd, "package.json");
    const read = () => JSON.parse(readFileSync(manifest, "utf8")).scripts;
    const own = { prepack: here, postpack: "sleep 5" };
    mkdirSync(join(cwd, "dist"));
    writeFileSync(manifest, JSON.stringify({ name: "shop", version: "1.0.0", scripts: own }));
    const { child } = begin(["npm", "pack"], { cwd });
    await expect.poll(read, { timeout: 20_000 }).toBeUndefined();
    child.kill("SIGKILL");
    await once(child, "exit");
    await expect.poll(read, { timeout: 20_000 }).toEqual(own);
  },
);

test("npm installs two packages with this one, of exact versions and without install scripts", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Record<string, unknown>>;
  };
  const { "": itself, ...others } = packages;
  const installed = Object.entries(others).filter(([, { dev, peer, optional }]) => {
    return !dev && !peer && !optional;
  });
  expect(installed.map(([path]) => path)).toEqual([
    "node_modules/openapi-fetch",
    "node_modules/openapi-typescript-helpers",
  ]);
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  expect(itself?.dependencies).toEqual({ "openapi-fetch": expect.stringMatching(/^[\d.]+$/) });
});
