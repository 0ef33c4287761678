import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { Event } from "../../generated/sandbox-control-types.ts";
import { NetworkError, ServiceError, TimeoutError } from "../../src/client/index.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { BUYER } from "../stress/database-checks.ts";
import { Chance } from "../stress/seeded-random.ts";
import type { Answer, Asked, Kind, RecordedCall } from "./recorded-calls.ts";

const GENERATION = "x-sandbox-generation";
const MAY_BE_DONE = "may have been made or not";
/** Clients look at what has just changed. */
const RECENT = 6;
/** A timeline keeps ten thousand events, and a call is about three. */
const MOST_CALLS = 3000;

/** The processes that run, by their names. */
export type Processes = () => { name: string; url: string }[];

export type Shares = Partial<Record<Asked["do"], number>>;

/** What a client does, as often as its share. */
const SHARES: Shares = {
  pay: 24,
  decide: 22,
  withdraw: 9,
  get: 20,
  entries: 8,
  ledger: 14,
  accounts: 4,
  advance: 1,
  snapshot: 1,
  restore: 1,
};

type Result = { response: Response; answer: Answer };
type Returned<Data> = Promise<{ data: Data; response: Response }>;

/** The clients of a company, and all that they have asked and been told. */
export class CompanyClients {
  readonly records: RecordedCall[] = [];
  readonly #company: number;
  readonly #keys: Shop["keys"];
  readonly #processes: Processes;
  readonly #epoch: number;
  readonly #shares: Shares;
  readonly #shops = new Map<string, Shop>();
  readonly #known: { kind: Kind; id: string; amount: number; status: string }[] = [];
  readonly #snapshots: string[] = [];
  readonly #chance: Chance;
  #sellers: string[] = [];
  #amounts = 1000;
  #withdrawn = 500;
  #turn = 0;
  /** How many postings of the company each client has read, and the id of the last. */
  readonly #read = new Map<string, { count: number; last: number }>();

  constructor(
    company: number,
    keys: Shop["keys"],
    processes: Processes,
    { epoch, history, shares = SHARES }: { epoch: number; history: number; shares?: Shares },
  ) {
    this.#company = company;
    this.#keys = keys;
    this.#processes = processes;
    this.#epoch = epoch;
    this.#shares = shares;
    this.#chance = new Chance("history", history, company);
  }

  async prepare(): Promise<void> {
    const [process] = this.#processes();
    const shop = this.#shopAt(process?.url ?? "");
    this.#sellers = [await shop.subaccount(), await shop.subaccount()];
  }

  /** Calls one after the other, each through another process, until it is over. */
  async run(client: string, isOver: () => boolean): Promise<void> {
    while (!isOver() && this.records.length < MOST_CALLS) {
      const asked = this.#draw();
      const outcome = asked ? await this.#call(client, asked) : "ok";
      await setTimeout(outcome === "ok" ? this.#chance.below(20) : 100);
    }
  }

  /** Reads everything when nobody writes any more. */
  async readAll(): Promise<void> {
    const ask = (asked: Asked) => this.#call("reader", asked);
    await Promise.all(this.#known.map(({ kind, id }) => ask({ do: "get", kind, id })));
    for (const name of ["accounts", "timeline"] as const) await ask({ do: name });
  }

  #draw(): Asked | undefined {
    const shares = Object.entries(this.#shares) as [Asked["do"], number][];
    const names = shares.flatMap(([name, share]) => Array<Asked["do"]>(share).fill(name));
    const name = this.#chance.pick(names);
    const known = this.#chance.pick(this.#known.slice(-RECENT));
    if (name === "pay")
      return { do: name, with: this.#chance.pick(["pix", "card"]), amount: this.#amounts++ };
    if (name === "withdraw") return { do: name, amount: this.#withdrawn++ };
    if (name === "restore") {
      const id = this.#snapshots.at(-1);
      return id === undefined ? undefined : { do: name, id };
    }
    if (name === "get") return known && { do: name, kind: known.kind, id: known.id };
    if (name === "entries") return known && { do: name, id: known.id };
    if (name === "decide") return known && { do: name, ...known, status: this.#next(known) };
    return { do: name } as Asked;
  }

  /** A status that it may get. Others may give it another one at the same time. */
  #next({ kind, status }: { kind: Kind; status: string }): string {
    if (status === "SUCCEEDED") return "REFUNDED";
    return this.#chance.pick(
      kind === "payments" ? ["PAID", "PAID", "CANCELED"] : ["PAID", "FAILED"],
    );
  }

  #shopAt(url: string): Shop {
    const known = this.#shops.get(url) ?? new Shop(url, this.#keys);
    this.#shops.set(url, known);
    return known;
  }

  async #call(client: string, asked: Asked): Promise<RecordedCall["outcome"]> {
    const processes = this.#processes();
    const process = processes[this.#turn++ % processes.length];
    if (!process) return "failed";
    const shop = this.#shopAt(process.url);
    const start = performance.now() - this.#epoch;
    const told = await this.#send(client, shop, asked).catch((error) => outcomeOf(error, asked));
    const end = performance.now() - this.#epoch;
    const at = { company: this.#company, client, process: process.name, asked, start, end };
    if ("outcome" in told) {
      this.records.push({ ...at, ...told });
      return told.outcome;
    }
    const { response, answer } = told;
    const generation = Number(response.headers.get(GENERATION) ?? 0);
    this.records.push({ ...at, outcome: "ok", generation, answer });
    this.#remember(asked, answer);
    return "ok";
  }

  #remember(asked: Asked, { id, status }: Answer): void {
    if (id && asked.do === "snapshot") this.#snapshots.push(id);
    if (!id || !status) return;
    if (asked.do === "pay")
      this.#known.push({ kind: "payments", id, amount: asked.amount, status });
    if (asked.do === "withdraw")
      this.#known.push({ kind: "withdrawals", id, amount: asked.amount, status });
  }

  async #send(client: string, shop: Shop, asked: Asked): Promise<Result> {
    const { centavo, control } = shop;
    switch (asked.do) {
      case "pay":
        return resource(centavo.payments.create(this.#order(asked)).withResponse());
      case "withdraw": {
        const change = { amount: asked.amount, postbackUrl: undefined };
        const order = body("withdrawals.create", "pix", change);
        return resource(control.withdrawals.create(order).withResponse());
      }
      case "decide": {
        const { kind, id } = asked;
        const status = asked.status as never;
        if (status === "REFUNDED")
          return resource(centavo.payments.refund({ transactionId: id }).withResponse());
        return resource(control[kind].setStatus(id, { status }).withResponse());
      }
      case "get":
        return resource(centavo[asked.kind].get(asked.id).withResponse());
      case "entries": {
        const { data, response } = await control.ledger
          .listEntries({ resourceId: asked.id })
          .withResponse();
        return { response, answer: { booked: [...new Set(data.map(({ event }) => event))] } };
      }
      case "accounts": {
        const { data, response } = await control.ledger.listAccounts().withResponse();
        return { response, answer: { accounts: data } };
      }
      case "snapshot": {
        const { data, response } = await control.snapshots.create().withResponse();
        return { response, answer: { id: data.snapshotId } };
      }
      case "restore": {
        const { response } = await control.snapshots.restore(asked.id).withResponse();
        return { response, answer: {} };
      }
      case "advance": {
        const { response } = await control.clock.advance({ days: 1 }).withResponse();
        return { response, answer: {} };
      }
      case "ledger":
        return this.#readLedger(client, shop);
      case "timeline":
        return readTimeline(shop);
    }
  }

  #order({ with: method, amount }: { with: "pix" | "card"; amount: number }) {
    const [first, second] = this.#sellers;
    const splits = [
      { subaccountId: first, splitPercentage: this.#chance.between(1, 4000) / 100 },
      { subaccountId: second, splitAmount: this.#chance.between(1, 90) },
    ];
    return body("payments.create", method === "pix" ? "pix" : "cardWithSplits", {
      customerData: { firstName: BUYER, document: this.#chance.digits(11) },
      billingData: { amount, postbackUrl: undefined },
      ...(method === "card" && { splits }),
    });
  }

  /** The postings that this client has not read yet, at most a page of the newest. */
  async #readLedger(client: string, { control }: Shop): Promise<Result> {
    const { count, last } = this.#read.get(client) ?? { count: 0, last: 0 };
    const query = { type: "ledger.posted", after: last, limit: 100 } as const;
    const { data, meta, response } = await control.events.list(query).withResponse();
    const events = data.toReversed();
    const total = count + meta.total;
    this.#read.set(client, { count: total, last: events.at(-1)?.id ?? last });
    return { response, answer: { skip: total - events.length, events } };
  }
}

async function readTimeline({ control }: Shop): Promise<Result> {
  const events: Event[] = [];
  // Requests would be most of it.
  for (const type of ["status.changed", "ledger.posted", "company.restored"] as const)
    for await (const event of control.events.list({ type, limit: 100 })) events.push(event);
  const { response } = await control.clock.get().withResponse();
  return { response, answer: { events: events.toSorted((one, other) => one.id - other.id) } };
}

async function resource(call: Returned<{ id: string; status: string }>): Promise<Result> {
  const { data, response } = await call;
  return { response, answer: { id: data.id, status: data.status } };
}

/** What an error says of its call: a promise of the sandbox is that it has changed nothing unless it says so. */
function outcomeOf(
  error: unknown,
  asked: Asked,
): Result | Pick<RecordedCall, "outcome" | "problem"> {
  if (error instanceof NetworkError || error instanceof TimeoutError) return { outcome: "unknown" };
  if (!(error instanceof ServiceError)) return { outcome: "unknown", problem: `${error}` };
  const { status, headers } = error;
  const isRead = asked.do === "get" || asked.do === "entries";
  if (status === 404 && isRead)
    return { response: new Response(null, { headers }), answer: { status: null, booked: [] } };
  // Its clock may be on its way.
  const mayBeDone = JSON.stringify(error.body).includes(MAY_BE_DONE) || asked.do === "advance";
  if (status === 503) return { outcome: mayBeDone ? "unknown" : "failed" };
  // A token may expire by an advance of the clock while it is on its way: that is a 401.
  return { outcome: "failed", ...(status >= 500 && { problem: `${error}` }) };
}
