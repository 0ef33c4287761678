import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CommandError, command } from "../command.ts";
import { interruptible } from "../process-signals.ts";
import { withSandbox } from "../sandbox-connection.ts";
import { refusalOf, stateFlags, stateHeaders } from "../state-flags.ts";

/** How a whole file ends, and at least as many characters as that has. */
const TRAILER = /\n\{"type":"trailer",[^\n]*\}\n$/;
const TRAILER_LENGTH = 200;

export const exportState = command({
  name: "export",
  operation: "state.export",
  summary: "Saves a company to a state file, from which another sandbox can begin.",
  argument: { name: "FILE", help: "the file to write", parse: (text) => text || undefined },
  flags: {
    ...stateFlags,
    "with-keys": { help: "with --all, put the keys of the companies into the file too" },
  },
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      await assertFile(values.argument);
      const query = values["with-keys"] ? "?withKeys=true" : "";
      const response = await fetch(`${connection.url}/_sandbox/state${query}`, {
        headers: await stateHeaders(values, connection),
      });
      if (!response.ok || !response.body) throw await refusalOf(response);
      const text = response.body.pipeThrough(new TextDecoderStream());
      const lines = await interruptible(
        (signal) => writeFile(text, values.argument, signal),
        () => io.stderr("Stopping."),
      );
      if (!values.json) io.stderr(`Wrote ${lines} lines to ${values.argument}.`);
    }),
});

/** The export replaces an existing file. It must not replace a folder or a device, e.g. `/dev/stdout`. */
async function assertFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${path} cannot be written: it is not a regular file`);
}

/** Writes a file that is there only when it is whole. Returns the number of its lines. */
async function writeFile(
  text: AsyncIterable<string>,
  path: string,
  signal: AbortSignal,
): Promise<number> {
  // Another export may write the same file, and others may have made one of a name that they can guess.
  const partial = `${path}.${randomUUID()}.partial`;
  let lines = 0;
  async function* whole() {
    let end = "";
    for await (const piece of text) {
      yield piece;
      lines += piece.split("\n").length - 1;
      end = (end + piece).slice(-TRAILER_LENGTH);
    }
    if (!TRAILER.test(end)) throw new TypeError("The file breaks off.");
  }
  try {
    await pipeline(whole, createWriteStream(partial, { mode: 0o600, flags: "wx" }), { signal });
    await rename(partial, path);
    return lines;
  } catch (error) {
    await rm(partial, { force: true });
    throw asCommandError(signal.aborted ? new TypeError("It was stopped.") : error, path);
  }
}

/** Fetch throws a TypeError if the connection is lost, as it is when the command is stopped. */
function asCommandError(error: unknown, path: string): unknown {
  if (error instanceof TypeError)
    return new CommandError(`the export broke off, so ${path} was not written; try again`);
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new CommandError(`${path} cannot be written: ${message}`);
}
