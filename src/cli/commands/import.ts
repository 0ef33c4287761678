import { createReadStream } from "node:fs";
import { access, constants, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { CommandError, command } from "../define-command.ts";
import { print } from "../print.ts";
import { isNotEmpty } from "../shared-flags.ts";
import { requestState, stateFlags } from "../state-files.ts";
import { withSandbox } from "../with-sandbox.ts";

/** A company that was imported. */
interface Imported {
  companyId: string;
  created: boolean;
}

export const importState = command({
  name: "import",
  operation: "state.import",
  summary: "Replaces the data of a company by those of a state file.",
  flags: {
    file: { value: "FILE", help: "the file to read", isRequired: true, accepts: isNotEmpty },
    replace: { help: "do so although the company has data, which are lost" },
    ...stateFlags,
  },
  positional: ["file"],
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      await assertReadable(values.file);
      const request = {
        method: "PUT",
        headers: { "content-type": "application/x-ndjson" },
        body: Readable.toWeb(createReadStream(values.file)),
        // Node needs this for a body that is a stream.
        duplex: "half",
      } as RequestInit;
      const query = values.replace ? "?replace=true" : "";
      const response = await requestState(values, connection, query, request);
      const { data, damaged = [] }: { data: Imported[]; damaged?: string[] } =
        await response.json();
      for (const each of data)
        print(io, values, each, ({ companyId, created }) =>
          created ? `created company ${companyId}` : `imported into company ${companyId}`,
        );
      for (const id of damaged)
        io.stderr(`centavo: warning: company ${id} is not in the file: it could not be read`);
    }),
});

async function assertReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) throw new Error("it is a folder");
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
