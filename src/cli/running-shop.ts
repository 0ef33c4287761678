import type { HttpResponse, HttpService } from "../http-server/http-server.ts";
import { errorEnvelope, JSON_TYPE } from "../sandbox/requests/error-reply.ts";
import type { Order, Shop, ShopOrder, ShopSandbox } from "../testing/index.ts";
import { UnreachableError, UsageError } from "./define-command.ts";

export { serve } from "../http-server/http-server.ts";

type Addresses = Record<"reset" | "buy" | "orders" | "postbacks", string> & { refund?: string };
type Access = Record<"url" | "publicKey" | "privateKey", string>;

/** A story in progress. */
interface Story {
  sandbox: ShopSandbox;
  /** The calls to the shop that it has not answered. */
  calls: Set<Promise<unknown>>;
  /** Cuts the calls that the shop still makes. */
  end: AbortController;
}

/** How long the shop may take to answer, in milliseconds. */
const TIMEOUT = 10_000;
const CUT: HttpResponse = { status: null, headers: {}, body: "" };

/** A shop in any language that answers at these addresses. There is one, so that one story runs after the other. */
export class RunningShop {
  readonly #addresses: Addresses;
  readonly #accessOf: (sandbox: ShopSandbox) => Access;
  #story: Story | undefined;
  /** What makes all stories useless, until somebody mends it. */
  mistake: UsageError | undefined;
  /** What the last buyer saw who could not buy. */
  refusal = "";

  /** `accessOf` says how the shop reaches a sandbox. */
  constructor(addresses: Addresses, accessOf: (sandbox: ShopSandbox) => Access) {
    this.#addresses = addresses;
    this.#accessOf = accessOf;
  }

  /** The shop, to be explored. */
  get shop(): Shop<Story> {
    const { buy, refund, postbacks } = this.#addresses;
    return {
      open: (sandbox) => this.#open(sandbox),
      buy: (story, order) => this.#click(story, buy, order),
      ...(refund && { refund: (story, order) => this.#click(story, refund, order) }),
      postbacks: () => postbacks,
      orders: (story) => this.#orders(story),
      // What the shop still does must not get into the next story.
      async close({ end, calls }) {
        end.abort();
        await Promise.allSettled(calls);
      },
    };
  }

  /** Answers a call of the shop. A lost answer is a connection that ends. */
  handle: HttpService["handle"] = async ({ method, target, headers, readBody }) => {
    const body = new TextDecoder().decode(await readBody()) || null;
    const { sandbox, end } = this.#story ?? {};
    if (!sandbox || !end || end.signal.aborted) return CUT;
    try {
      const sent = { method, headers: headers as Record<string, string>, body, signal: end.signal };
      const response = await sandbox.fetch(`${sandbox.baseUrl}${target}`, sent);
      const { status, headers: received } = response;
      return { status, headers: Object.fromEntries(received), body: await response.text() };
    } catch {
      return CUT;
    }
  };

  errorResponse: HttpService["errorResponse"] = (status, message) => {
    const { body } = errorEnvelope(status, message);
    return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
  };

  async #open(sandbox: ShopSandbox): Promise<Story> {
    if (this.mistake) throw this.mistake;
    const story = { sandbox, calls: new Set<never>(), end: new AbortController() };
    this.#story = story;
    const { url, publicKey, privateKey } = this.#accessOf(sandbox);
    const { reset, postbacks: postbackUrl } = this.#addresses;
    const facts = { url, publicKey, privateKey, postbackUrl };
    const { status } = await this.#post(story, reset, facts).catch((cause) => {
      const advice = "start it with these variables, then run this command again";
      throw new UnreachableError(`no shop responds at ${reset}; ${advice}`, { cause });
    });
    const advice = "forget all orders and answer 204";
    if (status >= 400) throw this.#useless(`POST ${reset}`, `the status ${status}`, advice);
    await this.#orders(story);
    return story;
  }

  async #orders(story: Story): Promise<ShopOrder[]> {
    const { orders } = this.#addresses;
    const response = await this.#call(story, orders);
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${orders} answered ${response.status}`);
    const problem = response.ok ? problemOf(text) : `the status ${response.status}`;
    if (problem === undefined) return JSON.parse(text);
    const example = '[{"id": "order-1", "paid": true, "refunded": false, "disputed": false}]';
    throw this.#useless(`GET ${orders}`, problem, `answer a JSON list such as ${example}`);
  }

  #useless(request: string, problem: string, advice: string): UsageError {
    this.mistake = new UsageError(`${request} answered ${problem}; let it ${advice}`);
    return this.mistake;
  }

  async #click(story: Story, url: string, order: Order): Promise<void> {
    const response = await this.#post(story, url, order);
    // A shop may send its buyer to another page.
    if (response.status < 400) return;
    this.refusal = `${url} answered ${response.status}: ${(await response.text()).slice(0, 200)}`;
    throw new Error(this.refusal);
  }

  #post(story: Story, url: string, body: object): Promise<Response> {
    const init = { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) };
    return this.#call(story, url, init);
  }

  #call({ calls }: Story, url: string, init?: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT);
    const call = fetch(url, { ...init, redirect: "manual", signal });
    calls.add(call);
    return call.finally(() => calls.delete(call));
  }
}

const FIELDS = { id: "string", paid: "boolean" };
const OPTIONAL_FIELDS = { refunded: "boolean", disputed: "boolean", shipped: "boolean" };

/** What is wrong with a list of orders, or undefined. */
function problemOf(text: string): string | undefined {
  let orders: unknown;
  try {
    orders = JSON.parse(text);
  } catch {
    return "no JSON";
  }
  if (!Array.isArray(orders)) return "no list";
  for (const [index, order] of orders.entries())
    for (const [field, type] of Object.entries({ ...FIELDS, ...OPTIONAL_FIELDS })) {
      const found = typeof order?.[field];
      if (found !== type && (field in FIELDS || found !== "undefined"))
        return `with ${found} in place of a ${type} at [${index}].${field}`;
    }
  return undefined;
}
