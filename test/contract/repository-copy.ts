import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

/** The files and folders that the npm scripts and the tools for the contract read and write. */
export const TOOL_INPUTS = [
  ...["openapi", "generated", "docs", "skills", "lint", "scripts", "src"],
  ...["CHANGELOG.md", "SECURITY.md", "llms.txt", "biome.json", "package.json"],
  ...["redocly.yaml", "tsconfig.json", ".dependency-cruiser.mjs", ".spectral.js"],
];

/** What other processes delete meanwhile: VitePress has its configuration there while it builds. */
export const TRANSIENT = /\.timestamp-/;

/** A copy of some folders of the repository, for a test to break. */
export class Workspace implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "centavo-"));

  constructor(...folders: string[]) {
    const filter = (from: string) => !TRANSIENT.test(from);
    for (const name of folders) cpSync(name, join(this.folder, name), { recursive: true, filter });
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  edit(file: string, what: RegExp, to: string): void {
    this.write(file, this.read(file).replace(what, to));
  }

  remove(file: string): void {
    rmSync(join(this.folder, file));
  }

  /** Every file below a folder, with its text. */
  snapshot(folder: string): Record<string, string> {
    const root = join(this.folder, folder);
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(this.folder, join(parentPath, name)));
    return Object.fromEntries(files.map((file) => [file, this.read(file)]));
  }

  /** Runs one of the scripts on this copy. The status is null when it was killed. */
  run(script: string, ...args: string[]): Promise<{ status: number | null; output: string }> {
    const command = [resolve("scripts", script), ...args];
    return new Promise((done) => {
      const child = execFile(process.execPath, command, { cwd: this.folder }, (_, stdout, stderr) =>
        done({ status: child.exitCode, output: stdout + stderr }),
      );
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
