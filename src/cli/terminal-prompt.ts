import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Person, UsageError } from "./define-command.ts";

/** The person, or undefined if nobody is at a terminal. */
export function personAtTerminal({ stdin, stderr } = process): Person | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return {
    ask: (question, kind) => ask(question, kind === "hidden"),
    showProgress: (line) =>
      void stderr.write(`\r\u001b[2K${line.slice(0, (stderr.columns || 80) - 1)}`),
  };
}

function ask(question: string, isHidden: boolean): Promise<string> {
  const { stdin, stderr } = process;
  // On a terminal, what is typed is echoed by readline, to its output.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isHidden ? nowhere : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true });
  // Only now, since before the terminal itself echoes what is typed.
  if (isHidden) stderr.write(question);
  return new Promise((resolve, reject) => {
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
    // After the answer, or by Ctrl-C or Ctrl-D.
    lines.once("close", () => {
      if (isHidden) stderr.write("\n");
      reject(new UsageError("there is no answer, so nothing was sent"));
    });
  });
}
