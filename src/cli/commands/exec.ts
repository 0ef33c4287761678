import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, resolve } from "node:path";
import { isatty } from "node:tty";
import { readOptions } from "../../sandbox-node/options.ts";
import { CENTAVO, command, type Environment, type Output } from "../define-command.ts";
import { addressFlags } from "../shared-flags.ts";
import { forwardFlags, targetOf } from "./listen.ts";
import { sandboxFlags } from "./sandbox.ts";

const { db, state, examples, seed, clock } = sandboxFlags;

const EXAMPLE = "-- npm test";
const ADVICE = `write it as in ${CENTAVO} exec ${EXAMPLE}`;

export const exec = command({
  name: "exec",
  summary: "Runs a command with a sandbox of its own, and ends with the command's exit status.",
  flags: {
    command: { value: EXAMPLE, help: "the command to run", isRequired: true, isList: true },
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
    // Before there is a sandbox, and perhaps a new database.
    if (isMissing(words[0], env)) {
      stderr(`centavo: the command "${words[0]}" is not found; ${ADVICE}`);
      return 127;
    }
    const options = { ...others, ...(verbose && { log: stderr }), port: Number(port) };
    const { startServer } = await import("../../sandbox-node/start-sandbox.ts");
    const { deliverTo } = await import("../forward-postbacks.ts");
    const report = verbose ? () => {} : stderr;
    const deliver = to === undefined ? to : deliverTo(targetOf(to, allowsRemote), report);
    const sandbox = await startServer(readOptions(options), deliver);
    const { url, publicKey, privateKey, inspectorUrl, settled, close } = sandbox;
    if (ui) stderr(`To see what happens in the sandbox, open ${inspectorUrl}`);
    // The command gets nothing that belongs to the service, or to another sandbox.
    const kept = Object.entries(env).filter(([name]) => !/^CENTAVO_(SANDBOX_|TOKEN$)/.test(name));
    const own = {
      CENTAVO_URL: url,
      CENTAVO_PUBLIC_KEY: publicKey,
      CENTAVO_PRIVATE_KEY: privateKey,
      CENTAVO_SANDBOX_URL: url,
      CENTAVO_SANDBOX_PUBLIC_KEY: publicKey,
      CENTAVO_SANDBOX_PRIVATE_KEY: privateKey,
      CENTAVO_MCP_URL: url,
    };
    const environment = { ...Object.fromEntries(kept), ...own };
    const { status, signal } = await execute(words, environment, stderr, () => {
      // Delivers what the command has caused last. A failure was reported.
      if (!ui) return settled().catch(() => {});
      stderr(`The command has ended. To stop the sandbox at ${url}, press Ctrl-C.`);
      return new Promise(() => {});
    });
    await close();
    if (signal) {
      // Shells end a loop only if they see that Ctrl-C has ended what they run.
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    return status;
  },
});

/** Whether there is no such file where a shell looks for it. Windows has endings of its own. */
function isMissing(file = "", { PATH = "/usr/bin:/bin" }: Environment): boolean {
  const folders = file.includes("/") ? ["."] : PATH.split(delimiter);
  const isThere = file !== "" && folders.some((folder) => existsSync(resolve(folder, file)));
  return process.platform !== "win32" && !isThere;
}

/** The signals, and whether a terminal sends them to the command too, which is in the same process group. */
const SIGNALS = { SIGINT: true, SIGQUIT: true, SIGTERM: false, SIGHUP: false, SIGUSR2: false };

/** The exit status that shells have for the end of a command, and the signal that has ended it. */
interface End {
  status: number;
  signal?: NodeJS.Signals | null;
}

/** Runs a command, and then waits for `afterwards` or a signal. Children that the command leaves go on. */
async function execute(
  [file = "", ...args]: readonly string[],
  env: Environment,
  stderr: Output["stderr"],
  afterwards: () => Promise<unknown>,
): Promise<End> {
  const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const interrupted = new AbortController();
  let child: ChildProcess | undefined;
  let end: End | undefined;
  for (const [signal, isOfTerminal] of Object.entries(SIGNALS))
    process.on(signal, () => {
      // The command has ended: the first signal ends the sandbox, and the second does not wait for that. With the status of
      // the command, since npm repeats the terminal's Ctrl-C.
      if (end && interrupted.signal.aborted) process.exit(end.status);
      if (!(isAtTerminal && isOfTerminal)) child?.kill(signal as NodeJS.Signals);
      interrupted.abort();
    });
  end = await new Promise<End>((resolve, reject) => {
    child = spawn(file, args, { env, stdio: "inherit" })
      // There is also an error if a signal cannot be passed on, e.g. to a process of another user. The command goes on then.
      .on("error", (error) => child?.pid === undefined && reject(error))
      .on("exit", (code, signal) =>
        resolve({ status: code ?? 128 + constants.signals[signal ?? "SIGKILL"], signal }),
      );
  }).catch(({ code }: NodeJS.ErrnoException) => {
    interrupted.abort();
    stderr(`centavo: the command "${file}" cannot be run (${code}); ${ADVICE}`);
    return { status: 126 };
  });
  if (!interrupted.signal.aborted)
    await Promise.race([afterwards(), once(interrupted.signal, "abort")]);
  interrupted.abort();
  return end;
}
