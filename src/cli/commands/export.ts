import { command } from "../define-command.ts";
import { withSandbox } from "../sandbox-connection.ts";
import { saveFile } from "../save-response.ts";
import { isNotEmpty } from "../shared-flags.ts";
import { refusalOf, stateFlags, stateHeaders } from "../state-flags.ts";

/** Whether a file ends with its trailer. */
const isWhole = (end: string) => /\n\{"type":"trailer",[^\n]*\}\n$/.test(end);

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
      const query = values["with-keys"] ? "?withKeys=true" : "";
      const lines = await saveFile(
        values.file,
        io,
        async () => {
          const response = await fetch(`${connection.url}/_sandbox/state${query}`, {
            headers: await stateHeaders(values, connection),
          });
          if (!response.ok) throw await refusalOf(response);
          return response;
        },
        isWhole,
      );
      if (!values.json) io.stderr(`Wrote ${lines} lines to ${values.file}.`);
    }),
});
