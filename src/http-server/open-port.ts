import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { AddressError, hostInUrl, type ListenAddress, loopbackFor } from "./server-address.ts";

type Problem = [option: keyof ListenAddress, describe: (address: ListenAddress) => string];

const notLocal: Problem = ["host", ({ host }) => `${host} is not an address of this machine`];

const problems: Record<string, Problem> = {
  EADDRINUSE: ["port", ({ port, host }) => `port ${port} of ${host} is in use`],
  EACCES: ["port", ({ port }) => `no permission to listen on port ${port}`],
  EADDRNOTAVAIL: notLocal,
  ENOTFOUND: notLocal,
};

/** Listens on an address for a moment. @throws {AddressError} if the address is unusable. */
export async function tryAddress(address: ListenAddress): Promise<void> {
  const server = createServer();
  await openPort(server, address);
  await once(server.close(), "close");
}

/** Listens on an address and returns the URL. @throws {AddressError} if the address is unusable. */
export async function openPort(server: Server, address: ListenAddress): Promise<string> {
  try {
    await once(server.listen(address.port, address.host), "listening");
  } catch (error) {
    const [option, describe] = problems[(error as NodeJS.ErrnoException).code ?? ""] ?? [];
    if (!option || !describe) throw error;
    throw new AddressError(describe(address), option, error as Error);
  }
  // E.g. when the process has no free file descriptor to accept a connection.
  server.on("error", ({ message }) => process.emitWarning(`A connection failed: ${message}`));
  const { port } = server.address() as AddressInfo;
  return `http://${hostInUrl(loopbackFor(address.host))}:${port}`;
}
