import { mockFlags } from "../src/cli/commands/mock.ts";
import { sandboxFlags } from "../src/cli/commands/sandbox.ts";

/** Where the mock and the sandbox listen by default. */
export const MOCK_URL = defaultUrl(mockFlags);
export const SANDBOX_URL = defaultUrl(sandboxFlags);

function defaultUrl({ host, port }: typeof mockFlags): string {
  return `http://${host.fallback}:${port.fallback}`;
}
