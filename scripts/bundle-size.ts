import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The size that each operation adds. */
const BYTES_PER_OPERATION = 16;
/** The size of `createCentavo` without its operations when it was last measured. */
const BYTES_WITHOUT_OPERATIONS = 9_979;

/** The size limit of `createCentavo`: a tenth more than last measured, plus its operations. */
export function sizeLimit(operations: number): number {
  return Math.round(BYTES_WITHOUT_OPERATIONS * 1.1) + operations * BYTES_PER_OPERATION;
}

/** The size of a program in bytes, after it is bundled for the web, minified and gzipped. */
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
