import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The most that `createCentavo` with all its methods may weigh, minified and gzipped. */
export const SIZE_LIMIT = 5000;

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
