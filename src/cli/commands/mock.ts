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

To get an error, add -H "Prefer: code=403". To stop the mock, press Ctrl-C.
`;
}

/** A command that works when you paste it: it lists the payments of the contract's examples. */
export function curlToRead(url: string): string {
  return `curl -H "Authorization: Bearer any" ${url}/payments`;
}
