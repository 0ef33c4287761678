import { expect, inject, onTestFinished, test as plainTest } from "vitest";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations } from "../../generated/sandbox-control-operations.ts";
import type { CompanyCreate, Event } from "../../generated/sandbox-control-types.ts";
import { createClient } from "../../src/client/client.ts";
import {
  type Centavo,
  type Customer,
  createCentavo,
  type Payment,
  type PaymentStatus,
  type Subscription,
  type TokenizedCard,
} from "../../src/client/index.ts";
import { readOptions } from "../../src/client/options.ts";
import {
  type BusinessRuleName,
  businessRules,
} from "../../src/sandbox/domain/sandbox-return-codes.ts";
import type { SandboxOptions } from "../../src/sandbox-node/index.ts";
import { VIOLATIONS } from "../prism.ts";
import { START } from "./clock-start-time.ts";
import { body } from "./contract-examples.ts";
import { fetch } from "./fetch.ts";
import { type Sandbox, startSandbox } from "./start-sandbox.ts";
import { violationsOf } from "./validate-response.ts";

/** As long as that of a sandbox that other machines can reach has to be. */
export const OPERATOR_KEY = "operator".repeat(4);

/** The options of a sandbox that other machines can reach. */
export const EXPOSED = {
  host: "0.0.0.0",
  publicUrl: "http://pay.example:4020",
  operatorKey: OPERATOR_KEY,
};

export { fetch, START, startSandbox };

/** An unknown id. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";

/** A CPF and a CNPJ, with punctuation, that no example has. */
export const documents = { cpf: "168.995.350-09", cnpj: "11.222.333/0001-81" };

/** A company with its clients. Every response is checked against the contract. */
export class Shop {
  readonly url: string;
  readonly keys: { publicKey: string; privateKey: string };
  readonly centavo: Centavo;
  readonly control: Control;
  /** The text of every response so far. */
  readonly responses: string[] = [];

  constructor(url: string, keys: Shop["keys"], serviceUrl = url) {
    this.url = url;
    this.keys = keys;
    const { publicKey, privateKey } = keys;
    const fetch = (request: Request) => checkedFetch(request, this.responses);
    // A year of work may take minutes on a busy machine.
    const timeout = 170_000;
    const client = {
      publicKey,
      privateKey,
      fetch,
      timeout,
      totalTimeout: timeout,
      retry: { limit: 0 },
    };
    this.centavo = createCentavo({ ...client, baseUrl: serviceUrl });
    const headers = { accept: "application/json" };
    this.control = createClient<Control>(
      operations,
      readOptions({ ...client, headers, baseUrl: url }),
    );
  }

  /** Sends any request, unlike the clients. A `token` is sent as the bearer token. */
  async send(
    method: string,
    path: string,
    { token, json, ...init }: RequestInit & { token?: string; json?: unknown } = {},
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (json !== undefined) headers.set("content-type", "application/json");
    const content = json === undefined ? {} : { body: JSON.stringify(json) };
    const request = new Request(this.url + path, { ...init, ...content, method, headers });
    const response = await checkedFetch(request, this.responses);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  async token(): Promise<string> {
    return (await this.tokens()).access_token;
  }

  async tokens() {
    const { publicKey, privateKey } = this.keys;
    return (await this.centavo.auth.createToken({ publicKey, privateKey })).data;
  }

  /** Creates a payment from an example of `payments.create`, with some fields changed. */
  async pay(example: string, change: object = {}): Promise<Payment> {
    return (await this.centavo.payments.create(body("payments.create", example, change))).data;
  }

  async payment(id: string): Promise<Payment> {
    return (await this.centavo.payments.get(id)).data;
  }

  async decide(id: string, status: PaymentStatus): Promise<Payment> {
    return (await this.control.payments.setStatus(id, { status })).data;
  }

  async customer(change: object = {}): Promise<Customer> {
    return (await this.control.customers.create(body("customers.create", "customer", change))).data;
  }

  /** Stores a card, for a new customer by default. */
  async card(change: { customerId?: string; [field: string]: unknown } = {}) {
    const customerId = change.customerId ?? (await this.customer()).id;
    const { data } = await this.centavo.cards.tokenize(
      body("cards.tokenize", "card", { ...change, customerId }),
    );
    return data;
  }

  /** Creates a subaccount with this status. Only an approved one can have splits. */
  async subaccount(status: "APPROVED" | "PENDING" | "REJECTED" = "APPROVED"): Promise<string> {
    const { data } = await this.centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"));
    if (status !== "PENDING") await this.control.subaccounts.setStatus(data.id, { status });
    return data.id;
  }

  /** Creates a subscription, on a new card by default. */
  async subscription(
    change: object = {},
    card?: Pick<TokenizedCard, "id" | "customerId">,
  ): Promise<Subscription> {
    const { id: cardId, customerId } = card ?? (await this.card());
    const { data } = await this.control.subscriptions.create(
      body("subscriptions.create", "twelveCycles", { customerId, cardId, ...change }),
    );
    return data;
  }

  /** The matching events, the oldest first: at most a page. */
  async events(query: object = {}): Promise<Event[]> {
    return (await this.control.events.list({ limit: 100, ...query })).data.toReversed();
  }

  async balance() {
    return (await this.control.balance.get()).data;
  }

  /** Withdraws the available balance, or a part of it. */
  async withdraw(amount?: number, subaccountId?: string) {
    const { data } = await this.control.withdrawals.create(
      body("withdrawals.create", "pix", { amount: amount ?? (await this.balance()).available }),
      subaccountId === undefined ? {} : { subaccountId },
    );
    return data;
  }
}

/** A new company in the sandbox that all tests of a file share. */
export async function openShop(terms: CompanyCreate = {}): Promise<Shop> {
  const behindPrism = inject("behindPrism");
  const { url } = behindPrism ?? (await shared());
  const made = await fetch(`${url}/_sandbox/companies`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(terms),
  });
  const { data } = (await made.json()) as { data: Shop["keys"] };
  return new Shop(url, data, behindPrism?.serviceUrl);
}

/** A test that may ask for the shop of a new company. */
export const test = plainTest.extend("shop", () => openShop());

/** A new sandbox, which ends with the test, and its first company. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Shop> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  return new Shop(sandbox.url, sandbox);
}

/** Waits for a call to fail with an error like this one. */
export function expectError(call: PromiseLike<unknown> | undefined, error: object): Promise<void> {
  return expect(call).rejects.toMatchObject(error);
}

/** The expected error of a broken business rule, with any detail or with this one. */
export function broken(rule: BusinessRuleName, detail?: string) {
  const { returnCode, message } = businessRules[rule];
  const text = detail === undefined ? expect.stringContaining(message) : `${message}: ${detail}`;
  return { status: 400, returnCode, messages: [text] };
}

/** The expected error of invalid fields, with a message for each. */
export function invalid(...problems: unknown[]) {
  return {
    status: 400,
    body: { data: { message: problems, error: "Bad Request", statusCode: 400 } },
  };
}

const violations: string[] = [];

async function checkedFetch(request: Request, responses: string[]): Promise<Response> {
  const { method, url } = request;
  const response = await fetch(request);
  const text = await response.clone().text();
  responses.push(text);
  violations.push(...violationsOf(method, url, response.status, JSON.parse(text)));
  for (const reported of JSON.parse(response.headers.get(VIOLATIONS) ?? "[]")) {
    violations.push(`${method} ${url} ${response.status}: ${JSON.stringify(reported)}`);
  }
  return response;
}

/** Runs after each test: every response matched the contract. See vitest-setup.ts. */
export function expectNoViolations(): void {
  expect(violations.splice(0), "a response of the sandbox breaks the contract").toEqual([]);
}

let started: Promise<Sandbox> | undefined;

function shared(): Promise<Sandbox> {
  started ??= startSandbox({ clock: START });
  return started;
}

/** Runs after each file, so that the next one has its own sandbox. See vitest-setup.ts. */
export async function closeShared(): Promise<void> {
  const ending = started;
  started = undefined;
  await (await ending)?.close();
}
