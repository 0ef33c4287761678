import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { afterAll, expect, vi } from "vitest";
import { freePort } from "../free-port.ts";
import { MODULES } from "../package-from-source.ts";
import { begin, run } from "../run-command-line.ts";

/** A block of a guide that makes a call, and what the guide says about the response. */
export interface Command {
  command: string;
  status: string | undefined;
  body: string | undefined;
}

/** The blocks of a guide with a `curl` in them. */
export function commandsIn(file: string): Command[] {
  return blocks(file, "sh")
    .filter((block) => block.includes("curl"))
    .map((block) => {
      const [, status, body] = block.match(/^# (\d{3})(?: (.*))?$/m) ?? [];
      return { command: block.trim(), status, body };
    });
}

/** Prepares a folder so that `curl` prints the status below the response. */
export function prepareCurl(home: string): void {
  writeFileSync(join(home, ".curlrc"), 'silent\nmax-time = 30\nwrite-out = "\\n%{http_code}"\n');
}

/** Guides are written for a POSIX shell with curl, which Windows need not have. */
export const hasShell = process.platform !== "win32";

/** Runs a script that calls something, in a folder that {@link prepareCurl} has made ready. */
export async function call(
  script: string,
  home: string,
  env: Record<string, string> = {},
): Promise<{ status: string | undefined; body: unknown }> {
  const { stdout } = await run(["sh", "-c", script], { env: { ...env, CURL_HOME: home } });
  const [, text = "", status] = /^(.*)\n(\d+)\n?$/s.exec(stdout) ?? [];
  return { status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

/** A program of a guide, and what the guide says that it prints. */
export interface Program {
  name: string;
  source: string;
  prints: string[];
}

/** The programs of a guide: its blocks of TypeScript or JavaScript that import something by its package's name. */
export function programsIn(file: string, specifier: string, text = read(file)): Program[] {
  return blocksIn(text, "[tj]s")
    .filter((source) => source.includes(`from "${specifier}"`))
    .map((source, index) => ({
      name: `${file}, program ${index + 1}`,
      source,
      prints: [...source.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = ""]) => text),
    }));
}

/** A program that has the source of the package in place of the package. */
export function onSource(source: string): string {
  return source.replaceAll(/ from "(centavo[^"]*)"/g, (_, name: string) => {
    return ` from ${JSON.stringify(MODULES[name] ?? name)}`;
  });
}

/** Runs a program, and gives what it printed, the values of each call of `console.log`. */
export async function printedBy(source: string, file: string): Promise<unknown[][]> {
  writeFileSync(file, onSource(source));
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import(/* @vite-ignore */ pathToFileURL(file).href);
    return [...log.mock.calls];
  } finally {
    log.mockRestore();
  }
}

/** Runs a program of a guide in a folder, and compares what it prints with what the guide says. */
export async function expectPrinted({ name, source, prints }: Program, folder: string) {
  const printed = await printedBy(source, join(folder, `${name.replaceAll(/\W+/g, "-")}.ts`));
  const texts = printed.map(([value]) => (typeof value === "string" ? value : inspect(value)));
  expect(texts).toEqual(prints);
}

/** The sandbox's address in the guides. */
export const ADDRESS = "http://127.0.0.1:4020";
const SHOP_PORT = "3000";

/** Runs a shop of a guide in a process of its own, against a sandbox and on a port of its own. */
export async function startShop(file: string, source: string, sandboxUrl: string) {
  const port = `${await freePort()}`;
  writeFileSync(file, onSource(source).replaceAll(ADDRESS, sandboxUrl).replaceAll(SHOP_PORT, port));
  const { printed } = begin([process.execPath, file]);
  return { url: `http://127.0.0.1:${port}`, printed };
}

/** A folder for the programs and the commands of guides, which is removed after the tests of a file. */
export function folderForGuides(): string {
  const folder = mkdtempSync(join(tmpdir(), "centavo-guides-"));
  prepareCurl(folder);
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The text of a guide's blocks in a language. */
export function blocks(file: string, language: string): string[] {
  return blocksIn(read(file), language);
}

function blocksIn(text: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...text.matchAll(pattern)].map(([, block = ""]) => block);
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
