import type { HttpResponse, HttpService } from "../http-server/http-server.ts";
import type { Order, Shop, ShopOrder, ShopSandbox } from "../testing/index.ts";
import { UnreachableError, UsageError } from "./define-command.ts";
import { forwardedUrl } from "./forward-postbacks.ts";

/** Where a shop that runs is called. */
export interface ShopAddresses {
  reset: string;
  buy: string;
  refund?: string;
  orders: string;
  postbacks: string;
}

type Access = Record<"url" | "publicKey" | "privateKey", string>;

/** A story in progress. */
interface Story {
  sandbox: ShopSandbox;
  /** The calls to the shop that it has not answered. */
  calls: Set<Promise<unknown>>;
  /** Cuts the calls of the shop that are in progress. */
  end: AbortController;
  /** Lets the next story begin. */
  free(): void;
}

/** How long the shop may take to answer, in milliseconds. */
const TIMEOUT = 10_000;
const CUT: HttpResponse = { status: null, headers: {}, body: "" };
const REQUIRED = { id: "string", paid: "boolean" };
const OPTIONAL = ["refunded", "disputed", "shipped"];

/** A shop that runs on this machine, whose stories are told one after the other, since there is one shop. */
export class RunningShop implements Shop<Story>, Pick<HttpService, "handle" | "errorResponse"> {
  readonly refund?: (story: Story, order: Order) => Promise<void>;
  readonly #addresses: ShopAddresses;
  readonly #begin: (sandbox: ShopSandbox) => Access;
  #story: Story | undefined;
  #turn: Promise<void> = Promise.resolve();
  /** The shop's addresses answer in a way that nothing can be told from, so that no other story makes sense. */
  mistake: UsageError | undefined;

  /** `begin` gets the sandbox of each story, and returns how the shop reaches it. */
  constructor(addresses: ShopAddresses, begin: (sandbox: ShopSandbox) => Access) {
    this.#addresses = addresses;
    this.#begin = begin;
    const { refund } = addresses;
    if (refund !== undefined) this.refund = (story, order) => this.#click(story, refund, order);
  }

  open = async (sandbox: ShopSandbox): Promise<Story> => {
    const before = this.#turn;
    let free = () => {};
    this.#turn = new Promise((resolve) => {
      free = resolve;
    });
    await before;
    const story: Story = { sandbox, calls: new Set(), end: new AbortController(), free };
    try {
      if (this.mistake) throw this.mistake;
      const { url, publicKey, privateKey } = this.#begin(sandbox);
      this.#story = story;
      const { postbacks: postbackUrl } = this.#addresses;
      await this.#reset(story, { url, publicKey, privateKey, postbackUrl });
      return story;
    } catch (error) {
      free();
      throw error;
    }
  };

  buy = (story: Story, order: Order) => this.#click(story, this.#addresses.buy, order);

  postbacks = (story: Story) => async (request: Request) => {
    const url = forwardedUrl(new URL(this.#addresses.postbacks), request.url);
    return this.#call(story, url, { ...asJson, body: await request.text() });
  };

  orders = async (story: Story): Promise<ShopOrder[]> => {
    const url = this.#addresses.orders;
    const response = await this.#call(story, url);
    const text = await response.text();
    if (response.status >= 500) throw new Error(`GET ${url} was answered with ${response.status}.`);
    const problem = response.ok ? problemOf(text) : `the status ${response.status}`;
    if (problem === undefined) return JSON.parse(text);
    this.mistake ??= new UsageError(
      `GET ${url} answered with ${problem}; let it answer 200 with a JSON list such as [{"id": "order-1", "paid": true, "refunded": false}], where ${OPTIONAL.join(", ")} may be missing`,
    );
    throw this.mistake;
  };

  /** Ends what the shop still does, so that it does not get into the next story. */
  close = async ({ calls, end, free }: Story): Promise<void> => {
    end.abort();
    await Promise.allSettled(calls);
    free();
  };

  /** Answers a call of the shop. */
  handle: HttpService["handle"] = async ({ method, target, headers, readBody }) => {
    const body = await readBody();
    const story = this.#story;
    if (!story || !body) return this.errorResponse(503, "No story is being told.");
    const { baseUrl, fetch } = story.sandbox;
    const { signal } = story.end;
    const cut = new Promise<HttpResponse>((resolve) => {
      signal.addEventListener("abort", () => resolve(CUT));
    });
    const answered = async (): Promise<HttpResponse> => {
      const sent = { method, headers: headers as Record<string, string> };
      const text = new TextDecoder().decode(body) || null;
      const response = await fetch(`${baseUrl}${target}`, { ...sent, body: text });
      const { status, headers: received } = response;
      return { status, headers: Object.fromEntries(received), body: await response.text() };
    };
    // A lost answer is a connection that ends.
    return signal.aborted ? CUT : Promise.race([answered().catch(() => CUT), cut]);
  };

  errorResponse = (status: number, message: string) => {
    const body = JSON.stringify({ data: { message, statusCode: status } });
    return { status, headers: asJson.headers, body };
  };

  async #reset(story: Story, facts: object): Promise<void> {
    const { reset } = this.#addresses;
    const { origin } = new URL(reset);
    const response = await this.#call(story, reset, json(facts)).catch((cause) => {
      const problem = `no shop answers at ${origin}; start it with the variables above, then try again`;
      throw new UnreachableError(problem, { cause });
    });
    if (!isDone(response))
      throw new UsageError(
        `POST ${reset} was answered with ${response.status}; let it forget all orders and answer 204`,
      );
    await this.orders(story);
  }

  async #click(story: Story, url: string, order: Order): Promise<void> {
    const response = await this.#call(story, url, json(order));
    if (!isDone(response))
      throw new Error(`the shop answered ${response.status}: ${await response.text()}`);
  }

  #call({ calls }: Story, url: string, init?: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT);
    const call = fetch(url, { ...init, redirect: "manual", signal });
    const ended = call.catch(() => {}).finally(() => calls.delete(ended));
    calls.add(ended);
    return call;
  }
}

const asJson = { method: "POST", headers: { "content-type": "application/json" } };

function json(value: object): RequestInit {
  return { ...asJson, body: JSON.stringify(value) };
}

/** A shop may send its buyer to another page. */
function isDone({ status }: Response): boolean {
  return status < 400;
}

/** What is wrong with a list of orders, or undefined. */
function problemOf(text: string): string | undefined {
  let orders: unknown;
  try {
    orders = JSON.parse(text);
  } catch {
    return "what is no JSON";
  }
  if (!Array.isArray(orders)) return "JSON that is no list";
  for (const [index, order] of orders.entries()) {
    for (const [field, type] of Object.entries(REQUIRED))
      if (typeof order?.[field] !== type) return `a list whose [${index}].${field} is no ${type}`;
    for (const field of OPTIONAL)
      if (!["boolean", "undefined"].includes(typeof order[field]))
        return `a list whose [${index}].${field} is no boolean`;
  }
  return undefined;
}
