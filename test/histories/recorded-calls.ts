import type { Event, LedgerAccount, LedgerPosting } from "../../generated/sandbox-control-types.ts";
import { contradictionsIn, type Placed } from "./serial-order.ts";

export type Kind = "payments" | "withdrawals";

/** What a client asks for. No two payments have the same amount, and no two withdrawals. */
export type Asked =
  | { do: "pay"; with: "pix" | "card"; amount: number }
  | { do: "withdraw"; amount: number }
  | { do: "decide"; kind: Kind; id: string; status: string; amount: number }
  | { do: "get"; kind: Kind; id: string }
  | { do: "entries" | "restore"; id: string }
  | { do: "accounts" | "advance" | "snapshot" }
  /** All postings that the client has not seen yet, and at the end everything that was ever changed. */
  | { do: "ledger" | "timeline" };

/** The part of an answer that a history needs. */
export interface Answer {
  id?: string;
  /** Null if there is no such resource. */
  status?: string | null;
  booked?: readonly string[];
  accounts?: readonly LedgerAccount[];
  events?: readonly Event[];
  /** How many postings came before those. */
  skip?: number;
}

/** A line of the file of a history. */
export interface RecordedCall {
  company: number;
  client: string;
  process: string;
  asked: Asked;
  /** In milliseconds since the history began. */
  start: number;
  end: number;
  /** "failed" has certainly changed nothing. Nobody knows whether "unknown" has. */
  outcome: "ok" | "failed" | "unknown";
  /** How often the company had been restored, by the answer. */
  generation?: number;
  answer?: Answer;
  /** What no call may be answered. */
  problem?: string;
}

/** The events of the ledger that a status brings. */
const BOOKED: Record<Kind, Record<string, string>> = {
  payments: { PAID: "sale", SUCCEEDED: "sale", REFUNDED: "refund" },
  withdrawals: { PENDING: "withdrawal", FAILED: "return" },
};

/** A change that is on the timeline of its company, with the id of its event. */
interface Change {
  element: string;
  at: number;
}

interface Append {
  list: string;
  element: string;
}

/** What a call has seen of a list: all up to the last element. The first `skip` it has not looked at. */
interface Read {
  list: string;
  skip?: number;
  elements: readonly string[];
}

/** What a call was, for people. */
function nameOf({ client, process, asked, start, end }: RecordedCall): string {
  const seconds = [start, end].map((at) => (at / 1000).toFixed(3)).join("–");
  return `${client}'s ${Object.values(asked).join(" ")} at ${process} (${seconds} s)`;
}

/**
 * The calls of a company on lists that only grow: its ledger, which stays on its timeline across restores, the entries and
 * the changes of status of each resource, and its restores. A restore begins other lists of each resource. The timeline has
 * every change in the order of the transactions, so each call has its place there. What the calls without an answer have
 * done follows from what is there at the end, when all is quiet.
 */
export class CompanyHistory {
  readonly #records: readonly RecordedCall[];
  readonly #lists = new Map<string, Change[]>();
  readonly #events: readonly Event[];
  readonly #restores: readonly number[];
  /** The calls by what each may have appended. */
  readonly #claims: Map<string, RecordedCall[]>;

  constructor(records: readonly RecordedCall[]) {
    this.#records = records;
    this.#events = records.findLast(({ asked }) => asked.do === "timeline")?.answer?.events ?? [];
    this.#restores = this.#events.flatMap(({ type, id }) =>
      type === "company.restored" ? id : [],
    );
    for (const event of this.#events) this.#add(event);
    const claims = records
      .filter(({ outcome }) => outcome !== "failed")
      .flatMap((record) =>
        this.#mayAppend(record).map((append) => ({ key: keyOf(append), record })),
      );
    const byKey = Map.groupBy(claims, ({ key }) => key);
    this.#claims = new Map([...byKey].map(([key, all]) => [key, all.map(({ record }) => record)]));
  }

  /** What no serial order of the calls explains, and what no order could, in words that begin with its kind. */
  contradictions(): string[] {
    const problems = [...this.#problemsOfLists(), ...this.#records.flatMap(problemsOf)];
    const placed = this.#records
      .filter(({ outcome }) => outcome !== "failed")
      .map((record) => this.#place(record, problems));
    return [...problems, ...contradictionsIn(placed)];
  }

  #problemsOfLists(): string[] {
    const doubled = [...this.#lists].flatMap(([list, changes]) =>
      changes
        .filter(({ element }, index) => this.#find(list, element) !== changes[index])
        .map(({ element }) => `doubled write: ${list} has "${element}" twice`),
    );
    const unasked = (this.#lists.get("ledger") ?? [])
      .filter(({ element }) => !this.#claims.has(keyOf({ list: "ledger", element })))
      .map(({ element }) => `nobody has asked for the ${element}`);
    const undone = this.#records
      .filter(({ outcome }) => outcome === "failed")
      .flatMap((record) =>
        this.#appendsOf(record)
          .filter((append) => !this.#claims.has(keyOf(append)))
          .map(
            ({ list, element }) =>
              `effect of a failed call: ${list} has the "${element}" of ${nameOf(record)}`,
          ),
      );
    return [...doubled, ...unasked, ...undone];
  }

  /** The place of a call in the order of the timeline, as far as what it has changed and seen says it. */
  #place(record: RecordedCall, problems: string[]): Placed {
    const { start, outcome } = record;
    const name = nameOf(record);
    const placed: Placed = {
      ...{ name, start, end: outcome === "ok" ? record.end : Number.POSITIVE_INFINITY },
      ...{ after: 0, before: Number.POSITIVE_INFINITY, missed: "" },
    };
    for (const { list, element } of this.#appendsOf(record)) {
      const change = this.#find(list, element);
      if (change) placed.at = Math.max(placed.at ?? 0, change.at);
      else problems.push(`lost write: ${name} was done, and ${list} has no "${element}"`);
    }
    for (const { list, skip = 0, elements } of outcome === "ok" ? this.#readsOf(record) : []) {
      const changes = this.#lists.get(list) ?? [];
      for (const [index, element] of elements.entries()) {
        const { element: there = element } = changes[skip + index] ?? {};
        const isMissing = list === "ledger" && changes[skip + index] === undefined;
        if (there !== element || isMissing)
          problems.push(
            `reads that disagree: ${name} read "${element}" of ${list}, which the timeline does not have there`,
          );
      }
      const end = skip + elements.length;
      placed.after = Math.max(placed.after, changes[end - 1]?.at ?? 0);
      const next = changes[end];
      if (!next || next.at >= placed.before) continue;
      placed.before = next.at;
      placed.missed = `the "${next.element}" of ${list}`;
    }
    return placed;
  }

  #find(list: string, wanted: string): Change | undefined {
    return this.#lists.get(list)?.find(({ element }) => element === wanted);
  }

  #add(event: Event): void {
    const generation = this.#generationOf(event);
    const append = (list: string, element: string, at = event.id) =>
      this.#lists.set(list, [...(this.#lists.get(list) ?? []), { element, at }]);
    if (event.type === "company.restored") append("restores", `${generation + 1}`);
    if (event.type === "ledger.posted") {
      append("ledger", this.#postingOf(event));
      append(entriesOf(event.resource.id, generation), event.data.event);
    }
    if (event.type !== "status.changed") return;
    const { from, to } = event.data;
    const list = changesOf(event.resource.id, generation);
    if (!this.#lists.has(list) && from !== null) append(list, restored(from), 0);
    append(list, to);
  }

  #generationOf({ id }: Event): number {
    return this.#restores.filter((restore) => restore < id).length;
  }

  #postingOf(event: Extract<Event, { type: "ledger.posted" }>): string {
    return posting(event.data.event, amountOf(event.data), this.#generationOf(event));
  }

  /** What a call appends if it is done: in the generation of its answer, or else in any in which somebody has. */
  #mayAppend(record: RecordedCall): Append[] {
    if (record.outcome === "ok") return appendsIn(record, record.generation ?? 0);
    return [...Array(this.#restores.length + 1).keys()]
      .flatMap((generation) => appendsIn(record, generation))
      .filter(({ list, element }) => this.#find(list, element));
  }

  /** An effect belongs to the call whose answer says so, or else to the only one that may have had it. */
  #appendsOf(record: RecordedCall): Append[] {
    const { asked, outcome } = record;
    // Another call may have made the change that this one could not.
    if (outcome === "failed" && (asked.do === "decide" || asked.do === "restore")) return [];
    // The clock cancels what nobody has paid, too.
    if (outcome === "unknown" && asked.do === "decide" && asked.status === "CANCELED") return [];
    return this.#mayAppend(record).filter(
      (append) => outcome !== "unknown" || this.#claims.get(keyOf(append))?.length === 1,
    );
  }

  #readsOf({ asked, answer = {}, generation = 0 }: RecordedCall): Read[] {
    const before = asked.do === "restore" ? generation - 1 : generation;
    const read = (list: string, elements: readonly string[], skip = 0) => [
      { list: "restores", skip: before, elements: [] },
      { list, elements, skip },
    ];
    switch (asked.do) {
      case "decide": {
        const found = this.#statesBefore(asked, generation);
        if (found !== undefined) return read(changesOf(asked.id, generation), [], found);
        break;
      }
      case "get":
        return read(
          changesOf(asked.id, generation),
          this.#statesUpTo(asked.id, generation, answer),
        );
      case "entries":
        return read(...this.#entriesRead(asked.id, generation, answer));
      case "ledger": {
        const events = answer.events ?? [];
        const postings = events.flatMap((event) =>
          event.type === "ledger.posted" ? this.#postingOf(event) : [],
        );
        return read("ledger", postings, answer.skip);
      }
    }
    return read("restores", [], before);
  }

  /** The entries of the generation: others were there when it began. */
  #entriesRead(id: string, generation: number, { booked = [] }: Answer): [string, string[]] {
    const list = entriesOf(id, generation);
    const isOlder = (event: string) => generation > 0 && !this.#find(list, event);
    return [list, booked.filter((event) => !isOlder(event))];
  }

  /** The number of statuses up to the one that a change has found, which is not always the one before it. */
  #statesBefore({ id, status }: { id: string; status: string }, generation: number) {
    const states = this.#statesOf(id, generation);
    for (const event of this.#events) {
      if (event.type !== "status.changed" || event.resource.id !== id) continue;
      const { from, to } = event.data;
      if (to !== status || this.#generationOf(event) !== generation) continue;
      return states.findIndex((state) => state === from || state === restored(`${from}`)) + 1;
    }
    return undefined;
  }

  /** The statuses that a resource had up to the one that was read. */
  #statesUpTo(id: string, generation: number, { status }: Answer): string[] {
    const states = this.#statesOf(id, generation);
    const at = states.indexOf(`${status}`);
    if (at >= 0) return states.slice(0, at + 1);
    // A status that is not in the list was there when the list began.
    return status === null ? [] : [restored(`${status}`)];
  }

  #statesOf(id: string, generation: number): string[] {
    return (this.#lists.get(changesOf(id, generation)) ?? []).map(({ element }) => element);
  }
}

/** What is wrong in a single answer. */
function problemsOf(record: RecordedCall): string[] {
  const { client, outcome, answer = {}, problem } = record;
  const found = problem === undefined ? [] : [problem];
  if (client === "reader" && outcome !== "ok") found.push("not answered at the end");
  for (const { type, data } of answer.events ?? [])
    if (type === "ledger.posted" && sumOf(data.entries.map(({ amount }) => amount)))
      found.push(`the ${data.event} of ${amountOf(data)} does not sum to zero`);
  const { accounts = [] } = answer;
  const total = sumOf(accounts.flatMap(({ balance, scheduled }) => [balance, scheduled]));
  if (total !== 0) found.push(`the accounts sum to ${total}`);
  for (const { account, balance, subaccountId } of accounts)
    if (account === "available" && balance < 0)
      found.push(`${subaccountId ?? "the company"} has ${balance}: more went out than was there`);
  return found.map((each) => `${nameOf(record)}: ${each}`);
}

const changesOf = (id: string, generation: number) => `changes of ${id} in ${generation}`;
const entriesOf = (id: string, generation: number) => `entries of ${id} in ${generation}`;
const posting = (event: string, amount: number, generation: number) =>
  `${event} of ${amount} in ${generation}`;
/** What a list begins with if its resource is older than its generation. */
const restored = (status: string) => `restored as ${status}`;
const keyOf = ({ list, element }: Append) => `${list}: ${element}`;
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the buyer or the bank has paid or got. */
function amountOf({ entries }: LedgerPosting): number {
  const outside = entries.filter(({ account }) => account === "buyers" || account === "banks");
  return Math.abs(sumOf(outside.map(({ amount }) => amount)));
}

function appendsIn({ asked, answer = {} }: RecordedCall, generation: number): Append[] {
  const change = (kind: Kind, status: string, amount: number, id?: string): Append[] => {
    const event = BOOKED[kind][status];
    const own = id === undefined ? [] : [{ list: changesOf(id, generation), element: status }];
    if (event === undefined) return own;
    if (id !== undefined) own.push({ list: entriesOf(id, generation), element: event });
    return [...own, { list: "ledger", element: posting(event, amount, generation) }];
  };
  switch (asked.do) {
    case "pay": {
      const { status = asked.with === "card" ? "SUCCEEDED" : "PENDING", id } = answer;
      return change("payments", `${status}`, asked.amount, id);
    }
    case "withdraw":
      return change("withdrawals", "PENDING", asked.amount, answer.id);
    case "decide":
      return change(asked.kind, asked.status, asked.amount, asked.id);
    case "restore":
      return [{ list: "restores", element: `${generation}` }];
    default:
      return [];
  }
}
