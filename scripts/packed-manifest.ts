/**
 * Packs a package.json with what a user of the package needs, and nothing that only this repository uses: npm would warn of
 * `prepare`, which builds the package, wherever the tarball is installed. `--restore` puts the original back after that. After
 * a pack that was interrupted, run it by hand.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const MANIFEST = "package.json";
const ORIGINAL = "dist/original-package.json";
const OF_DEVELOPMENT = ["scripts", "allowScripts", "devDependencies", "overrides"];

if (process.argv.includes("--restore")) {
  if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);
} else {
  // npm looks only after it has packed, and then does not restore.
  const { INIT_CWD = ".", npm_config_pack_destination: folder = "." } = process.env;
  if (!existsSync(resolve(INIT_CWD, folder))) {
    console.error(`There is no folder ${folder}: create it, or pack into another one.`);
    process.exit(1);
  }
  copyFileSync(MANIFEST, ORIGINAL);
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  for (const field of OF_DEVELOPMENT) delete manifest[field];
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}
