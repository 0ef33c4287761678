import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections: one of those may be taken before its server listens. */
const PORTS = [10_000, 32_000] as const;

/** A port of this machine where nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer();
    try {
      const port = randomInt(...PORTS);
      await once(server.listen(port, "127.0.0.1"), "listening");
      server.close();
      await once(server, "close");
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}
