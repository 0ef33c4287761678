import { createHash } from "node:crypto";

/** The modules of the package that a program in a page can import. */
export const MODULES: Readonly<Record<string, string>> = {
  centavo: "src/client/index.ts",
  "centavo/postbacks": "src/postback-receiver/index.ts",
  "centavo/sandbox": "src/sandbox/index.ts",
};

/** The file of a program, without its ending. */
export function programName(source: string): string {
  return `program-${createHash("sha256").update(source).digest("hex").slice(0, 8)}`;
}

/** Whether a block of a page is a whole program that needs nothing but the package and what a browser has. */
export function runsInPage(source: string): boolean {
  const imports = [...source.matchAll(/^\} from "(.*)";$|^import .* from "(.*)";$/gm)];
  const modules = imports.map(([, long, short]) => long ?? short ?? "");
  return (
    modules.includes("centavo/sandbox") &&
    modules.every((each) => each in MODULES) &&
    /\bcreateSandbox\(/.test(source) &&
    !/\bstartSandbox\b|\bprocess\./.test(source)
  );
}

/** The programs of pages that run in them. */
export function runnablePrograms(sources: readonly string[]): string[] {
  return sources
    .flatMap((text) => [...text.matchAll(/^```ts\n(.*?)^```$/gms)])
    .map(([, program = ""]) => program)
    .filter(runsInPage);
}
