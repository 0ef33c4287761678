import { enableCompileCache } from "node:module";
import { UsageError } from "../src/cli/define-command.ts";
import { PrismMissingError } from "../src/mock/prism.ts";

/** The exit statuses of the scripts, other than 0. */
export const EXIT_STATUS = { failure: 1, usage: 2 } as const;

/** An expected failure of a script. Its message is for the person who ran the script. */
export class ScriptError extends Error {
  override readonly name = "ScriptError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Runs a script. It prints the message of an expected failure. Any other error keeps its stack. */
export async function runScript(script: () => Promise<void>): Promise<void> {
  // The scripts load large tools. With the compile cache, they load a third faster.
  enableCompileCache();
  try {
    await script();
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    console.error((error as Error).message);
    process.exitCode = status;
  }
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ScriptError) return error.status;
  if (error instanceof PrismMissingError) return EXIT_STATUS.failure;
  if (error instanceof UsageError) return EXIT_STATUS.usage;
  if (isUnknownArgument(error)) return EXIT_STATUS.usage;
  return undefined;
}

/** Whether `parseArgs` of node:util has thrown the error. */
function isUnknownArgument(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && /^ERR_PARSE_ARGS/.test(`${error.code}`);
}
