import { enableCompileCache } from "node:module";
import { UsageError } from "../src/cli/command-line.ts";
import { PrismMissingError } from "../src/mock/prism.ts";

/** The exit statuses of the commands here, beside 0. */
export const EXIT_STATUS = { refused: 1, misused: 2 } as const;

/** The end of a command that did not get what it needs, told to the person who ran it. */
export class ScriptError extends Error {
  override readonly name = "Failure";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Tells an expected failure in its own words; any other is a bug, and keeps its stack. */
export async function runScript(command: () => Promise<void>): Promise<void> {
  // The tools that a command loads are large: compiled before, they load a third faster.
  enableCompileCache();
  try {
    await command();
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    console.error((error as Error).message);
    process.exitCode = status;
  }
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ScriptError) return error.status;
  if (error instanceof PrismMissingError) return EXIT_STATUS.refused;
  if (error instanceof UsageError) return EXIT_STATUS.misused;
  if (isUnknownArgument(error)) return EXIT_STATUS.misused;
  return undefined;
}

/** What `parseArgs` of node:util throws. */
function isUnknownArgument(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && /^ERR_PARSE_ARGS/.test(`${error.code}`);
}
