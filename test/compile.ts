import ts from "typescript";

/** What the compiler has to say of one file of a program. */
export function problemsOf(program: ts.Program, file: string): string[] {
  const parsed = program.getSourceFile(file);
  return [
    ...program.getSyntacticDiagnostics(parsed),
    ...program.getSemanticDiagnostics(parsed),
  ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
