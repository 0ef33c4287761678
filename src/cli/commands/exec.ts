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
  summary: "Runs a command with a sandbox of its own, and ends with the command's exit status.",
  flags: {
    command: { value: "COMMAND", help: "the command to run", isRequired: true, isList: true },
    ui: { help: "print the inspector's address, and keep the sandbox after the command's end" },
    verbose: { help: "print to the standard error what happens in the sandbox" },
    ...forwardFlags,
    port: { ...addressFlags.port, fallback: "0" },
    ...{ db, state, examples, seed, clock },
  },
  positional: ["command"],
  takesCommand: true,
  async run({ command: words, ui, verbose, port, ...values }, { env, stderr }) {
    const { "forward-to": to, "allow-remote-target": allowsRemote, ...others } = values;
    const options = { ...others, ...(verbose && { log: stderr }), port: Number(port) };
    const { startServer } = await import("../../sandbox-node/start-sandbox.ts");
    const { deliverTo } = await import("../forward-postbacks.ts");
    const deliver = to === undefined ? to : deliverTo(targetOf(to, allowsRemote));
    const sandbox = await startServer({ ...readOptions(options), deliver });
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

/** The signals, and whether a terminal sends them to the command too, which is in the same process group. */
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
  }).catch(({ code }: NodeJS.ErrnoException) => {
    interrupted.abort();
    const isMissing = code === "ENOENT" || file === "";
    const problem = isMissing ? "is not found" : `cannot be run (${code})`;
    stderr(`centavo: the command "${file}" ${problem}; write it as in ${CENTAVO} exec -- npm test`);
    return isMissing ? 127 : 126;
  });
  if (!interrupted.signal.aborted)
    await Promise.race([afterwards(), once(interrupted.signal, "abort")]);
  interrupted.abort();
  return status;
}
