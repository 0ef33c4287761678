import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** The size limits of the layers, a little above what was last measured. */
export const sizeLimits = {
  createFetch: () => 6_520,
  /** Each operation adds about 16 bytes. */
  createCentavo: (operations: number) => 9_320 + operations * 16,
};

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
