import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What the row of an operation adds. */
const BYTES_AN_OPERATION = 16;
/** What `createCentavo` weighed without its rows when it was last looked at. */
const BYTES_WITHOUT_OPERATIONS = 9_979;

/** What `createCentavo` may weigh with so many operations: without their rows a tenth more than was recorded. */
export function sizeLimit(operations: number): number {
  return Math.round(BYTES_WITHOUT_OPERATIONS * 1.1) + operations * BYTES_AN_OPERATION;
}

/** The bytes that a program weighs when it is bundled for the web platform, minified and gzipped. */
export async function bundleSize(program: string, folder: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
