import type {
  AdvancedClock,
  ClockAdvance,
  CustomerCreate,
  NextDue,
} from "../../../generated/sandbox-control-types.ts";
import type { Payment, PaymentStatus } from "../../../generated/types.ts";
import { memoize } from "../../memoize.ts";
import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";
import { createSandbox } from "../../sandbox-node/index.ts";

export const SEED = "explore";
/** Later than any story ends. */
const AFTER_ALL_STORIES = "2029-01-01T00:00:00Z";
const MOST_PAYMENTS = 100;

/**
 * The service as explore itself uses it, without a client: a client of its own and a new token would be a third of a
 * story's costs.
 */
export class Service {
  readonly #sandbox: InProcessSandbox;
  /** How many calls may have changed something. */
  calls = 0;

  constructor(sandbox: InProcessSandbox) {
    this.#sandbox = sandbox;
  }

  setStatus(paymentId: string, status: PaymentStatus): Promise<Payment> {
    return this.#call("POST", `/_sandbox/payments/${paymentId}/status`, { status });
  }

  advance(step: ClockAdvance): Promise<AdvancedClock> {
    return this.#call("POST", "/_sandbox/clock/advance", step);
  }

  async nextPostback(): Promise<string | null> {
    return (await this.#call<NextDue>("GET", "/_sandbox/clock/next")).postback;
  }

  redeliver(eventId: string): Promise<unknown> {
    return this.#call("POST", `/_sandbox/postbacks/${eventId}/redeliver`);
  }

  createCustomer(customer: CustomerCreate): Promise<unknown> {
    return this.#call("POST", "/_sandbox/customers", customer);
  }

  payments(): Promise<Payment[]> {
    return this.#call("GET", `/payments?limit=${MOST_PAYMENTS}`);
  }

  /** The content of a state file. */
  async state(): Promise<string> {
    return (await this.#send("GET", "/_sandbox/state")).text();
  }

  async #call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const response = await this.#send(method, path, body);
    const answer = (await response.json()) as { data: Data };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer.data)}`);
    return answer.data;
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const { url, fetch } = this.#sandbox;
    if (method !== "GET") this.calls += 1;
    const headers: Record<string, string> = { authorization: `Bearer ${await tokenOf(SEED)}` };
    if (body) headers["content-type"] = "application/json";
    return fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  }
}

/** The sandboxes of a seed have the same secret and the same company, so that the token of one is good for all. */
const tokenOf = memoize(async (seed: string): Promise<string> => {
  const { url, publicKey, privateKey, fetch, close } = await createSandbox({
    seed,
    clock: AFTER_ALL_STORIES,
  });
  const response = await fetch(`${url}/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ publicKey, privateKey }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  await close();
  return data.access_token;
});
