// What src/contract/read-bundled-contract.ts uses of Node, the one module under src/sandbox/index.ts that does: the build
// replaces what it reads. So tsconfig.build.json compiles the rest without Node's types.

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}

declare module "node:module" {
  export function createRequire(url: string): { resolve(name: string): string };
}

declare module "node:path" {
  export function resolve(...parts: string[]): string;
}
