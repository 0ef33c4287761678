import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const BIOME = join(
  dirname(createRequire(import.meta.url).resolve("@biomejs/biome/package.json")),
  "bin/biome",
);
const MAX_OUTPUT = 64 * 1024 * 1024;
const REPOSITORY = join(import.meta.dirname, "../..");

/** A doc comment of several paragraphs, or "" if all of them are empty. */
export function comment(paragraphs: unknown[]): string {
  const texts = paragraphs.filter((paragraph) => typeof paragraph === "string" && paragraph !== "");
  if (texts.length === 0) return "";
  const lines = texts.join("\n\n").replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** Formats TypeScript with the formatter of this repository, whatever the working directory. */
export async function formatted(text: string): Promise<string> {
  const args = [BIOME, "format", "--stdin-file-path=generated.ts"];
  const result = promisify(execFile)(process.execPath, args, {
    cwd: REPOSITORY,
    maxBuffer: MAX_OUTPUT,
  });
  result.child.stdin?.end(text);
  return (await result).stdout;
}
