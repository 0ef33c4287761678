import { resolve } from "node:path";
import ts from "typescript";

/** How programs that import our sources are compiled. */
export const STRICT: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
  types: ["node"],
};

/** What the compiler reports of one file of a program. */
export function problemsOf(program: ts.Program, file: string): string[] {
  const parsed = program.getSourceFile(file);
  return [
    ...program.getSyntacticDiagnostics(parsed),
    ...program.getSemanticDiagnostics(parsed),
  ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

/** What the compiler reports of programs in files of their own, by file. */
export function problemsByFile(files: readonly string[]): Map<string, string[]> {
  const typeRoots = [resolve("node_modules/@types")];
  const program = ts.createProgram(files, { ...STRICT, typeRoots });
  return new Map(files.map((file) => [file, problemsOf(program, file)]));
}
