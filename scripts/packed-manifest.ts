/**
 * Packs a package.json with what a user of the package needs, and nothing that only this repository uses: npm would warn of
 * `prepare`, which builds the package, wherever the tarball is installed. `restore` puts the original back after that. If npm
 * ends before, e.g. by Ctrl-C, a process of its own does so, which waits for the end of npm.
 */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

const MANIFEST = "package.json";
const ORIGINAL = "dist/original-package.json";
const OF_DEVELOPMENT = ["scripts", "allowScripts", "devDependencies", "overrides"];
const [action, npm] = process.argv.slice(2);

if (action === "restore") {
  while (npm && isRunning(Number(npm))) await setTimeout(100);
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
} else {
  // npm looks only after it has packed, and then does not restore.
  const { INIT_CWD = ".", npm_config_pack_destination: folder = "." } = process.env;
  if (!existsSync(resolve(INIT_CWD, folder))) {
    console.error(`There is no folder ${folder}: create it, or pack into another one.`);
    process.exit(1);
  }
  const waiting = [import.meta.filename, "restore", `${npm}`];
  // On Windows, npm's shell does not know which process npm is.
  if (Number(npm)) spawn(process.execPath, waiting, { detached: true, stdio: "ignore" }).unref();
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  // Another pack may have stripped it already, and has the original.
  if (manifest.scripts) copyFileSync(MANIFEST, ORIGINAL);
  for (const field of OF_DEVELOPMENT) delete manifest[field];
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
