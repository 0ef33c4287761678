import { Cursor } from "../../contract/cursor.ts";
import { operations, parametersIn } from "../../contract/operations.ts";
import { readContract } from "../../contract/read-bundled-contract.ts";
import { command } from "../define-command.ts";
import { addressFlags } from "../shared-flags.ts";

export const mockFlags = { ...addressFlags, port: { ...addressFlags.port, fallback: "4010" } };

export const mock = command({
  name: "mock",
  summary: "Starts a mock that responds to every request with an example of the contract.",
  flags: mockFlags,
  async run({ port, host }, { stdout }) {
    const { startMock } = await import("../../mock/index.ts");
    const { url, close } = await startMock({ port: Number(port), host, log: stdout });
    return { text: describe(url), close };
  },
});

function describe(url: string): string {
  return `
The mock is running at ${url}. It accepts any bearer token:

  ${curlToRead(url)}

To get an error, add -H "Prefer: code=404". To stop the mock, press Ctrl-C.
`;
}

/** A command that works when you paste it: it reads the payment of the contract's example. */
export function curlToRead(url: string): string {
  const operation = operations(Cursor.root(readContract())).find(({ id }) => id === "payments.get");
  const path = (operation ? parametersIn(operation, "path") : []).reduce(
    (rest, parameter) =>
      rest.replace(`{${parameter.at("name").value}}`, `${parameter.at("example").value}`),
    operation?.pathItem.key ?? "",
  );
  return `curl -H "Authorization: Bearer any" ${url}${path}`;
}
