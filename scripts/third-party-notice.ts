import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Metafile } from "esbuild";

/** A third-party package whose code is part of a published file. */
interface Package {
  name: string;
  version: string;
  license: string;
  /** The full text of the licence. */
  text: string;
}

/** The packages that generate code, by the namespace of that code in the bundler. */
const GENERATED_BY: Readonly<Record<string, string>> = { validators: "ajv" };

/**
 * The notice for bundles: the packages whose code they contain, with their full licences. The list comes
 * from the bundler, so it cannot be incomplete.
 */
export function thirdPartyNotice(files: string[], bundles: Metafile[]): string {
  const outputs = bundles.flatMap((bundle) => Object.values(bundle.outputs));
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  const named = used.map(folderOf).filter((folder) => folder !== undefined);
  // A package may be there with its own modules and with code that it generates.
  const folders = new Set(named.map((folder) => resolve(folder)));
  const packages = [...folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    "# Third-party software",
    `${files.map((file) => `\`${file}\``).join(" and ")} contain code of these packages. Each is used under its own licence.`,
    ...packages.map(section),
  ].join("\n\n");
}

/** The folder of a module's package, or undefined for a module of this repository. */
function folderOf(path: string): string | undefined {
  const [, namespace = ""] = /^(\w+):/.exec(path) ?? [];
  const generator = GENERATED_BY[namespace];
  if (generator) return dirname(fileURLToPath(import.meta.resolve(`${generator}/package.json`)));
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? [];
  // esbuild names what it defines itself in angle brackets.
  if (folder === undefined && !/^(src|generated)\/|^<define:/.test(path)) {
    throw new Error(`The bundle contains ${path}, which belongs to no known package.`);
  }
  return folder;
}

function readPackage(folder: string): Package {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const names = readdirSync(folder);
  const find = (pattern: RegExp) => names.find((each) => pattern.test(each));
  // Some have it at the end of their page.
  const file = find(/^licen[cs]e/i) ?? find(/^readme/i);
  const text =
    file &&
    readFileSync(join(folder, file), "utf8")
      .split(/^#+ licen[cs]e$/im)
      .at(-1);
  if (!text || !license) throw new Error(`${name} has no licence file or no license field.`);
  return { name, version, license, text: text.trim() };
}

function section({ name, version, license, text }: Package): string {
  return `## ${name} ${version}\n\nLicence: ${license}\n\n\`\`\`text\n${text}\n\`\`\``;
}
