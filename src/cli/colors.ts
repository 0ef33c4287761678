import type { Environment } from "./command.ts";

/** What to color in a line, with the codes that begin it (ECMA-48). The first match of each is colored. */
const COLORS = [
  { pattern: /^\d{4}-\d\d-\d\dT\S+-03:00/, code: 2 },
  { pattern: /(?<= {2})(no response|[45]\d\d)(?=[ ,])/, code: 31 },
  { pattern: /\b(FAILED|CHARGEBACK)(?=[ ,]|$)/, code: 31 },
  { pattern: /\b(warning|SKIPPED|DISPUTED)\b/, code: 33 },
  { pattern: /\b(PAID|SUCCEEDED|APPROVED)(?=[ ,]|$)/, code: 32 },
];

/** Colors the line of an event or a request. */
function colored(line: string): string {
  return COLORS.reduce(
    (text, { pattern, code }) => text.replace(pattern, `\u001b[${code}m$&\u001b[0m`),
    line,
  );
}

/** Colors lines on a terminal only, and not if `NO_COLOR` is set (https://no-color.org). */
export function colorsFor(env: Environment, isTerminal = process.stdout.isTTY): typeof colored {
  return isTerminal && !env.NO_COLOR ? colored : (line) => line;
}
