import type { PaymentCreate, PaymentList, TokenCreate, TokenCreated } from "../generated/types.ts";
import type { ServerProcess } from "./process-usage.ts";
import { type Call, example, send } from "./requests.ts";

const FIRST_KEYS = /public +(?<publicKey>\S+)\s+private +(?<privateKey>\S+)/;
/** The payments to read are sampled from this many pages of this size. */
const PAGES = 500;
const PAGE_SIZE = 2;

/** The orders that fill a store, in turn. Each kind causes different events later. */
export const orders = ["card", "pix", "billet", "cardDeclined"].map(orderOf);

export const [cardOrder] = orders as [PaymentCreate];

function orderOf(kind: string): PaymentCreate {
  const order = example<PaymentCreate>(`payments.create.${kind}.request`);
  // Without postbacks, since a mock sends none either.
  const { postbackUrl, ...billingData } = order.billingData;
  return { ...order, billingData } as PaymentCreate;
}

/** A company with a token, and the requests that it sends. */
export class Company {
  readonly #port: number;
  readonly #keys: TokenCreate;
  readonly #token: string;

  /** The first company of a sandbox, whose keys the sandbox has printed. */
  static async first({ port, output }: ServerProcess): Promise<Company> {
    const keys = printedKeys(output);
    if (!keys) throw new Error(`The sandbox has not printed any keys: ${output}`);
    return Company.#with(port, keys);
  }

  /** Creates a company in a sandbox. */
  static async another({ port }: ServerProcess): Promise<Company> {
    const create: Call = { method: "POST", path: "/_sandbox/companies", body: {} };
    const { data } = await bodyOf<{ data: TokenCreate }>(port, create);
    return Company.#with(port, data);
  }

  static async #with(port: number, keys: TokenCreate): Promise<Company> {
    const { data } = await bodyOf<TokenCreated>(port, createToken(keys));
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

  /** Deletes all data of the company. */
  async reset(): Promise<void> {
    await send(this.#port, { method: "POST", path: "/_sandbox/reset", token: this.#token });
  }

  /** The ids of payments, evenly distributed over the list. */
  async paymentIds(): Promise<string[]> {
    const { meta } = await this.#page(1);
    const pages = [...Array(PAGES).keys()].map((index) =>
      this.#page(1 + Math.floor((index * meta.totalPages) / PAGES)),
    );
    return (await Promise.all(pages)).flatMap(({ data }) => data.map(({ id }) => id));
  }

  #page(page: number): Promise<PaymentList> {
    return bodyOf(this.#port, this.get(`/payments?limit=${PAGE_SIZE}&page=${page}`));
  }
}

export function createToken(keys: TokenCreate): Call {
  return { method: "POST", path: "/auth", body: keys };
}

/** The keys of the first company, which a sandbox prints when it starts. */
export function printedKeys(output: string): TokenCreate | undefined {
  const { publicKey, privateKey } = FIRST_KEYS.exec(output)?.groups ?? {};
  return publicKey && privateKey ? { publicKey, privateKey } : undefined;
}

async function bodyOf<Data>(port: number, call: Call): Promise<Data> {
  return (await send(port, call)).json() as Promise<Data>;
}
