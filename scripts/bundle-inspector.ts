import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { contractForms } from "./generate/inspector-forms.ts";

const ROOT = resolve(import.meta.dirname, "..");
const FOLDER = join(ROOT, "src/inspector");

/** Bundles the inspector into one page, which loads nothing else. */
export async function bundleInspector(): Promise<{ html: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(FOLDER, "main.tsx"), join(FOLDER, "style.css")],
    bundle: true,
    write: false,
    metafile: true,
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
  const html = template
    .replace("/* style */", () => textOf(".css"))
    .replace("/* script */", () => textOf(".js").replaceAll("</script", "<\\/script"));
  return { html, metafile };
}
