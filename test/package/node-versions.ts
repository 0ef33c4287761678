import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface InstalledNode {
  which: string;
  node: string;
  version: string;
}

/** The repository's own Node, and the machine's where it is another that the package supports. */
export function nodes(): InstalledNode[] {
  const own = { which: "the repository's", node: process.execPath, version: process.version };
  const node = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find(existsSync);
  if (node === undefined) return [own];
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const supported = major > 20 || (major === 20 && minor >= 19);
  return supported && version !== own.version
    ? [own, { which: "the machine's", node, version }]
    : [own];
}
