import type { Environment } from "./define-command.ts";

/** What to color in a line, with the codes that begin it (ECMA-48). The first match of each is colored. */
const COLORS = [
  { pattern: /^\d{4}-\d\d-\d\dT\S+-03:00/, code: 2 },
  { pattern: /(?<= {2})(no response|[45]\d\d)(?=[ ,])/, code: 31 },
  { pattern: /\b(FAILED|CHARGEBACK)(?=[ ,]|$)/, code: 31 },
  { pattern: /\b(warning|SKIPPED|DISPUTED)\b/, code: 33 },
  { pattern: /\b(PAID|SUCCEEDED|APPROVED)(?=[ ,]|$)/, code: 32 },
];

/** What to color in a line of a report of `verify`. */
export const VERDICT_COLORS: typeof COLORS = [
  { pattern: /\b[1-9]\d* held/, code: 32 },
  { pattern: /\b[1-9]\d* contradicted|^Contradicted$/, code: 31 },
  { pattern: /^It ended early:|(?<=: )still there/, code: 33 },
  { pattern: /^[A-Z][^:]*$/, code: 1 },
];

/** Colors lines on a terminal only, and not if `NO_COLOR` is set (https://no-color.org). */
export function colorsFor(
  env: Environment,
  isTerminal = process.stdout.isTTY,
  colors = COLORS,
): (line: string) => string {
  if (!isTerminal || env.NO_COLOR) return (line) => line;
  return (line) =>
    colors.reduce(
      (text, { pattern, code }) => text.replace(pattern, `\u001b[${code}m$&\u001b[0m`),
      line,
    );
}
