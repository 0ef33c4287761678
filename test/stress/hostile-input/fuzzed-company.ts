import { isObject } from "../../../src/contract/cursor.ts";
import { Connection, Lost } from "../keep-alive-connection.ts";
import type { Chance } from "../seeded-random.ts";
import { inTime } from "../send-once.ts";
import {
  type Attempt,
  bytesOf,
  type Callable,
  callables,
  draw,
  type Header,
  make,
  type Request,
} from "./fuzzed-requests.ts";
import { commonProblems, problemsOf, type ReceivedResponse } from "./response-checks.ts";

/** How many things of a kind are remembered: the newest, so that those that belong together meet. */
const REMEMBERED = 4;

const MAX_PROBLEMS = 20;

/** What all companies together have tried and seen. */
export class Findings {
  sent = 0;
  readonly byKind: Record<string, number> = {};
  readonly byStatus: Record<string, number> = {};
  /** The operations that were done. */
  readonly done = new Set<string>();
  readonly problems: string[] = [];
  #isGivenUp = false;

  /** Whether to send more would say nothing new. */
  get isHopeless(): boolean {
    return this.#isGivenUp || this.problems.length >= MAX_PROBLEMS;
  }

  /** Without a response, nothing that follows would be meaningful. */
  giveUp(what: string, problem: string): void {
    this.#isGivenUp = true;
    this.problems.push(`${what}\n  ${problem}`);
  }
}

/** Where one thing is named in several ways. */
const kindByName: Record<string, string> = {
  tokenizedCardId: "cardId",
  transactionId: "paymentId",
  resourceId: "paymentId",
  "x-subaccount-id": "subaccountId",
};

/** After these, the fuzzer could no longer use its company. */
export const locksOut: ReadonlySet<string> = new Set(["company.rotateKeys", "companies.delete"]);

/**
 * How often an operation is tried for ten times of another: what ends things must leave some. Nothing deletes
 * a company, so many of them would hide what is lost of the memory.
 */
const shares: Record<string, number> = {
  "companies.create": 1,
  ...Object.fromEntries([...locksOut].map((id) => [id, 0])),
  "company.reset": 1,
  "clock.advance": 3,
  "faults.set": 5,
  "customers.delete": 2,
  "cards.delete": 2,
  "subaccounts.delete": 2,
  "subscriptions.cancel": 2,
  "payments.create": 30,
  "cards.tokenize": 20,
  "subscriptions.create": 20,
  "subscriptions.removeSplit": 20,
};

/** The resources that a company needs for most calls to succeed, in order of creation. */
const furniture = [
  ...["customers.create", "cards.tokenize", "subaccounts.createPf", "subaccounts.setStatus"],
  ...["payments.create", "payments.create", "payments.create", "payments.setStatus"],
  ...["subscriptions.create", "subscriptions.addSplit", "withdrawals.create"],
];

const drawnCallables = callables.flatMap((callable) =>
  Array(shares[callable.id] ?? 10).fill(callable),
);

const callablesById = new Map(callables.map((callable) => [callable.id, callable]));
const faultable = callables.filter(
  ({ isPublic, template }) => !isPublic && !template.startsWith("/_sandbox/"),
);

/** What may result from a request other than a correct response. */
interface Mishaps {
  statuses: readonly number[];
  isCutOff: boolean;
}

/**
 * A company to which requests are sent one at a time, so that all of them, including the sandbox's ids,
 * follow from the seed.
 */
export class FuzzedCompany {
  readonly #url: string;
  readonly chance: Chance;
  readonly #findings: Findings;
  readonly #known = new Map<string, string[]>();
  #connection: Connection | undefined;
  #keys: Keys = { publicKey: "", privateKey: "" };
  #token = "";

  constructor(url: string, chance: Chance, findings: Findings) {
    this.#url = url;
    this.chance = chance;
    this.#findings = findings;
  }

  async open(): Promise<void> {
    const { data } = await this.#ask("companies.create", {});
    this.#keys = data as Keys;
    await this.#renewToken();
  }

  /** Sends requests until there are enough of all companies together. */
  async work(until: () => boolean): Promise<void> {
    while (!until() && !this.#findings.isHopeless) await this.#step();
  }

  /** Forgets all that it has. */
  async close(): Promise<void> {
    // Node has closed one that was idle while the others worked.
    this.#disconnect();
    await this.#reset();
    this.#disconnect();
  }

  #disconnect(): void {
    this.#connection?.socket.destroy();
    this.#connection = undefined;
  }

  async #step(): Promise<void> {
    const isBare = !this.#known.get("subscriptionId")?.length;
    if (isBare && this.chance.below(40) === 0) await this.#furnish();
    await this.#send(draw(this.chance.pick(drawnCallables), this));
  }

  async #furnish(): Promise<void> {
    for (const id of furniture) {
      const callable = callablesById.get(id) as Callable;
      for (let time = 0; time < 3 && (await this.#send(make(callable, this))) !== 200; time++);
    }
  }

  /** Sends a request and does what follows from its response. */
  async #send(attempt: Attempt): Promise<number | undefined> {
    if (isLongJourney(attempt)) await this.#reset();
    const response = await this.#try(attempt);
    if (response?.status === 200)
      await this.#follow(attempt.operation, JSON.parse(`${response.body}`));
    if (response?.status === 404 || attempt.method === "DELETE") this.#forget(attempt.path);
    const file = this.chance.below(20) === 0 && this.#known.get("file")?.pop();
    if (file) await this.#open(file);
    return response?.status;
  }

  /** Deals with what a call has changed for those that come after it. */
  async #follow(operation: string, response: { data: unknown }): Promise<void> {
    // What was there earlier, or was only asked for, need not be there now.
    if (!HISTORIES.has(operation)) this.#learn(operation, response.data);
    // A reset or a restore deletes what is known. A snapshot may also put the clock back.
    if (REPLACING.has(operation)) this.#known.clear();
    if (REPLACING.has(operation) || operation === "clock.advance") await this.#renewToken();
    if (operation === "faults.set") await this.#suffer(response.data as { faults: Fault[] });
  }

  /** Tries what was asked to go wrong, where it takes no long time, and then asks for nothing more. */
  async #suffer({ faults }: { faults: Fault[] }): Promise<void> {
    const mishaps = {
      statuses: faults.flatMap(({ status }) => status ?? []),
      isCutOff: faults.some(({ reset }) => reset),
    };
    const isShort = faults.every(({ latency = 0 }) => latency < 100);
    for (let time = 0; isShort && time < Math.min(2, faults.length); time++) {
      const asked = callablesById.get(`${faults[time]?.operationId}`);
      await this.#try(make(asked ?? this.chance.pick(faultable), this), mishaps);
    }
    if (faults.length > 0) await this.#ask("faults.set", { faults: [] });
  }

  async #open(path: string): Promise<void> {
    const response = await this.#exchange({ method: "GET", target: path, headers: [] }, path);
    const isFile = response && /^(%PDF|\x89PNG)/.test(response.body.toString("latin1", 0, 8));
    if (!isFile) this.#findings.problems.push(`GET ${path} ${response?.status}: it is no file`);
  }

  async #reset(): Promise<void> {
    await this.#ask("company.reset");
    this.#known.clear();
    await this.#renewToken();
  }

  async #renewToken(): Promise<void> {
    const { data } = await this.#ask("auth.createToken", this.#keys);
    this.#token = (data as { access_token: string }).access_token;
  }

  /** A call that has to go well. */
  async #ask(operation: string, json?: object): Promise<{ data: unknown }> {
    const { method, template: target } = callablesById.get(operation) as Callable;
    const body = json && Buffer.from(JSON.stringify(json));
    const type: Header[] = body ? [["content-type", "application/json"]] : [];
    const headers: Header[] = [["authorization", `Bearer ${this.#token}`], ...type];
    const response = await this.#exchange({ method, target, headers, body }, operation);
    if (response?.status === 200) return JSON.parse(`${response.body}`);
    throw new Error(`${operation} answered ${response?.status} ${response?.body}`);
  }

  async #try(attempt: Attempt, mishaps?: Mishaps): Promise<ReceivedResponse | undefined> {
    const { byKind, byStatus, done, problems } = this.#findings;
    const what = `${attempt.operation}, ${attempt.kind}: ${shown(attempt)}`;
    count(byKind, attempt.kind);
    this.#findings.sent += 1;
    const response = await this.#exchange(attempt, what, mishaps?.isCutOff);
    if (!response) return undefined;
    count(byStatus, `${response.status}`);
    if (response.status === 200) done.add(attempt.operation);
    const isAskedFor = mishaps?.statuses.includes(response.status);
    const found = isAskedFor ? commonProblems(response, true) : problemsOf(attempt, response);
    problems.push(...found.map((problem) => `${what}\n  ${problem}`));
    return response;
  }

  /** Undefined if no response came. */
  async #exchange(
    request: Request,
    what: string,
    mayBeCutOff = false,
  ): Promise<ReceivedResponse | undefined> {
    try {
      this.#connection ??= await Connection.open(this.#url);
      const response = await inTime(this.#connection.send(bytesOf(request)));
      if (response.isLast) this.#connection = undefined;
      return response;
    } catch (error) {
      this.#connection?.socket.destroy();
      this.#connection = undefined;
      if (!(error instanceof Lost && mayBeCutOff))
        this.#findings.giveUp(what, (error as Error).message);
      return undefined;
    }
  }

  /** The ids that a request may use: mostly the newest, sometimes an unknown one. */
  known = (name: string): string | undefined => {
    if (name === "token") return this.#token;
    if (name === "publicKey" || name === "privateKey") return this.#keys[name];
    const kind = kindByName[name] ?? name;
    const ids = this.#known.get(kind);
    if (!ids?.length) return isId(kind) ? this.chance.uuid() : undefined;
    return this.chance.below(2) === 0 ? ids.at(-1) : this.chance.pick(ids);
  };

  /** Remembers the ids in a response. */
  #learn(operation: string, value: unknown, container = ""): void {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 3)) this.#learn(operation, item, container);
    }
    if (!isObject(value)) return;
    for (const [name, field] of Object.entries(value)) {
      if (typeof field !== "string") this.#learn(operation, field, name);
      else if (name === "id") this.#remember(kindOf(operation, container), field);
      else if (/^(pdfUrl|qrCodeUrl)$/.test(name)) this.#remember("file", new URL(field).pathname);
      else if (name.endsWith("Id")) this.#remember(kindByName[name] ?? name, field);
    }
  }

  /** Something deleted is requested again by chance, but not forever. */
  #forget(path: string): void {
    for (const [kind, ids] of this.#known) {
      this.#known.set(
        kind,
        ids.filter((id) => !path.includes(id)),
      );
    }
  }

  #remember(kind: string, id: string): void {
    const others = (this.#known.get(kind) ?? []).filter((other) => other !== id);
    this.#known.set(kind, [...others, id].slice(-REMEMBERED));
  }
}

type Keys = Record<"publicKey" | "privateKey", string>;

/** The operations that show what happened. */
const HISTORIES = new Set(["events.list", "requests.list"]);
/** The operations that replace the data of the company, and its clock. */
const REPLACING = new Set(["company.reset", "snapshots.restore"]);

type Fault = { operationId?: string; latency?: number; status?: number; reset?: boolean };

function isId(name: string): boolean {
  return name.endsWith("Id") && name !== "operationId";
}

/** `payments.create` returns a payment, and each item of its `splits` is a split. */
function kindOf(operation: string, container: string): string {
  if (operation === "subscriptions.addSplit") return "splitId";
  const [resource = ""] = container === "" ? operation.split(".") : [container];
  return `${resource.replace(/s$/, "")}Id`;
}

/** What falls due in years takes its time, unless nothing is there that could. */
function isLongJourney({ operation, json, isAllowed }: Attempt): boolean {
  if (operation !== "clock.advance" || !isAllowed) return false;
  const { days = 0, seconds = 0 } = json as { days?: number; seconds?: number };
  return days > 60 || seconds > 60 * 86_400;
}

/** As much of a request as helps to find it again. */
function shown({ method, target, body }: Attempt): string {
  return JSON.stringify(`${method} ${target} ${body?.toString().slice(0, 1_500) ?? ""}`);
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
