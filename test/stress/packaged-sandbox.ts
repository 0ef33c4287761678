import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { pack } from "../package/pack.ts";
import { run } from "../package/run-and-capture.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { type Started, startProcess } from "./sandbox-process.ts";

/** A sandbox as people start it, which may not be ready yet. */
export interface Launched extends Omit<Started, "ready"> {
  ready: Promise<Running>;
}

export interface Running extends Omit<Started, "ready"> {
  url: string;
  /** A new one each time, so that the clients of one test do not remember those of another. */
  shop(keys?: Shop["keys"]): Shop;
}

/** What the package depends on. */
const DEPENDENCY = "openapi-fetch";

let folder = "";

/** Has the package built, as it is published, before the tests of a file. */
export function buildPackage(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "centavo-built-"));
    using packed = await pack();
    await run("tar", ["-xzf", packed.tarball, "--strip-components=1"], folder);
    // What an installation puts next to it.
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve("node_modules", DEPENDENCY), join(folder, "node_modules", DEPENDENCY));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** The package's command. */
export function builtCli(): string {
  return join(folder, "dist/package/src/cli/index.js");
}

/** Starts the package's command on a file. */
export function launch(db: string): Launched {
  const { ready, ...started } = startProcess(builtCli(), ["--quiet", "--db", db], () => {});
  onTestFinished(() => started.kill());
  const running = ready.then(({ url, keys: first }) => ({
    ...started,
    url,
    shop: (keys = first) => new Shop(url, keys),
  }));
  running.catch(() => {});
  return { ...started, ready: running };
}
