import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface TcpProxy {
  port: number;
  /** Where new connections lead to. */
  target: number;
  /** Called with what a client sends. "before" cuts its connection instead, and "after" once it was sent on. */
  cut: (sent: Buffer) => "before" | "after" | undefined;
  /** Cuts all connections there are. */
  cutAll(): void;
  /** How often a client has sent something after an answer. */
  roundTrips: number;
}

/** Passes connections on to a port of this machine, until the test cuts them. */
export async function openProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(proxy.target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    let isAnswered = true;
    client.on("data", (sent) => {
      if (isAnswered) proxy.roundTrips += 1;
      isAnswered = false;
      const cut = proxy.cut(sent);
      if (cut === "before") upstream.destroy();
      else upstream.write(sent);
      if (cut) client.destroy();
    });
    upstream.on("data", (answer) => {
      isAnswered = true;
      if (!client.destroyed) client.write(answer);
    });
    client.on("close", () => upstream.end());
    upstream.on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy: TcpProxy = {
    ...{ port, target, cut: () => undefined, roundTrips: 0 },
    cutAll() {
      for (const socket of sockets) socket.destroy();
    },
  };
  onTestFinished(() => {
    server.close();
    proxy.cutAll();
  });
  return proxy;
}
