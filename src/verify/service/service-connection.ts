import { setTimeout as sleep } from "node:timers/promises";
import { retryAfter } from "../../client/backoff.ts";
import { isObjectOrArray, parseJson } from "../../client/parse-json.ts";
import { httpMethodOf, type Operation } from "../../contract/operations.ts";
import { MAX_BODY_LENGTH } from "../exchange.ts";

/** A request as it is sent. */
interface HttpRequest {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  token: string | undefined;
  subaccountId?: string | undefined;
  body?: unknown;
}

export interface HttpResponse {
  status: number;
  /** Undefined if the body is not JSON, or too long. */
  body: unknown;
  isTooLong?: boolean;
}

/** The service cannot be checked, or not any further. The message says why in one line. */
export class ServiceUnusable extends Error {}

/** The service asks for fewer requests. */
export class TooManyRequests extends ServiceUnusable {
  /** When it takes the next request, in seconds. */
  retryAfter = 1;
}

/** The run has ended before the request was sent. */
export class NotSent extends ServiceUnusable {}

const TIMEOUT = 30_000;
/** So many failures of the service in a row end the run. */
const MAX_FAILURES = 3;

/** Sends one request at a time, slowly, and stops when the service is overloaded or broken. */
export class ServiceConnection {
  readonly #url: string;
  /** In milliseconds. */
  #interval: number;
  readonly #signal: AbortSignal;
  #earliest = 0;
  #latest: number | undefined;
  /** For how many seconds it goes on, and more slowly, after the service has asked for fewer requests. */
  patience = 0;
  #failures = 0;

  /** `signal` ends a run between two requests. A request that was sent is awaited: what it made must be known. */
  constructor(url: string, requestsPerSecond: number, signal: AbortSignal) {
    this.#url = url.replace(/\/+$/, "");
    this.#interval = 1000 / requestsPerSecond;
    this.#signal = signal;
  }

  /** @throws {ServiceUnusable} */
  async send(request: HttpRequest, isRepeated = false): Promise<HttpResponse> {
    await this.#waitForTurn();
    const response = await this.#fetch(request);
    const { status } = response;
    if (status >= 300 && status < 400)
      throw new ServiceUnusable(
        `${this.#host} redirects (${status}), and keys are never sent to another address; pass the address that it redirects to with --url`,
      );
    const content = await readJson(response).catch((error) => this.#fail(error));
    if (status === 429) {
      const error = new TooManyRequests(
        `${this.#host} asks for fewer requests (429); try again later with a smaller --rate`,
      );
      error.retryAfter = (retryAfter(response.headers) || 1000) / 1000;
      if (this.patience === 0 || isRepeated) throw error;
      this.slowDown(error.retryAfter);
      return await this.send(request, true);
    }
    this.#failures = status >= 500 ? this.#failures + 1 : 0;
    if (this.#failures >= MAX_FAILURES)
      throw new ServiceUnusable(
        `${this.#host} failed ${MAX_FAILURES} times in a row (${status}); try again later`,
      );
    return { status, ...content };
  }

  /** Sends nothing before some seconds have passed, and then one request in as many, and a little later: clocks differ. */
  slowDown(seconds: number): void {
    this.#interval = Math.max(this.#interval, seconds * 1100);
    this.#earliest = performance.now() + this.#interval;
    this.#latest ??= performance.now() + this.patience * 1000;
  }

  get #host(): string {
    return new URL(this.#url).host;
  }

  async #waitForTurn(): Promise<void> {
    if (this.#latest !== undefined && this.#earliest > this.#latest)
      throw new NotSent(
        `${this.#host} asks for fewer requests (429), and for such pauses that a clean-up takes too long`,
      );
    const wait = Math.max(this.#earliest - performance.now(), 0);
    // Also without a wait, a signal must have its turn.
    await sleep(wait, undefined, { signal: this.#signal }).catch(() => {});
    this.#earliest = performance.now() + this.#interval;
    if (this.#signal.aborted) throw new NotSent("it was interrupted");
  }

  async #fetch({ token, subaccountId, body, ...request }: HttpRequest): Promise<Response> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (token !== undefined && !isHeaderText(token))
      throw new ServiceUnusable("the token has characters that no header can have");
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (subaccountId !== undefined) headers["x-subaccount-id"] = subaccountId;
    if (body !== undefined) headers["content-type"] = "application/json";
    try {
      return await fetch(`${this.#url}${addressOf(request)}`, {
        method: httpMethodOf(request.operation),
        headers,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      return this.#fail(error);
    }
  }

  #fail(error: unknown): never {
    throw new ServiceUnusable(`${this.#host} does not answer: ${networkProblem(error)}`);
  }
}

/** The path and the query of a request. */
function addressOf({
  operation,
  path,
  query,
}: Pick<HttpRequest, "operation" | "path" | "query">): string {
  const filled = operation.pathItem.key.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

/** Printable ASCII. The error of another text would quote it. */
function isHeaderText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Only codes, and the reason of a failed connection: a message about a header quotes it. */
function networkProblem(error: unknown): string {
  const { name, cause } = error as Error & { cause?: Error & { code?: string } };
  if (name === "TimeoutError") return `no response within ${TIMEOUT / 1000} seconds`;
  return cause?.code ?? cause?.message ?? "the request failed";
}

async function readJson(response: Response): Promise<Omit<HttpResponse, "status">> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BODY_LENGTH) return { body: undefined, isTooLong: true };
    chunks.push(chunk);
  }
  const value = parseJson(Buffer.concat(chunks).toString());
  return { body: isObjectOrArray(value) ? value : undefined };
}
