import { command, type Output } from "../define-command.ts";
import type { wellKnownKeys } from "../sandbox-connection.ts";
import { connectionFlags } from "../shared-flags.ts";

export const mcp = command({
  name: "mcp",
  summary: "Serves the docs and a sandbox to a coding agent (Model Context Protocol, over stdio).",
  flags: {
    // Not the variable of the other commands, which a shell may have set to a shared sandbox.
    url: { ...connectionFlags.url, variable: "CENTAVO_MCP_URL" },
    "allow-destructive": {
      help: "allow the agent to delete, reset and restore, and to create snapshots, which replace the oldest",
    },
  },
  async run({ url, "allow-destructive": allowDestructive = false }, io) {
    const { serve } = await import("../mcp/serve.ts");
    const { sandboxAt, wellKnownKeys } = await import("../sandbox-connection.ts");
    await serve({ sandbox: sandboxAt(url, keysIn(io) ?? wellKnownKeys), allowDestructive });
    return undefined;
  },
});

const PUBLIC_KEY = "CENTAVO_SANDBOX_PUBLIC_KEY";
const PRIVATE_KEY = "CENTAVO_SANDBOX_PRIVATE_KEY";
/** Those of the service, which no tool uses. */
const LIVE = ["CENTAVO_PUBLIC_KEY", "CENTAVO_PRIVATE_KEY", "CENTAVO_TOKEN"];

/** The keys of a sandbox from the environment. Any other is ignored, so that no agent ever uses a live one. */
function keysIn({ env, stderr }: Output): typeof wellKnownKeys | undefined {
  const isOfSandbox = (name: string) => env[name]?.startsWith("sandbox_");
  const ignored = [PUBLIC_KEY, PRIVATE_KEY, ...LIVE].filter(
    (name) => env[name] && !isOfSandbox(name),
  );
  for (const name of ignored)
    stderr(
      `centavo mcp ignores ${name}: it takes only the keys of a sandbox, which begin with sandbox_`,
    );
  const { [PUBLIC_KEY]: publicKey, [PRIVATE_KEY]: privateKey } = env;
  if (!publicKey || !privateKey || !isOfSandbox(PUBLIC_KEY) || !isOfSandbox(PRIVATE_KEY))
    return undefined;
  return { publicKey, privateKey };
}
