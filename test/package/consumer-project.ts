import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "./run-and-capture.ts";

export const TSC = resolve("node_modules/typescript/bin/tsc");

/** The output of the programs: parts of a payment and of the contract. */
export const PRINTED = { amount: 14970, brand: "VISA", json: "Payment processing API" };

/** The address that the programs call, as they are written. */
const ADDRESS = "http://127.0.0.1:4010";

/** The two sets of types that declare `fetch`. */
export const TYPE_ENVIRONMENTS = [
  {
    platform: "a browser's types and none of Node's",
    packages: [],
    options: { lib: ["es2022", "dom"], types: [] },
  },
  {
    platform: "Node's types and none of a browser's",
    packages: ["@types/node@24.19.2"],
    options: { lib: ["es2022"], types: ["node"] },
  },
];

/** The project of a user, outside the repository. */
export class Project implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "centavo-consumer-"));

  private constructor() {
    this.write("package.json", JSON.stringify({ private: true, type: "module" }));
  }

  /** A new project with these packages in it. */
  static async create(...packages: string[]): Promise<Project> {
    const project = new Project();
    try {
      await project.install(...packages);
      return project;
    } catch (error) {
      project[Symbol.dispose]();
      throw error;
    }
  }

  /** A project with what another has. */
  static copyOf(folder: string): Project {
    const project = new Project();
    cpSync(folder, project.folder, { recursive: true, verbatimSymlinks: true });
    return project;
  }

  /** What is in npm's cache is not asked for again, so that most runs need no network. */
  async install(...packages: string[]): Promise<void> {
    const options = ["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
    const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
    await this.run("npm", "install", "--save-exact", ...options, ...quiet, ...packages);
  }

  /** Adds one of the programs in programs/, with the service's address in it. */
  addProgram(name: string, baseUrl: string): void {
    const text = readFileSync(join(import.meta.dirname, "programs", name), "utf8");
    this.write(name, text.replaceAll(ADDRESS, baseUrl));
  }

  /** Writes a configuration for TypeScript that is as strict with the package as it can be. */
  configure(compilerOptions: object): void {
    const strict = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      isolatedModules: true,
      skipLibCheck: false,
    };
    const options = { target: "es2022", ...strict, ...compilerOptions };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["*"] }));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** Runs a command here and gives what it printed. */
  run(command: string, ...args: string[]): Promise<string> {
    return run(command, args, this.folder);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
