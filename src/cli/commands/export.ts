import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { CommandError, command } from "../define-command.ts";
import { interruptible } from "../process-signals.ts";
import { isNotEmpty } from "../shared-flags.ts";
import { requestState, stateFlags } from "../state-files.ts";
import { withSandbox } from "../with-sandbox.ts";

export const exportState = command({
  name: "export",
  operation: "state.export",
  summary: "Saves a company to a state file, from which another sandbox can begin.",
  flags: {
    file: { value: "FILE", help: "the file to write", isRequired: true, accepts: isNotEmpty },
    "with-keys": { help: "with --all, put the keys of the companies into the file too" },
    ...stateFlags,
  },
  positional: ["file"],
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { file } = values;
      await assertFile(file);
      const query = values["with-keys"] ? "?withKeys=true" : "";
      const { body } = await requestState(values, connection, query);
      const { lines, damaged } = await interruptible(
        (signal) => save(body?.pipeThrough(new TextDecoderStream()) ?? [], file, signal),
        () => io.stderr("Stopping."),
      );
      if (!values.json) io.stderr(`Wrote ${lines} lines to ${file}.`);
      if (damaged.length > 0)
        throw new CommandError(
          `${file} lacks the companies that cannot be read: ${damaged.join(", ")}`,
        );
    }),
});

/** It must not replace a folder or a device, e.g. `/dev/stdout`. */
async function assertFile(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile())
    throw new CommandError(`${path} cannot be written: it is not a regular file`);
}

/** Writes a file that is there only when it is whole. Returns the number of its lines, and the companies that it lacks. */
async function save(
  text: AsyncIterable<string> | string[],
  path: string,
  signal: AbortSignal,
): Promise<{ lines: number; damaged: string[] }> {
  // Another command may write the same file, and others may have made one of a name that they can guess.
  const partial = `${path}.${crypto.randomUUID()}.partial`;
  let [lines, last, rest] = [0, "", ""];
  const damaged: string[] = [];
  async function* whole() {
    for await (const piece of text) {
      yield piece;
      const ended = (rest + piece).split("\n");
      rest = ended.pop() ?? "";
      lines += ended.length;
      last = ended.at(-1) ?? last;
      for (const line of ended)
        if (line.startsWith('{"type":"damaged"')) damaged.push(JSON.parse(line).value.id);
    }
    if (rest !== "" || !last.startsWith('{"type":"trailer"'))
      throw new TypeError("The file breaks off.");
  }
  try {
    await pipeline(whole, createWriteStream(partial, { mode: 0o600, flags: "wx" }), { signal });
    await rename(partial, path);
    return { lines, damaged };
  } catch (error) {
    await rm(partial, { force: true });
    // A lost connection is a TypeError too.
    if (signal.aborted || error instanceof TypeError)
      throw new CommandError(`the file broke off, so ${path} was not written; try again`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new CommandError(`${path} cannot be written: ${message}`);
  }
}
