import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, resolve } from "node:path";
import { isatty } from "node:tty";
import { readOptions } from "../../sandbox-node/options.ts";
import { CENTAVO, command, type Environment } from "../define-command.ts";
import { forwardFlags, targetOf } from "./listen.ts";
import { sandboxFlags } from "./sandbox.ts";

const { db, state, examples, seed, clock } = sandboxFlags;

const EXAMPLE = "-- npm test";

export const exec = command({
  name: "exec",
  summary: "Runs a command with a sandbox of its own, and ends with the command's exit status.",
  flags: {
    command: { value: EXAMPLE, help: "the command to run", isRequired: true, isList: true },
    ui: { help: "print the inspector's address, and keep the sandbox after the command's end" },
    verbose: { help: "print to the standard error what happens in the sandbox" },
    ...forwardFlags,
    ...{ db, state, examples, seed, clock },
  },
  positional: ["command"],
  takesCommand: true,
  async run({ command: words, ui, verbose, ...values }, { env, stderr }) {
    const { "forward-to": to, "allow-remote-target": allowsRemote, ...others } = values;
    const refuse = (problem: string, status: number) => {
      const usage = `${CENTAVO} exec ${EXAMPLE}`;
      stderr(`centavo: the command "${words[0]}" ${problem}; write it as in ${usage}`);
      return { status, signal: null };
    };
    // Before there is a sandbox, and perhaps a new database.
    if (isMissing(words[0], env)) return refuse("is not found", 127).status;
    const log = (line: string) => void ((verbose || FIRST_FAILURE.test(line)) && stderr(line));
    const { startServer } = await import("../../sandbox-node/start-sandbox.ts");
    const { deliverTo } = await import("../forward-postbacks.ts");
    const deliver = to === undefined ? to : deliverTo(targetOf(to, allowsRemote));
    const sandbox = await startServer(readOptions({ ...others, log }), deliver);
    const { url, inspectorUrl, settled, close } = sandbox;
    if (ui) stderr(`To see what happens in the sandbox, open ${inspectorUrl}`);
    // The command gets nothing that belongs to the service, or to another sandbox.
    const kept = Object.entries(env).filter(([name]) => !/^CENTAVO_(SANDBOX_|TOKEN$)/.test(name));
    const given = ["CENTAVO_", "CENTAVO_SANDBOX_"].flatMap((prefix) =>
      Object.entries(environmentOf(sandbox, prefix)),
    );
    const { status, signal } = await execute(
      words,
      { ...Object.fromEntries([...kept, ...given]), CENTAVO_MCP_URL: url },
      () => {
        // Delivers what the command has caused last. A failure was reported.
        if (!ui) return settled().catch(() => {});
        stderr(`The command has ended. To stop the sandbox at ${url}, press Ctrl-C.`);
        return new Promise(() => {});
      },
    )
      .catch(({ code }: NodeJS.ErrnoException) => refuse(`cannot be run (${code})`, 126))
      .finally(close);
    if (signal) {
      // Shells end a loop only if they see that Ctrl-C has ended what they run.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    return status;
  },
});

type Access = Record<"url" | "publicKey" | "privateKey", string>;

/** The environment variables by which a program finds a sandbox. */
export function environmentOf(
  { url, publicKey, privateKey }: Access,
  prefix = "CENTAVO_",
): Record<string, string> {
  const own = { URL: url, PUBLIC_KEY: publicKey, PRIVATE_KEY: privateKey };
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [prefix + name, value]));
}

/** The line of the log for a postback that was not accepted, at its first attempt. */
const FIRST_FAILURE = / postback .* (no response|[1345]\d\d), attempt 1\b/;

/** Whether there is no such file where a shell looks for it. Windows has endings of its own. */
function isMissing(file = "", { PATH = "/usr/bin:/bin" }: Environment): boolean {
  const folders = file.includes("/") ? ["."] : PATH.split(delimiter);
  const isThere = file !== "" && folders.some((folder) => existsSync(resolve(folder, file)));
  return process.platform !== "win32" && !isThere;
}

/** The signals, and whether a terminal sends them to the command too, which is in the same process group. */
const SIGNALS = { SIGINT: true, SIGQUIT: true, SIGTERM: false, SIGHUP: false, SIGUSR2: false };

/** Runs a command, and then waits for `afterwards` or a signal. Children that the command leaves go on. */
async function execute(
  [file = "", ...args]: readonly string[],
  env: Environment,
  afterwards: () => Promise<unknown>,
): Promise<{ status: number; signal: NodeJS.Signals | null }> {
  const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const interrupted = new AbortController();
  const { spawn } = await import("node:child_process");
  const child = spawn(file, args, { env, stdio: "inherit" });
  let status: number | undefined;
  for (const [signal, isOfTerminal] of Object.entries(SIGNALS))
    process.on(signal, () => {
      // The command has ended: the first signal ends the sandbox, and the second does not wait for that. With the status of
      // the command, since npm repeats the terminal's Ctrl-C.
      if (status !== undefined && interrupted.signal.aborted) process.exit(status);
      if (!(isAtTerminal && isOfTerminal)) child.kill(signal as NodeJS.Signals);
      interrupted.abort();
    });
  await new Promise((resolve, reject) => {
    // There is also an error if a signal cannot be passed on, e.g. to a process of another user. The command goes on then.
    child.on("exit", resolve).on("error", (error) => child.pid === undefined && reject(error));
  });
  const { exitCode, signalCode } = child;
  // As shells have it.
  status = exitCode ?? 128 + constants.signals[signalCode ?? "SIGKILL"];
  if (!interrupted.signal.aborted)
    await Promise.race([afterwards(), once(interrupted.signal, "abort")]);
  interrupted.abort();
  return { status, signal: signalCode };
}
