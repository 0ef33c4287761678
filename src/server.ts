import type { AddressInfo } from "node:net";
import { type Address, AddressError } from "./address.ts";

/** As much of a node:http server as is needed, so that whoever reads the types needs not Node's. */
export interface HttpServer {
  once(event: "error", listener: (error: Error) => void): unknown;
  listen(port: number, host: string, ready: () => void): unknown;
  address(): unknown;
  close(closed: () => void): unknown;
  closeAllConnections(): void;
}

/** A server that listens. */
export interface Listening {
  url: string;
  /** Ends it, open connections included. */
  close(): Promise<void>;
}

const problems: Record<string, { option: keyof Address; tell: (address: Address) => string }> = {
  EADDRINUSE: { option: "port", tell: ({ port, host }) => `port ${port} of ${host} is in use` },
  EACCES: { option: "port", tell: ({ port }) => `port ${port} is not for every user to listen on` },
  EADDRNOTAVAIL: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
  ENOTFOUND: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
};

/** What stands for all addresses of a machine is none that can be called; this machine's own can. */
const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Opens a server at an address, or tells what is wrong with the address. */
export async function open(server: HttpServer, address: Address): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = everywhere[address.host] ?? address.host;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function explain(error: NodeJS.ErrnoException, address: Address): Error {
  const problem = problems[error.code ?? ""];
  return problem ? new AddressError(problem.tell(address), problem.option, error) : error;
}

/** Whether a text is a port to listen on; `0` is any that is free. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) < 65_536;
}

/** Ends what runs on the first signal; a second one ends at once what the first has not yet. */
export function endOnSignal(close: () => Promise<unknown>): void {
  let ending = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // With success all the same: npm sends a Ctrl-C on that the terminal has sent already.
      if (ending) process.exit(0);
      ending = true;
      void close();
    });
  }
}
