import { spawn } from "node:child_process";
import { once } from "node:events";

const CLI = "dist/package/src/cli/index.js";

/** The sandbox of the package, as built by `npm run build`. */
export const SANDBOX = [CLI, "sandbox", "--port", "0", "--quiet"];

/** The other programs. They are JavaScript, since compiling TypeScript would slow down their start. */
export const PRISM = ["bench/servers/prism-http.js"];
export const bare = (body: unknown) => ["bench/servers/bare-node-http.js", JSON.stringify(body)];

/** A server in its own process, which has printed its URL. */
export interface ServerProcess extends AsyncDisposable {
  port: number;
  output: string;
}

export async function startServer(args: readonly string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, found] = /http:\/\/127\.0\.0\.1:(\d+)\D/.exec(output) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    ended.then(() => reject(new Error(`${args.join(" ")} exited before it was ready: ${output}`)));
  });
  return { port, output, [Symbol.asyncDispose]: stop };
}
