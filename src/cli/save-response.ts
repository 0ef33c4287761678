import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CommandError, type Output } from "./define-command.ts";
import { interruptible } from "./process-signals.ts";

/** At least as many characters as what shows that a file is whole. */
const END = 200;

/**
 * Saves what a sandbox sends as a file, which replaces an existing one and is there only when it is whole. `isWhole` says so by
 * how it ends. Returns the number of lines.
 * @throws {CommandError} if it breaks off, or the file cannot be written.
 */
export async function saveFile(
  path: string,
  io: Output,
  open: () => Promise<Response>,
  isWhole: (end: string) => boolean,
): Promise<number> {
  await assertFile(path);
  const { body } = await open();
  if (!body) throw new CommandError(`the sandbox sent nothing, so ${path} was not written`);
  return interruptible(
    (signal) => writeFile(body.pipeThrough(new TextDecoderStream()), path, { signal, isWhole }),
    () => io.stderr("Stopping."),
  );
}

/** It must not replace a folder or a device, e.g. `/dev/stdout`. */
async function assertFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${path} cannot be written: it is not a regular file`);
}

/** Writes a file that is there only when it is whole. Returns the number of its lines. */
async function writeFile(
  text: AsyncIterable<string>,
  path: string,
  { signal, isWhole }: { signal: AbortSignal; isWhole: (end: string) => boolean },
): Promise<number> {
  // Another command may write the same file, and others may have made one of a name that they can guess.
  const partial = `${path}.${randomUUID()}.partial`;
  let lines = 0;
  async function* whole() {
    let end = "";
    for await (const piece of text) {
      yield piece;
      lines += piece.split("\n").length - 1;
      end = (end + piece).slice(-END);
    }
    if (!isWhole(end)) throw new TypeError("The file breaks off.");
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
    return new CommandError(`the file broke off, so ${path} was not written; try again`);
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? error : new CommandError(`${path} cannot be written: ${message}`);
}
