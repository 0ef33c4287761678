import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Answer, Arrived } from "./answer.ts";

/** Where to listen. */
export interface Address {
  port: number;
  host: string;
}

/** A server that listens. */
export interface Listening {
  url: string;
  close(): Promise<void>;
}

const problems: Record<string, { option: keyof Address; tell: (address: Address) => string }> = {
  EADDRINUSE: { option: "port", tell: ({ port, host }) => `port ${port} of ${host} is in use` },
  EACCES: { option: "port", tell: ({ port }) => `port ${port} is not for every user to listen on` },
  EADDRNOTAVAIL: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
  ENOTFOUND: { option: "host", tell: ({ host }) => `${host} is no address of this machine` },
};

/** An address that cannot be listened on, and the half of it that is to be changed. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly option: keyof Address;

  constructor(message: string, option: keyof Address, cause: Error) {
    super(message, { cause });
    this.option = option;
  }
}

/** Answers what arrives at an address, and tells of each answer in a line. */
export async function listen(
  address: Address,
  answer: (arrived: Arrived) => Promise<Answer>,
  log: (line: string) => void,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const headers = request.headers as Record<string, string>;
    const body = await text(request).catch(() => undefined);
    // Whoever leaves in the middle of a request waits for no answer.
    if (body === undefined) return;
    const sent = await answer({ method, url, headers, body });
    response.writeHead(sent.status, { ...sent.headers, "content-type": "application/json" });
    response.end(JSON.stringify(sent.body));
    // Without the query, which may hold somebody's tax number.
    log([method, url.replace(/\?.*/, ""), sent.status, sent.refused].filter(Boolean).join(" "));
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address.host.includes(":") ? `[${address.host}]` : address.host}:${port}`,
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
