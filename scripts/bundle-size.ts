import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What `createCentavo` with all its methods weighed when it was last looked at, and what of it is rows. */
export const RECORDED = { bytes: 10_443, operations: 29 };
/** What the row of an operation adds. */
const BYTES_AN_OPERATION = 16;

/** What `createCentavo` may weigh with so many operations: a tenth more than what was recorded. */
export function sizeLimit(operations: number): number {
  const more = operations - RECORDED.operations;
  return Math.round(RECORDED.bytes * 1.1) + Math.max(0, more) * BYTES_AN_OPERATION;
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
