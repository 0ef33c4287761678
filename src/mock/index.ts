import type { JsonObject } from "../contract/cursor.ts";
import { readContract } from "../contract/read-bundled-contract.ts";
import { createResponder } from "./respond.ts";
import { serveMock } from "./serve-mock.ts";

export { AddressError } from "../http-server/server-address.ts";
export { PrismMissingError } from "./prism.ts";

/** The options of {@link startMock}. */
export interface MockOptions {
  /**
   * The port to listen on. `0` means any free port.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The bundled OpenAPI document to mock, e.g. a changed copy of this package's contract.
   * @default the contract of this package
   */
  document?: object;
  /**
   * Called with one line for every response, without bodies, queries and headers. If the mock rejects a
   * request, the line has the first ten reasons.
   * @default no log
   * @example console.log
   */
  log?: (line: string) => void;
}

/** A running mock. */
export interface Mock {
  /**
   * The URL of the mock, which `createCentavo` takes as its `baseUrl`.
   * @example "http://127.0.0.1:4010"
   */
  url: string;
  /** Stops the mock and closes its connections. */
  close(): Promise<void>;
}

/**
 * Starts a mock of the payment API, which responds with the examples of the contract. The promise
 * resolves when the mock is ready. It rejects if the mock cannot listen or if Prism is not installed.
 *
 * @example
 * const mock = await startMock();
 * const centavo = createCentavo({ baseUrl: mock.url, publicKey: "any", privateKey: "any" });
 * const { data: payments } = await centavo.payments.list();
 * await mock.close();
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = "127.0.0.1", document, log } = options;
  const respond = await (document
    ? createResponder(document as JsonObject)
    : getDefaultResponder());
  return serveMock({ port, host }, respond, log);
}

let defaultResponder: ReturnType<typeof createResponder> | undefined;

/** The responder has no state, so all mocks of a process share one. */
function getDefaultResponder(): ReturnType<typeof createResponder> {
  defaultResponder ??= createResponder(readContract());
  return defaultResponder;
}
