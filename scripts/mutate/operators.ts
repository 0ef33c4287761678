import ts from "typescript";

/** Operators that somebody could have typed instead. */
const BINARY: Partial<Record<ts.SyntaxKind, readonly string[]>> = {
  [ts.SyntaxKind.LessThanToken]: ["<=", ">="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["<", ">"],
  [ts.SyntaxKind.GreaterThanToken]: [">=", "<="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [">", "<"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["==="],
  [ts.SyntaxKind.ExclamationEqualsToken]: ["=="],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["||"],
  [ts.SyntaxKind.BarBarToken]: ["&&"],
  [ts.SyntaxKind.QuestionQuestionToken]: ["&&"],
  [ts.SyntaxKind.PlusToken]: ["-"],
  [ts.SyntaxKind.MinusToken]: ["+"],
  [ts.SyntaxKind.AsteriskToken]: ["/"],
  [ts.SyntaxKind.SlashToken]: ["*"],
  [ts.SyntaxKind.PercentToken]: ["*"],
  [ts.SyntaxKind.AsteriskAsteriskToken]: ["*"],
  [ts.SyntaxKind.AmpersandToken]: ["|"],
  [ts.SyntaxKind.BarToken]: ["&"],
  [ts.SyntaxKind.CaretToken]: ["&"],
  [ts.SyntaxKind.LessThanLessThanToken]: [">>"],
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: ["<<"],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken]: ["<<"],
  [ts.SyntaxKind.PlusEqualsToken]: ["-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["+="],
  [ts.SyntaxKind.AmpersandEqualsToken]: ["|="],
  [ts.SyntaxKind.CaretEqualsToken]: ["&="],
  [ts.SyntaxKind.QuestionQuestionEqualsToken]: ["="],
};

/** Methods that are easily taken for one another. Of a call without another name, the call is left away. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["ceil", "floor"],
  ["endsWith", "startsWith"],
  ["every", "some"],
  ["filter", ""],
  ["flat", ""],
  ["flatMap", "map"],
  ["floor", "ceil"],
  ["max", "min"],
  ["min", "max"],
  ["normalize", ""],
  ["padStart", "padEnd"],
  ["replace", ""],
  ["replaceAll", ""],
  ["reverse", ""],
  ["round", "floor"],
  ["slice", ""],
  ["some", "every"],
  ["sort", ""],
  ["startsWith", "endsWith"],
  ["toReversed", ""],
  ["toSorted", ""],
  ["toUpperCase", "toLowerCase"],
  ["trim", ""],
]);

/** Pieces of a regular expression, and what it could have in their place. */
const PATTERNS: readonly (readonly [piece: RegExp, instead: string])[] = [
  [/(?<=^\/)\^/, ""],
  [/\$(?=\/\w*$)/, ""],
  [/(?<![\\(|])[+*?](?![)?])/, ""],
  [/(?<!\\)\{\d+(,\d*)?\}/, ""],
  [/\\d/, "\\D"],
  [/\\D/, "\\d"],
  [/\\w/, "\\W"],
  [/\\W/, "\\w"],
  [/\\s/, "\\S"],
  [/(?<!\\)\[(?!\^)/, "[^"],
  [/(?<!\\)\[\^/, "["],
  [/\(\?!/, "(?="],
  [/\(\?<!/, "(?<="],
];

/** Texts that could stand for an expression instead of its own, each a mistake that shows in a result. */
export function mistakesIn(node: ts.Expression): string[] {
  const found = [
    ...(OPERATORS[node.kind]?.(node) ?? []),
    ...(isCondition(node) ? ["true", "false"] : []),
    ...(isResult(node) ? ["undefined"] : []),
    ...withoutQuestion(node),
  ];
  return [...new Set(found)].filter((text) => text !== node.getText());
}

const OPERATORS: Partial<Record<ts.SyntaxKind, (node: ts.Node) => string[]>> = {
  [ts.SyntaxKind.BinaryExpression]: (node) => {
    const { left, operatorToken, right } = node as ts.BinaryExpression;
    const others = BINARY[operatorToken.kind] ?? [];
    return others.map((other) => `${left.getText()} ${other} ${right.getText()}`);
  },
  [ts.SyntaxKind.PrefixUnaryExpression]: (node) => {
    const { operator, operand } = node as ts.PrefixUnaryExpression;
    const isStep = operator === ts.SyntaxKind.PlusPlusToken;
    return [isStep ? `--${operand.getText()}` : operand.getText()];
  },
  [ts.SyntaxKind.PostfixUnaryExpression]: (node) => {
    const { operator, operand } = node as ts.PostfixUnaryExpression;
    return [`${operand.getText()}${operator === ts.SyntaxKind.PlusPlusToken ? "--" : "++"}`];
  },
  [ts.SyntaxKind.TrueKeyword]: () => ["false"],
  [ts.SyntaxKind.FalseKeyword]: () => ["true"],
  [ts.SyntaxKind.NumericLiteral]: (node) => [`${node.getText()} + 1`],
  [ts.SyntaxKind.BigIntLiteral]: (node) => [`${node.getText()} + 1n`],
  [ts.SyntaxKind.StringLiteral]: (node) => [
    (node as ts.StringLiteral).text === "" ? '"mutant"' : '""',
  ],
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral]: () => ['""'],
  [ts.SyntaxKind.TemplateExpression]: () => ['""'],
  [ts.SyntaxKind.RegularExpressionLiteral]: (node) =>
    PATTERNS.map(([piece, instead]) => node.getText().replace(piece, instead)).filter(isPattern),
  [ts.SyntaxKind.ArrayLiteralExpression]: (node) => [
    (node as ts.ArrayLiteralExpression).elements.length === 0 ? '["mutant"]' : "[]",
  ],
  [ts.SyntaxKind.ObjectLiteralExpression]: () => ["{}"],
  [ts.SyntaxKind.CallExpression]: (node) => {
    const { expression: method, arguments: given } = node as ts.CallExpression;
    if (!ts.isPropertyAccessExpression(method)) return [];
    const owner = method.expression.getText();
    const other = METHODS.get(method.name.text);
    if (other === undefined) return [];
    return [other ? `${owner}.${other}(${given.map((one) => one.getText()).join(", ")})` : owner];
  },
};

function isPattern(text: string): boolean {
  const [, pattern = "", flags = ""] = /^\/(.*)\/(\w*)$/s.exec(text) ?? [];
  try {
    return Boolean(new RegExp(pattern, flags));
  } catch {
    return false;
  }
}

const DECIDES = new Set(["<", "<=", ">", ">=", "===", "!==", "!=", "&&", "||"]);

/** Whether it is there for its truth. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(node) && DECIDES.has(node.operatorToken.getText())) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return ts.isIfStatement(parent);
}

/** Whether it is all that a function gives back. */
function isResult({ parent }: ts.Expression): boolean {
  return ts.isArrowFunction(parent);
}

/** A chain with a `?.`, once without each. Seen from its end, which is where a chain is whole. */
function withoutQuestion(node: ts.Expression): string[] {
  if (!ts.isOptionalChain(node) || isWithinChain(node)) return [];
  return questionsIn(node).map(({ at, isAccess }) => {
    const text = node.getSourceFile().text;
    return `${text.slice(node.getStart(), at)}${isAccess ? "." : ""}${text.slice(at + "?.".length, node.end)}`;
  });
}

/** Whether more of an optional chain follows, which must not be cut off from what decides it. */
export function isWithinChain(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isOptionalChain(parent) && parent.expression === node && ts.isOptionalChain(node);
}

function questionsIn(node: ts.Expression): { at: number; isAccess: boolean }[] {
  if (!ts.isOptionalChain(node) || ts.isNonNullExpression(node)) return [];
  const { questionDotToken } = node;
  const isAccess = ts.isPropertyAccessExpression(node);
  const own = questionDotToken ? [{ at: questionDotToken.getStart(), isAccess }] : [];
  return [...questionsIn(node.expression), ...own];
}
