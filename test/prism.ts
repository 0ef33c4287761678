import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

/** Where Prism lists the contract violations of a request or a response. */
export const VIOLATIONS = "sl-violations";

const CONTRACT = "generated/openapi.yaml";
const COMMAND = resolve("node_modules/@stoplight/prism-cli/dist/index.js");
/** The next process reuses what one has compiled. */
const NODE_COMPILE_CACHE = resolve("node_modules/.cache/compiled");

export interface Prism {
  url: string;
  close(): Promise<void>;
}

/** Starts `prism mock` on a published contract, at any port that is free. */
export function startPrismMock(contract = CONTRACT): Promise<Prism> {
  return startPrism("mock", contract);
}

/**
 * Starts `prism proxy --errors` in front of a server. A response that the contract does not allow
 * becomes an error of Prism's own. Whether a request is right is for the server to judge.
 */
export function startPrismProxy(upstream: string): Promise<Prism> {
  return startPrism("proxy", CONTRACT, upstream, "--errors", "--no-validate-request");
}

async function startPrism(...args: string[]): Promise<Prism> {
  const child = spawn(process.execPath, [COMMAND, ...args, "--port=0", "--no-cors"], {
    env: { ...process.env, NODE_COMPILE_CACHE, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let printed = "";
  const url = await new Promise<string>((ready, fail) => {
    child.stdout.on("data", (data) => {
      printed += data;
      const [, address] = printed.match(/listening on (http:\S+)/) ?? [];
      if (address) ready(address);
    });
    ended.then(() => fail(new Error(`Prism ended before it was ready: ${printed}`)), fail);
  });
  // From here on its log is of no use, but a full pipe would stop it.
  child.stdout.removeAllListeners("data").resume();
  return {
    url,
    async close() {
      child.kill();
      await ended;
    },
  };
}
