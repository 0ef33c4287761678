import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { isatty } from "node:tty";
import { readOptions } from "../../sandbox-node/options.ts";
import { CENTAVO, command, type Environment, type Output } from "../define-command.ts";
import { addressFlags } from "../shared-flags.ts";
import { forwardFlags, targetOf } from "./listen.ts";
import { sandboxFlags } from "./sandbox.ts";

const { db, state, examples, seed, clock } = sandboxFlags;

export const exec = command({
  name: "exec",
  summary:
    "Starts a sandbox, runs a command with its address and keys in the environment, and ends with the command's exit status.",
  flags: {
    command: {
      value: "COMMAND",
      help: "the command to run, and its arguments",
      isRequired: true,
      isRest: true,
    },
    ui: { help: "print the inspector's address, and keep the sandbox after the command's end" },
    verbose: { help: "print to the standard error what happens in the sandbox" },
    ...forwardFlags,
    port: { ...addressFlags.port, fallback: "0" },
    ...{ db, state, examples, seed, clock },
  },
  positional: ["command"],
  async run({ command: words, ui, verbose, port, ...values }, { env, stderr }) {
    const { "forward-to": to, "allow-remote-target": allowsRemote, ...others } = values;
    const forwardTo = to === undefined ? undefined : targetOf(to, allowsRemote);
    const options = { ...others, ...(verbose && { log: stderr }), port: Number(port) };
    const { startServer } = await import("../../sandbox-node/start-sandbox.ts");
    const sandbox = await startServer({ ...readOptions(options), forwardTo });
    const { url, publicKey, privateKey, inspectorUrl, settled, close } = sandbox;
    if (ui) stderr(`To see what happens in the sandbox, open ${inspectorUrl}`);
    // The command gets nothing that belongs to the service, or to another sandbox.
    const own = {
      CENTAVO_URL: url,
      CENTAVO_PUBLIC_KEY: publicKey,
      CENTAVO_PRIVATE_KEY: privateKey,
      CENTAVO_TOKEN: undefined,
      CENTAVO_SANDBOX_URL: url,
      CENTAVO_SANDBOX_PUBLIC_KEY: publicKey,
      CENTAVO_SANDBOX_PRIVATE_KEY: privateKey,
      CENTAVO_SANDBOX_OPERATOR_KEY: undefined,
      CENTAVO_MCP_URL: url,
    };
    const status = await execute(words, { ...env, ...own }, stderr, () => {
      // Delivers what the command has caused last. A failure was reported.
      if (!ui) return settled().catch(() => {});
      stderr(`The command has ended. To stop the sandbox at ${url}, press Ctrl-C.`);
      return new Promise(() => {});
    });
    await close();
    return status;
  },
});

/** Whether the command gets a signal of the terminal without our help: it is in the same process group. */
const SIGNALS = { SIGINT: true, SIGQUIT: true, SIGTERM: false, SIGHUP: false, SIGUSR2: false };

/**
 * Runs a command, and then waits for `afterwards` or a signal. Returns the exit status that shells have for its end.
 * Children that the command leaves go on.
 */
async function execute(
  [file = "", ...args]: readonly string[],
  env: Environment,
  stderr: Output["stderr"],
  afterwards: () => Promise<unknown>,
): Promise<number> {
  const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const interrupted = new AbortController();
  let child: ChildProcess | undefined;
  let status: number | undefined;
  for (const [signal, isOfTerminal] of Object.entries(SIGNALS))
    process.on(signal, () => {
      // A second one does not wait for the end of the sandbox. npm passes on a Ctrl-C that the terminal has sent, too.
      if (status !== undefined && interrupted.signal.aborted) process.exit(status);
      if (!(isAtTerminal && isOfTerminal)) child?.kill(signal as NodeJS.Signals);
      interrupted.abort();
    });
  status = await new Promise<number>((resolve, reject) => {
    child = spawn(file, args, { env, stdio: "inherit" })
      // Also if a signal cannot be passed on, as to another user's process.
      .on("error", (error) => child?.pid === undefined && reject(error))
      .on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  }).catch((error: NodeJS.ErrnoException) => {
    interrupted.abort();
    return explain(error, file, stderr);
  });
  if (!interrupted.signal.aborted)
    await Promise.race([afterwards(), once(interrupted.signal, "abort")]);
  interrupted.abort();
  return status;
}

/** Says why a command could not be run. Returns the exit status that shells have for it. */
function explain({ code }: NodeJS.ErrnoException, file: string, stderr: Output["stderr"]): number {
  if (code !== "ENOENT" && file !== "") {
    stderr(`centavo: ${file} cannot be run (${code}); check that it is an executable file`);
    return 126;
  }
  const advice = /\s/.test(file)
    ? `write its words without quotes, as in ${CENTAVO} exec -- npm test`
    : "check its name, and that it is on the PATH";
  stderr(`centavo: there is no command ${file || '""'}; ${advice}`);
  return 127;
}
