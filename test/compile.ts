import { resolve } from "node:path";
import ts from "typescript";

/** What the compiler has to say of one file of a program. */
export function problemsOf(program: ts.Program, file: string): string[] {
  const parsed = program.getSourceFile(file);
  return [
    ...program.getSyntacticDiagnostics(parsed),
    ...program.getSemanticDiagnostics(parsed),
  ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

/** What the compiler has to say of programs in files of their own, by file. */
export function problemsByFile(files: readonly string[]): Map<string, string[]> {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  });
  return new Map(files.map((file) => [file, problemsOf(program, file)]));
}
