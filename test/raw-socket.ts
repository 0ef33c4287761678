import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type HttpResponse, type HttpService, serve } from "../src/http-server/http-server.ts";
import { type Log, logResponses, withoutFailing } from "../src/text/response-log.ts";

/** How long a connection that should end may stay open, in milliseconds. */
const LONGEST = 10_000;

export function get(target: string, ...headers: string[]): string {
  return [`GET ${target} HTTP/1.1`, "host: 127.0.0.1", ...headers, "", ""].join("\r\n");
}

export function post(target: string, body: string, ...headers: string[]): string {
  const lines = [
    ...[`POST ${target} HTTP/1.1`, "host: 127.0.0.1", "content-type: application/json"],
    ...[`content-length: ${Buffer.byteLength(body)}`, ...headers],
  ];
  return [...lines, "", body].join("\r\n");
}

/** A connection over which bytes go as they are. */
export class RawSocket {
  readonly socket: Socket;
  #received = "";

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (data) => {
      this.#received += data.toString("latin1");
    });
  }

  static open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    // It stays open when the server closes its half, as an attacker's would.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    return new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.once("connect", () => resolve(new RawSocket(socket)));
    });
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The statuses received so far, without those of interim responses. */
  get statuses(): number[] {
    const found = this.#received.matchAll(/HTTP\/1\.1 (\d{3}) /g);
    return [...found].map(([, status]) => Number(status)).filter((status) => status >= 200);
  }

  get received(): string {
    return this.#received;
  }

  /** Resolves to the statuses when there are this many, or when the connection has ended. */
  async answered(count: number): Promise<number[]> {
    return this.#until(() => this.statuses.length >= count || this.socket.readableEnded);
  }

  /** Resolves to the statuses when the server has ended the connection. */
  async ended(): Promise<number[]> {
    return this.#until(() => this.socket.readableEnded || this.socket.destroyed);
  }

  async #until(isThere: () => boolean): Promise<number[]> {
    const end = performance.now() + LONGEST;
    while (!isThere() && performance.now() < end) await wait(5);
    if (!isThere()) throw new Error(`Nothing more came after: ${this.#received.slice(0, 500)}`);
    return this.statuses;
  }
}

/** Sends bytes over a connection of their own, and gives the statuses until the server ends it. */
export async function statusesOf(url: string, bytes: string | Buffer): Promise<number[]> {
  const raw = await RawSocket.open(url);
  raw.socket.end(bytes);
  return raw.ended().finally(() => raw.socket.destroy());
}

/** A response with this body. */
export function reply<Body extends HttpResponse["body"]>(body: Body) {
  return { status: 200, headers: {}, body };
}

/** What tests say of a server. Its log gets lines. */
export type ServerOptions = Omit<Partial<HttpService>, "log"> & { log?: Log | undefined };

/** A server of `src/http-server`, which ends with the test, and connections to it. */
export async function openServer({ log, ...service }: Pick<HttpService, "handle"> & ServerOptions) {
  const { url, drain, close } = await serve(
    { host: "127.0.0.1", port: 0 },
    {
      errorResponse: (status, message) => ({ ...reply(message), status }),
      log: log && logResponses(withoutFailing(log, process.emitWarning), (target) => target),
      ...service,
      async handle(request) {
        const body = await request.readBody();
        return body ? service.handle(request) : { ...reply("too large"), status: 413 };
      },
    },
  );
  onTestFinished(close);
  const connect = async (bytes: string) => {
    const raw = await RawSocket.open(url);
    onTestFinished(() => void raw.socket.destroy());
    raw.send(bytes);
    return raw;
  };
  return { drain, close, connect, statusesOf: (bytes: string | Buffer) => statusesOf(url, bytes) };
}
