import { isDeepStrictEqual } from "node:util";
import { isReturnCode, NetworkError, ServiceError } from "../../src/client/index.ts";
import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { Lost } from "./keep-alive-connection.ts";

type Fields = Record<string, unknown>;

/** A resource, or `null` where there is none any more. */
type State = Fields | null;

/** What is known of a resource from the responses to a company. */
interface Known {
  kind: Kind;
  id: string;
  state: State;
  /** The state after a call without a response, if that call was processed. */
  perhaps?: State;
}

/** How all resources of a kind are read. */
const lists = {
  payments: ({ centavo }: Shop) => centavo.payments.list({ limit: 100 }),
  customers: ({ centavo }: Shop) => centavo.customers.list({ limit: 100 }),
  subscriptions: ({ centavo }: Shop) => centavo.subscriptions.list({ limit: 100 }),
  bankAccounts: ({ centavo }: Shop) => centavo.bankAccounts.list({ limit: 100 }),
  withdrawals: ({ centavo }: Shop) => centavo.withdrawals.list({ limit: 100 }),
};

/** How one is read where no list shows all of it. */
const reads = {
  cards: ({ centavo }: Shop, id: string) => centavo.cards.get(id),
  subaccounts: ({ centavo }: Shop, id: string) => centavo.subaccounts.get(id),
};

export type Kind = keyof typeof lists | keyof typeof reads;

const everyKind = [...Object.keys(lists), ...Object.keys(reads)] as Kind[];

/** The rules by which a call may be rejected, depending on earlier calls. */
const RULE_CODES: number[] = [
  businessRules.RefundBalanceUnavailable.returnCode,
  businessRules.BalanceTooLow.returnCode,
];

/** A call that was rejected by such a rule, without any effect. */
export class Rejected extends Error {}

/** A change of a resource: the fields that it gets, or `null` where it goes. */
type Change = [kind: Kind, id: string, fields: State];

/** The acknowledged writes of a company, to compare with its data after a crash. */
export class Acknowledged {
  readonly counts = { acknowledged: 0, refused: 0, unanswered: 0, doneUnanswered: 0 };
  readonly #known = new Map<string, Known>();
  readonly #kinds: readonly Kind[];
  #creationsWithoutResponse: Partial<Record<Kind, number>> = {};

  /** Without the kinds that change by themselves after their response, as time passes. */
  constructor(kinds = everyKind) {
    this.#kinds = kinds;
  }

  /** Creates something, and keeps what the response says. */
  async create<Resource extends object>(
    { url }: Shop,
    kind: Kind,
    call: () => Promise<Resource>,
  ): Promise<Resource> {
    const resource = await this.counted(call, () => {
      this.#creationsWithoutResponse[kind] = 1 + (this.#creationsWithoutResponse[kind] ?? 0);
    });
    this.#keep(asKnown(kind, resource, url));
    return resource;
  }

  /**
   * Changes what is known. No other call may change the same resource at the same time, since the order
   * of the two would be unknown.
   */
  async change<Result extends object>(
    { url }: Shop,
    changes: readonly Change[],
    call: () => Promise<Result>,
  ): Promise<Result> {
    const expected = changes.map(([kind, id, fields]) => {
      const known = this.#of(kind, id);
      return { known, state: fields && { ...known.state, ...fields } };
    });
    const response = await this.counted(call, () => {
      for (const { known, state } of expected) known.perhaps = state;
    });
    const received = withoutAddress(response, url);
    for (const { known, state } of expected) known.state = state && { ...state, ...received };
    return response;
  }

  /** Calls an operation whose effect is recorded elsewhere. */
  async counted<Result>(call: () => Promise<Result>, withoutResponse = () => {}): Promise<Result> {
    try {
      const response = await call();
      this.counts.acknowledged += 1;
      return response;
    } catch (error) {
      if (isRejection(error)) {
        this.counts.refused += 1;
        throw new Rejected();
      }
      if (hasNoResponse(error)) {
        this.counts.unanswered += 1;
        withoutResponse();
      }
      throw error;
    }
  }

  ids(kind: Kind): string[] {
    return [...this.#known.values()].filter((each) => each.kind === kind).map(({ id }) => id);
  }

  /** The differences from what was acknowledged. The current data then count as known. */
  async problems(shop: Shop): Promise<string[]> {
    const found = await this.#read(shop);
    const changed = [...this.#known].flatMap(([name, known]) =>
      this.#settle(known, found.get(name)?.state ?? null),
    );
    const unknown = [...found].filter(([name]) => !this.#known.has(name)).map(([, each]) => each);
    for (const { kind, id, state } of unknown) this.#keep({ kind, id, state });
    const unasked = this.#unasked(unknown.map(({ kind }) => kind));
    this.#creationsWithoutResponse = {};
    return [...changed, ...unasked];
  }

  #keep(known: Known): void {
    this.#known.set(`${known.kind} ${known.id}`, known);
  }

  #of(kind: Kind, id: string): Known {
    const known = this.#known.get(`${kind} ${id}`);
    if (!known) throw new Error(`Nothing is known of ${kind} ${id}.`);
    return known;
  }

  async #read(shop: Shop): Promise<Map<string, Known>> {
    const found = new Map<string, Known>();
    for (const kind of this.#kinds) {
      for await (const resource of this.#allOf(kind, shop)) {
        const known = asKnown(kind, resource, shop.url);
        found.set(`${kind} ${known.id}`, known);
      }
    }
    return found;
  }

  async *#allOf(kind: Kind, shop: Shop): AsyncIterable<object> {
    if (kind in lists) return yield* lists[kind as keyof typeof lists](shop);
    for (const id of this.ids(kind)) {
      const response = await reads[kind as keyof typeof reads](shop, id).catch(unlessGone);
      if (response) yield response.data;
    }
  }

  #settle(known: Known, found: State): string[] {
    const { kind, id, state, perhaps } = known;
    delete known.perhaps;
    if (holds(found, state)) return [];
    if (perhaps === undefined || !holds(found, perhaps)) {
      const [is, was] = [found, state].map((each) => JSON.stringify(each));
      return [`${kind} ${id} was acknowledged as ${was} and is ${is}`];
    }
    known.state = perhaps;
    this.counts.doneUnanswered += 1;
    return [];
  }

  /** No resource exists without a request for it. Payments create customers too. */
  #unasked(kinds: Kind[]): string[] {
    return this.#kinds
      .filter((kind) => kind !== "customers")
      .flatMap((kind) => {
        const more = kinds.filter((each) => each === kind).length;
        const most = this.#creationsWithoutResponse[kind] ?? 0;
        this.counts.doneUnanswered += more;
        return more > most ? [`${more} new ${kind} after ${most} calls without an answer`] : [];
      });
  }
}

/** Whether an acknowledged resource is still the same. A read may show more fields. */
function holds(found: State, reported: State): boolean {
  if (!found || !reported) return found === reported;
  return isDeepStrictEqual({ ...found, ...reported }, found);
}

/** Creating a bank account does not return its id. */
function asKnown(kind: Kind, resource: object, url: string): Known {
  const state = withoutAddress(resource, url);
  return { kind, id: `${kind === "bankAccounts" ? state.accountNumber : state.id}`, state };
}

/** The addresses in responses depend on where the sandbox listens. */
function withoutAddress(resource: object, url: string): Fields {
  return JSON.parse(JSON.stringify(resource).replaceAll(url, ""));
}

/** Whether the outcome of a call is unknown. */
export function hasNoResponse(error: unknown): boolean {
  return error instanceof NetworkError || error instanceof Lost;
}

function isRejection(error: unknown): boolean {
  return error instanceof ServiceError && RULE_CODES.includes(error.returnCode ?? 0);
}

function unlessGone(error: unknown): undefined {
  if (!isReturnCode(error, "CardNotFound") && !isReturnCode(error, "SubaccountNotFound"))
    throw error;
}
