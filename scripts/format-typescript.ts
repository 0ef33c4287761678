import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const BIOME = join(
  dirname(createRequire(import.meta.url).resolve("@biomejs/biome/package.json")),
  "bin/biome",
);
const MAX_OUTPUT = 64 * 1024 * 1024;
const REPOSITORY = join(import.meta.dirname, "..");

/** A doc comment of some paragraphs; nothing where none of them says anything. */
export function comment(paragraphs: unknown[]): string {
  const said = paragraphs.filter((paragraph) => typeof paragraph === "string" && paragraph !== "");
  if (said.length === 0) return "";
  const lines = said.join("\n\n").replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** The text as the formatter of this repository leaves it, from whatever folder that is asked. */
export async function formatted(text: string): Promise<string> {
  const args = [BIOME, "format", "--stdin-file-path=generated.ts"];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: REPOSITORY,
    maxBuffer: MAX_OUTPUT,
  });
  running.child.stdin?.end(text);
  return (await running).stdout;
}
