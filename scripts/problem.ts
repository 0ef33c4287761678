/** Something wrong in the contract's source, where, and by which rule. */
export type Problem = {
  file: string;
  line: number;
  column: number;
  rule: string;
  message: string;
};

/** A problem of a file as a whole. */
export function problemOf(file: string, rule: string, message: string): Problem {
  return { file, line: 1, column: 1, rule, message };
}

export class ContractError extends Error {
  override readonly name = "ContractError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const sorted = [...unique(problems)].sort(inReadingOrder);
    super([...sorted.map(printed), "", summary(sorted)].join("\n"));
    this.problems = sorted;
  }
}

function printed({ file, line, column, rule, message }: Problem): string {
  return `${file}:${line}:${column}  ${rule}  ${message}`;
}

function unique(problems: readonly Problem[]): Iterable<Problem> {
  return new Map(problems.map((problem) => [printed(problem), problem])).values();
}

function inReadingOrder(a: Problem, b: Problem): number {
  return a.file.localeCompare(b.file, "en") || a.line - b.line || a.column - b.column;
}

function summary(problems: readonly Problem[]): string {
  const files = new Set(problems.map(({ file }) => file)).size;
  return `${count(problems.length, "problem")} in ${count(files, "file")}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
