import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { contractForms } from "./inspector-forms.ts";

const FOLDER = resolve(import.meta.dirname, "../src/sandbox/inspector");

/** Bundles the inspector into one page, which loads nothing else. */
export async function bundleInspector(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, "main.tsx"), join(FOLDER, "style.css")],
    bundle: true,
    write: false,
    outdir: FOLDER,
    format: "iife",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    define: { CONTRACT_FORMS: JSON.stringify(contractForms()) },
  });
  const textOf = (extension: string) =>
    outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
  const template = readFileSync(join(FOLDER, "index.html"), "utf8");
  // Functions, because a replacement text would interpret the dollar signs of the code.
  return template
    .replace("/* style */", () => textOf(".css"))
    .replace("/* script */", () => textOf(".js").replaceAll("</script", "<\\/script"));
}
