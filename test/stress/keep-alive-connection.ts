import { connect, type Socket } from "node:net";
import { takeResponse } from "./parse-http-response.ts";

/** A response that was completely received. */
export interface Whole {
  status: number;
  /** Whether the server says that it will take nothing more here. */
  isLast: boolean;
  body: Buffer;
  /** Milliseconds since its request was sent. */
  took: number;
}

/** A connection that ended before its response was complete. */
export class Lost extends Error {
  constructor(received: number, cause?: Error) {
    super(`The connection ended after ${received} bytes of an answer.`, { cause });
  }
}

interface Owed {
  sentAt: number;
  resolve(response: Whole): void;
  reject(error: Error): void;
}

/**
 * One connection, and nothing between a test and its bytes: `fetch` would open another one, or try
 * again, where a test wants to see what became of this one.
 */
export class Connection {
  readonly socket: Socket;
  readonly #owed: Owed[] = [];
  #bytes: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    let failure: Error | undefined;
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("close", () => {
      for (const owed of this.#owed.splice(0)) owed.reject(new Lost(this.#bytes.length, failure));
    });
  }

  /** Rejects if no server accepts the connection. */
  static open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new Lost(0, error));
      socket.once("error", fail);
      socket.once("connect", () => {
        socket.off("error", fail);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends a request, or the rest of one, and waits for its response. */
  send(bytes: Uint8Array): Promise<Whole> {
    const response = this.response();
    this.socket.write(bytes);
    return response;
  }

  /** The next response, before it is awaited. */
  response(): Promise<Whole> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) reject(new Lost(0));
      else this.#owed.push({ sentAt: performance.now(), resolve, reject });
    });
  }

  #read(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    for (let response = this.#take(); response; response = this.#take()) {
      const owed = this.#owed.shift();
      owed?.resolve({ ...response, took: performance.now() - owed.sentAt });
    }
  }

  #take(): Omit<Whole, "took"> | undefined {
    const taken = takeResponse(this.#bytes);
    if (!taken) return undefined;
    this.#bytes = taken.rest;
    const { status, headers, body } = taken.response;
    return { status, isLast: new Map(headers).get("connection") === "close", body };
  }
}
