import type { LedgerAccount, LedgerEntry } from "../../generated/sandbox-control-types.ts";
import type { Append, Call, Read } from "./serial-order.ts";

export type Kind = "payments" | "withdrawals";

/** What a client asks for. No two payments have the same amount, and no two withdrawals. */
export type Asked =
  | { do: "pay"; with: "pix" | "card"; amount: number }
  | { do: "withdraw"; amount: number }
  | { do: "decide"; kind: Kind; id: string; status: string; amount: number }
  | { do: "get"; kind: Kind; id: string }
  | { do: "entries"; id: string }
  | { do: "restore"; id: string }
  | { do: "ledger" | "accounts" | "clock" | "advance" | "snapshot" }
  | { do: "changes" | "restores" | "advances" };

/** A posting on the timeline, with the id of its event. */
export interface Posted {
  at: number;
  subject: string;
  event: string;
  entries: readonly LedgerEntry[];
}

/** The part of an answer that a history needs. */
export interface Answer {
  id?: string;
  /** Null if there is no such resource. */
  status?: string | null;
  now?: string;
  events?: readonly string[];
  accounts?: readonly LedgerAccount[];
  /** The postings of the company that its client has not read before, and how many it has. */
  skip?: number;
  postings?: readonly Posted[];
  changes?: readonly { at: number; id: string; from: string | null; to: string }[];
  restores?: readonly number[];
  advances?: readonly { at: number; to: string }[];
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
  outcome: Call["outcome"];
  /** How often the company had been restored, if the answer says so. */
  generation?: number;
  answer?: Answer;
  problem?: string;
}

interface History {
  calls: Call[];
  /** What no order of the calls can explain, since one answer shows it. */
  problems: string[];
}

/** The events of the ledger that a change of status brings, by its kind. */
const BOOKED: Record<Kind, Record<string, string>> = {
  payments: { PAID: "sale", SUCCEEDED: "sale", REFUNDED: "refund" },
  withdrawals: { PENDING: "withdrawal", FAILED: "return" },
};

/**
 * Reads a history of one company as calls on lists: its ledger, which is on its timeline across restores, the entries and
 * the changes of status of each resource, its restores, and its clock. A restore begins the lists of another generation. What
 * the calls without an answer have done follows from what was read at the end, when all is quiet.
 */
export function historyOf(records: readonly RecordedCall[]): History {
  return new Reader(records).read();
}

class Reader {
  readonly #records: readonly RecordedCall[];
  readonly #final: Required<Pick<Answer, "changes" | "restores" | "advances" | "postings">>;
  readonly #elements = new Map<string, string[]>();
  /** The calls by what each may have appended. */
  readonly #claims = new Map<string, RecordedCall[]>();
  readonly #problems: string[] = [];

  constructor(records: readonly RecordedCall[]) {
    this.#records = records;
    const last = (name: Asked["do"]) =>
      records.findLast(({ asked, outcome }) => asked.do === name && outcome === "ok")?.answer ?? {};
    const { changes = [] } = last("changes");
    const { restores = [] } = last("restores");
    const { advances = [] } = last("advances");
    const { postings = [] } = last("ledger");
    this.#final = { changes, restores, advances, postings };
  }

  read(): History {
    this.#readFinal();
    for (const record of this.#records)
      if (record.outcome !== "failed")
        for (const append of this.#mayAppend(record)) {
          const key = keyOf(append);
          this.#claims.set(key, [...(this.#claims.get(key) ?? []), record]);
        }
    const calls = this.#records.map((record) => ({
      name: nameOf(record),
      start: record.start,
      end: record.outcome === "unknown" ? Number.POSITIVE_INFINITY : record.end,
      outcome: record.outcome,
      appends: this.#appendsOf(record),
      reads: record.outcome === "ok" ? this.#readsOf(record) : [],
    }));
    this.#findUnasked();
    return { calls: [...calls, this.#lastReader()], problems: this.#problems };
  }

  #readFinal(): void {
    const { changes, restores, advances, postings } = this.#final;
    const add = (list: string, element: string) => {
      const known = this.#elements.get(list) ?? [];
      this.#elements.set(list, [...known, element]);
    };
    for (const { at, id, from, to } of changes) {
      const list = `changes of ${id} in ${this.#generationAt(at)}`;
      if (!this.#elements.has(list) && from !== null) add(list, restored(from));
      add(list, to);
    }
    for (const { at, to } of advances) add(`clock in ${this.#generationAt(at)}`, to);
    for (const index of restores.keys()) add("restores", `${index + 1}`);
    for (const posted of postings) add("ledger", this.#postingOf(posted));
  }

  #generationAt(event: number): number {
    return this.#final.restores.filter((at) => at < event).length;
  }

  #changed({ id, status }: { id: string; status: string }, generation: number) {
    return this.#final.changes.find(
      (change) =>
        change.id === id && change.to === status && this.#generationAt(change.at) === generation,
    );
  }

  #postingOf({ at, event, entries }: Posted): string {
    const paid = entries.filter(({ account }) => account === "buyers" || account === "banks");
    const amount = Math.abs(paid.reduce((sum, entry) => sum + entry.amount, 0));
    return `${event} of ${amount} in ${this.#generationAt(at)}`;
  }

  /** What a call appends if it is done: in the generation of its answer, or else in any in which somebody has. */
  #mayAppend(record: RecordedCall): Append[] {
    if (record.outcome === "ok") return appendsIn(record, record.generation ?? 0);
    const generations = [...Array(this.#final.restores.length + 1).keys()];
    return generations
      .flatMap((generation) => appendsIn(record, generation))
      .filter(({ list, element }) => this.#elements.get(list)?.includes(element));
  }

  /** An effect is that of the call whose answer says so, or of the only other call that may have had it. */
  #appendsOf(record: RecordedCall): Append[] {
    const { asked, outcome } = record;
    const isCreation = asked.do === "pay" || asked.do === "withdraw";
    // Another call may have made the change that this one could not.
    if (outcome === "failed" && !isCreation) return [];
    return this.#mayAppend(record).filter((append) => {
      if (outcome !== "unknown") return true;
      return this.#claims.get(keyOf(append))?.length === 1;
    });
  }

  #readsOf(record: RecordedCall): Read[] {
    const { asked, answer = {}, generation = 0 } = record;
    const reads: Read[] = [];
    const isRestore = asked.do === "restore";
    if (record.generation !== undefined)
      reads.push({ list: "restores", skip: generation - Number(isRestore), elements: [] });
    const {
      id = asked.do === "get" || asked.do === "entries" || asked.do === "decide" ? asked.id : "",
    } = answer;
    const changes = `changes of ${id} in ${generation}`;
    if (asked.do === "decide") {
      const { from } = this.#changed(asked, generation) ?? {};
      const at = (this.#elements.get(changes) ?? []).findIndex(
        (state) => state === from || state === restored(`${from}`),
      );
      if (at >= 0) reads.push({ list: changes, skip: at + 1, elements: [] });
    }
    if (asked.do === "get")
      reads.push({ list: changes, elements: this.#statesUpTo(record, changes) });
    if (asked.do === "entries")
      reads.push({ list: `entries of ${id} in ${generation}`, elements: answer.events ?? [] });
    if (asked.do === "ledger") {
      const elements = (answer.postings ?? []).map((posted) => this.#postingOf(posted));
      reads.push({ list: "ledger", skip: answer.skip ?? 0, elements });
      for (const { event, subject, entries } of answer.postings ?? [])
        this.#expectBalanced(
          record,
          `the ${event} of ${subject}`,
          entries.map(({ amount }) => amount),
        );
    }
    if (asked.do === "clock") {
      const list = `clock in ${generation}`;
      const at = (this.#elements.get(list) ?? []).indexOf(answer.now ?? "");
      if (at >= 0) reads.push({ list, skip: at + 1, elements: [] });
    }
    if (asked.do === "accounts") this.#checkAccounts(record);
    return reads;
  }

  /** The statuses that a resource had up to the one that was read. */
  #statesUpTo(record: RecordedCall, list: string): string[] {
    const { status } = record.answer ?? {};
    const states = this.#elements.get(list) ?? [];
    if (status === null || status === undefined) return [];
    const at = states.indexOf(status);
    if (at >= 0) return states.slice(0, at + 1);
    const [first] = states;
    // What is not in the list was there when the generation began.
    if (first === undefined || first.startsWith(restored(""))) return [restored(status)];
    this.#problems.push(`${nameOf(record)} shows ${status}, which it never was.`);
    return [];
  }

  #checkAccounts(record: RecordedCall): void {
    const { accounts = [] } = record.answer ?? {};
    this.#expectBalanced(
      record,
      "all accounts",
      accounts.flatMap(({ balance, scheduled }) => [balance, scheduled]),
    );
    for (const { account, balance, subaccountId } of accounts)
      if (account === "available" && balance < 0)
        this.#problems.push(
          `${nameOf(record)} shows ${balance} available for ${subaccountId ?? "the company"}: more went out than was there.`,
        );
  }

  #expectBalanced(record: RecordedCall, what: string, amounts: readonly number[]): void {
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    if (sum !== 0) this.#problems.push(`${nameOf(record)} shows that ${what} sum to ${sum}.`);
  }

  #findUnasked(): void {
    for (const element of this.#elements.get("ledger") ?? [])
      if (!this.#claims.has(keyOf({ list: "ledger", element })))
        this.#problems.push(`Nobody has asked for the ${element}.`);
  }

  /** All that was read at the end. */
  #lastReader(): Call {
    const end = Math.max(0, ...this.#records.map((record) => record.end)) + 1;
    const reads = [...this.#elements].map(([list, elements]) => ({ list, elements }));
    return { name: "whoever read at the end", start: end, end, outcome: "ok", reads };
  }
}

/** The element that a list begins with if its resource is older than its generation. */
function restored(status: string): string {
  return `restored as ${status}`;
}

function keyOf({ list, element }: Append): string {
  return `${list}: ${element}`;
}

function appendsIn({ asked, answer = {} }: RecordedCall, generation: number): Append[] {
  const { id, status, now } = answer;
  const posted = (kind: Kind, to: string, amount: number, subject?: string): Append[] => {
    const event = BOOKED[kind][to];
    const changed = { list: `changes of ${subject} in ${generation}`, element: to };
    const entries = { list: `entries of ${subject} in ${generation}`, element: `${event}` };
    return [
      ...(subject === undefined ? [] : [changed, ...(event ? [entries] : [])]),
      ...(event ? [{ list: "ledger", element: `${event} of ${amount} in ${generation}` }] : []),
    ];
  };
  switch (asked.do) {
    case "pay":
      return posted(
        "payments",
        status ?? (asked.with === "card" ? "SUCCEEDED" : "PENDING"),
        asked.amount,
        id,
      );
    case "withdraw":
      return posted("withdrawals", "PENDING", asked.amount, id);
    case "decide":
      return posted(asked.kind, asked.status, asked.amount, asked.id);
    case "restore":
      return [{ list: "restores", element: `${generation}` }];
    case "advance":
      return now === undefined ? [] : [{ list: `clock in ${generation}`, element: now }];
    default:
      return [];
  }
}

/** What a call was, for people. */
export function nameOf({ client, process, asked, start, end }: RecordedCall): string {
  const { do: what, ...details } = asked;
  const seconds = [start, end].map((at) => (at / 1000).toFixed(3)).join("–");
  return `${client}'s ${[what, ...Object.values(details)].join(" ")} at ${process} (${seconds} s)`;
}
