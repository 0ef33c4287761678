import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "../../src/contract/cursor.ts";
import type { Sandbox } from "../../src/sandbox-node/index.ts";
import { NODE_COMPILE_CACHE } from "../run-command-line.ts";

// biome-ignore lint/suspicious/noExplicitAny: a script reads what it expects, and fails if it is not there.
type Read = any;

/** The stateless version of the protocol, or the one before it. */
type Protocol = { pin: "2026-07-28" } | "legacy";

/** What an agent gets: the facts, the value of the data, and the texts that it reads. */
export interface Result {
  facts: Read;
  value: Read;
  text: string;
  links: string[];
  isError: boolean;
}

/** A script in the place of an agent, which has nothing but the tools. */
export class Agent {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  stderr = "";
  calls = 0;
  /** Of the texts that it has read. */
  bytes = 0;

  private constructor(args: string[], env: Record<string, string>, mode: Protocol) {
    this.client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const command = { command: process.execPath, args: ["src/cli/index.ts", "mcp", ...args] };
    const options = { env: { NODE_COMPILE_CACHE, ...env }, stderr: "pipe" } as const;
    this.#transport = new StdioClientTransport({ ...command, ...options });
    this.#transport.stderr?.on("data", (chunk) => {
      this.stderr += chunk;
    });
  }

  /** Starts a server for a company of a sandbox. */
  static async of(
    { url, publicKey, privateKey }: Pick<Sandbox, "url" | "publicKey" | "privateKey">,
    args: string[] = [],
    env: Record<string, string> = {},
    protocol: Protocol = { pin: "2026-07-28" },
  ): Promise<Agent> {
    const keys = {
      CENTAVO_SANDBOX_PUBLIC_KEY: publicKey,
      CENTAVO_SANDBOX_PRIVATE_KEY: privateKey,
    };
    const agent = new Agent(["--url", url, ...args], { ...keys, ...env }, protocol);
    await agent.client.connect(agent.#transport);
    return agent;
  }

  async use(name: string, args: JsonObject): Promise<Result> {
    const result = await this.client.callTool({ name, arguments: args });
    const contents = result.content;
    const text = contents.flatMap((each) => (each.type === "text" ? each.text : [])).join("\n");
    const links = contents.flatMap((each) => (each.type === "resource_link" ? each.uri : []));
    this.calls += 1;
    this.bytes += Buffer.byteLength(text);
    const [facts = "{}", data = "{}"] = text.split(/\n?<\/?sandbox-data>\n?/).filter(Boolean);
    const isError = result.isError === true;
    // What says how to call it better is no JSON.
    if (!facts.startsWith("{")) return { facts: {}, value: undefined, text, links, isError };
    return { facts: JSON.parse(facts), value: JSON.parse(data).value, text, links, isError };
  }

  /** Calls an operation of the sandbox, and fails if it is refused. */
  async call(operation: string, args: JsonObject = {}): Promise<Read> {
    const { isError, text, value } = await this.use("call_operation", { operation, ...args });
    if (isError) throw new Error(text);
    return value;
  }
}
