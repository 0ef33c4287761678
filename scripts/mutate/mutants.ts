import ts from "typescript";
import { isWithinChain, mistakesIn } from "./operators.ts";

/** A single mistake put into the source. */
export interface Mutant {
  id: number;
  file: string;
  line: number;
  /** What stands in the source, and what stands there instead. */
  from: string;
  to: string;
}

/**
 * The mutants of a source file, and the file with all of them in it. Each sleeps until the global
 * function `isMutant` says that it is the one: so many can be tried with what was compiled once.
 */
export function plantMutants(file: string, text: string, firstId: number): [Mutant[], string] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];

  /** Adds a mutant, and gives the question whether it is the one. */
  function ask(node: ts.Node, to: string): string {
    const id = firstId + mutants.length;
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    mutants.push({ id, file, line, from: node.getText(), to });
    return `isMutant(${id})`;
  }

  function planted(node: ts.Node): string {
    if (isLeftAlone(node)) return node.getText();
    let written = "";
    let at = node.getStart();
    ts.forEachChild(node, (child) => {
      written += text.slice(at, child.getStart()) + planted(child);
      at = child.end;
    });
    return guarded(node, written + text.slice(at, node.end));
  }

  function guarded(node: ts.Node, written: string): string {
    if (isRemovable(node)) return `{ if (!${ask(node, "nothing")}) ${written} }`;
    if (!ts.isExpression(node) || isWithinChain(node)) return written;
    const others = mistakesIn(node).map((other) => `${ask(node, other)} ? (${other}) : `);
    return others.length === 0 ? written : `(${others.join("")}(${written}))`;
  }

  return [mutants, planted(source)];
}

/** What says nothing when it runs: types, what is imported, names, and what is assigned to. */
function isLeftAlone(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (parent !== undefined && (isName(node, parent) || isAssignedTo(node, parent)))
  );
}

function isName(node: ts.Node, parent: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) && parent.name === node && ts.isStringLiteral(node);
}

function isAssignedTo(node: ts.Node, parent: ts.Node): boolean {
  if (!ts.isBinaryExpression(parent) || parent.left !== node) return false;
  return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** A block with something in it, or a statement that is not all of its block. */
function isRemovable(node: ts.Node): boolean {
  if (ts.isBlock(node)) return node.statements.length > 0;
  if (!ts.isExpressionStatement(node)) return false;
  return !ts.isBlock(node.parent) || node.parent.statements.length > 1;
}
