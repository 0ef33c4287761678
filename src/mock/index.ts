import type { JsonObject } from "../contract/cursor.ts";
import { readContract } from "../contract/read-bundled-contract.ts";
import { listen } from "./listen.ts";
import { createResponder } from "./respond.ts";

export { AddressError } from "../http-server/listen-address.ts";
export { PrismMissingError } from "./prism.ts";

/** What {@link startMock} takes. */
export interface MockOptions {
  /**
   * The port to listen on. `0` takes any that is free.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The bundled contract to answer by, such as a changed copy of this package's.
   * @default the contract of this package
   */
  document?: object;
  /**
   * Told of every answer in one line, without bodies, queries and headers, and with the first ten
   * reasons of a refusal.
   * @default nobody is told
   * @example console.log
   */
  log?: (line: string) => void;
}

/** A mock that runs. */
export interface Mock {
  /**
   * Where it listens; what `createCentavo` takes as its `baseUrl`.
   * @example "http://127.0.0.1:4010"
   */
  url: string;
  /** Ends it, open connections included. */
  close(): Promise<void>;
}

/**
 * Starts a mock of the payment interface, which answers with the examples of the contract. It
 * resolves when the mock is ready, and rejects where it cannot listen or Prism is not installed.
 *
 * @example
 * const mock = await startMock();
 * const centavo = createCentavo({ baseUrl: mock.url, publicKey: "any", privateKey: "any" });
 * const { data: payments } = await centavo.payments.list();
 * await mock.close();
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = "127.0.0.1", document, log } = options;
  const answer = await (document ? createResponder(document as JsonObject) : getDefaultResponder());
  return listen({ port, host }, answer, log);
}

let defaultResponder: ReturnType<typeof createResponder> | undefined;

/** Nothing of it changes from call to call, so all mocks in a process can have the same. */
function getDefaultResponder(): ReturnType<typeof createResponder> {
  defaultResponder ??= createResponder(readContract());
  return defaultResponder;
}
