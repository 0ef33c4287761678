/**
 * Packs a package.json without `prepare`. The script builds the package where npm installs it from a Git address or a
 * folder, and npm would warn of it wherever the tarball is installed. `--restore` puts the original back. So does the
 * next pack after one that was interrupted.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const MANIFEST = "package.json";
const ORIGINAL = "dist/original-package.json";

if (existsSync(ORIGINAL)) renameSync(ORIGINAL, MANIFEST);

if (!process.argv.includes("--restore")) {
  copyFileSync(MANIFEST, ORIGINAL);
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));
  delete manifest.scripts.prepare;
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}
