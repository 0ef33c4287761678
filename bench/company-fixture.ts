import type { PaymentCreate, PaymentList, TokenCreate, TokenCreated } from "../generated/types.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Call, example, make } from "./requests.ts";

const FIRST_KEYS = /public +(?<publicKey>\S+)\s+private +(?<privateKey>\S+)/;
/** From how many pages the payments are taken that are read, and how many from each. */
const PAGES = 500;
const PAGE_SIZE = 2;

/** What is ordered to fill a store, in turn: what comes of each by itself differs. */
export const orders = ["card", "pix", "billet", "cardDeclined"].map(orderOf);

export const [cardOrder] = orders as [PaymentCreate];

function orderOf(kind: string): PaymentCreate {
  const order = example<PaymentCreate>(`payments.create.${kind}.request`);
  // Nobody is told what becomes of it: a mock tells nobody either.
  const { postbackUrl: _, ...billingData } = order.billingData;
  return { ...order, billingData } as PaymentCreate;
}

/** A company with a token, and the calls that it makes. */
export class Company {
  readonly #port: number;
  readonly #keys: TokenCreate;
  readonly #token: string;

  /** The first company of a sandbox, whose keys it has printed. */
  static async first({ port, printed }: ServerProcess): Promise<Company> {
    const keys = printedKeys(printed);
    if (!keys) throw new Error(`No keys were printed: ${printed}`);
    return Company.#with(port, keys);
  }

  /** A new company of a sandbox, which has nothing yet. */
  static async another({ port }: ServerProcess): Promise<Company> {
    const create: Call = { method: "POST", path: "/_sandbox/companies", body: {} };
    const { data } = await answerOf<{ data: TokenCreate }>(port, create);
    return Company.#with(port, data);
  }

  static async #with(port: number, keys: TokenCreate): Promise<Company> {
    const { data } = await answerOf<TokenCreated>(port, createToken(keys));
    return new Company(port, keys, data.access_token);
  }

  constructor(port: number, keys: TokenCreate, token: string) {
    this.#port = port;
    this.#keys = keys;
    this.#token = token;
  }

  createToken(): Call {
    return createToken(this.#keys);
  }

  get(path: string): Call {
    return { method: "GET", path, token: this.#token };
  }

  order(order: PaymentCreate): Call {
    return { method: "POST", path: "/payments", token: this.#token, body: order };
  }

  /** Deletes all that the company has. */
  async reset(): Promise<void> {
    await make(this.#port, { method: "POST", path: "/_sandbox/reset", token: this.#token });
  }

  /** The ids of payments from all over the list. */
  async paymentIds(): Promise<string[]> {
    const { meta } = await this.#page(1);
    const pages = Array.from({ length: PAGES }, (_, index) =>
      this.#page(1 + Math.floor((index * meta.totalPages) / PAGES)),
    );
    return (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id));
  }

  #page(page: number): Promise<PaymentList> {
    return answerOf(this.#port, this.get(`/payments?limit=${PAGE_SIZE}&page=${page}`));
  }
}

export function createToken(keys: TokenCreate): Call {
  return { method: "POST", path: "/auth", body: keys };
}

/** The keys of the first company, which a sandbox prints when it starts. */
export function printedKeys(printed: string): TokenCreate | undefined {
  const { publicKey, privateKey } = FIRST_KEYS.exec(printed)?.groups ?? {};
  return publicKey && privateKey ? { publicKey, privateKey } : undefined;
}

async function answerOf<Body>(port: number, call: Call): Promise<Body> {
  return (await make(port, call)).json() as Promise<Body>;
}
