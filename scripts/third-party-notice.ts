import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Metafile } from "esbuild";

/** A package of others, of which code stands in a file that is published. */
interface Package {
  name: string;
  version: string;
  license: string;
  /** What its authors ask to be said wherever its code is. */
  text: string;
}

/** Code that is in no package's files, by its namespace, and the package that wrote it. */
const WRITTEN_BY: Readonly<Record<string, string>> = { validators: "ajv" };

/**
 * What has to be said of a bundle: the packages that it has code of, with their licences in full.
 * It is told by the bundler's own list, so that none can be forgotten.
 */
export function thirdPartyNotice(file: string, { outputs }: Metafile): string {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const folders = new Set(used.map(folderOf).filter((folder) => folder !== undefined));
  const packages = [...folders]
    .map(readPackage)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    "# Third-party software",
    `\`${file}\` holds code of these packages. Each is used under its own licence.`,
    ...packages.map(section),
  ].join("\n\n");
}

/** The folder of the package that a module is of, or nothing where it is this one. */
function folderOf(path: string): string | undefined {
  const [, namespace = ""] = /^(\w+):/.exec(path) ?? [];
  const author = WRITTEN_BY[namespace];
  if (author) return dirname(fileURLToPath(import.meta.resolve(`${author}/package.json`)));
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
  if (folder === undefined && !/^(src|generated)\//.test(path)) {
    throw new Error(`Nobody knows whose code ${path} is.`);
  }
  return folder;
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file || !license) throw new Error(`${name} does not say under which licence it is.`);
  return { name, version, license, text: readFileSync(join(folder, file), "utf8").trim() };
}

function section({ name, version, license, text }: Package): string {
  return `## ${name} ${version}\n\nLicence: ${license}\n\n\`\`\`text\n${text}\n\`\`\``;
}
