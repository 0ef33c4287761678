import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import {
  httpMethodOf,
  isList,
  isPublic,
  type Operation,
  successSchema,
} from "../../contract/operations.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import { type Exchange, type Expectation, isSuccess } from "../exchange.ts";
import { describeValue } from "../finding.ts";
import { matchSchema } from "../match-schema.ts";
import type { PlanOptions } from "../plan/plan-requests.ts";
import { type PlannedRequest, pathValues, request } from "../plan/planned-request.ts";
import { EFFECTS } from "../plan/write-effects.ts";
import { type Result, Verification } from "../verdicts.ts";
import { ReferenceResolver, type ResolverOptions, Unresolved } from "./reference-resolver.ts";
import {
  type HttpResponse,
  NotSent,
  ServiceConnection,
  ServiceUnusable,
  TooManyRequests,
} from "./service-connection.ts";

export type Credentials = { token: string } | { publicKey: string; privateKey: string };

export interface VerifyOptions extends PlanOptions, ResolverOptions {
  credentials: Credentials;
  requestsPerSecond: number;
  signal: AbortSignal;
  /** What to send, as `planRequests` plans it. So what was announced is what is sent. */
  planned: readonly PlannedRequest[];
  /** Called before each request. */
  onRequest?(planned: PlannedRequest, done: number, of: number): void;
}

/** Something that the run has made, or has changed and not set back. */
interface Made {
  operationId: string;
  id: string;
  /** The status that the service shows at the end, or `left`, `removed`, `changed`, `unknown` and the like. */
  state: string;
  /** In whose context it was made. */
  subaccountId?: string | undefined;
}

export type MadeResource = Pick<Made, "operationId" | "id" | "state">;

export interface ServiceResult extends Result {
  made: MadeResource[];
  /** Why the run ended early. */
  stopped?: string;
  /** Whether it ended because the service is a mock, which has no data to check. */
  isMock?: boolean;
}

/**
 * Checks the assumptions of the contract against a service.
 * @throws {ServiceUnusable} if it is none, or refuses the keys. Later, this ends the run, and the result says why.
 */
export async function verifyService(options: VerifyOptions): Promise<ServiceResult> {
  return new Run(options).run();
}

/** What a request sends and expects, with its references resolved. */
interface RequestValues {
  path?: Record<string, string>;
  query?: Record<string, string>;
  subaccountId?: string | undefined;
  body?: unknown;
  expect?: Expectation | undefined;
}

const MOCK =
  "the service returns a resource for each id that does not exist, as a mock does, so there is nothing to check";

/** How long a list has to show what it has, in milliseconds. */
const LATENESS = 1000;

/** So many pages of customers are read to find those whom the run has made. */
const MAX_PAGES = 10;

/** For how long a clean-up goes on if the service asks for fewer requests, in seconds. */
const PATIENCE = 600;

const UNDONE = "undone";

class Run {
  readonly #options: VerifyOptions;
  readonly #connection: ServiceConnection;
  readonly #verification: Verification;
  readonly #resolver: ReferenceResolver;
  readonly #made: Made[] = [];
  /** By their ids, what the user has named and a request has changed, unless it was seen to be as before. */
  readonly #changed = new Map<string, Made>();
  /** The new e-mail addresses of the payments that the service has made. */
  readonly #buyers = new Set<string>();
  /** Why a request was not sent, by the pointers that it is about. */
  readonly #skipped = new Map<string, string>();
  /** Whether the service has returned a resource, for each id that does not exist. */
  readonly #unknownIds: boolean[] = [];
  #token: string | undefined;
  /** How many of the planned requests were sent. */
  #done = 0;
  /** Whether the service has answered a list, and so is one, and accepts the token. */
  #isConfirmed = false;

  constructor(options: VerifyOptions) {
    this.#options = options;
    const { url, requestsPerSecond, signal, contract, checks } = options;
    this.#connection = new ServiceConnection(url, requestsPerSecond, signal);
    this.#verification = new Verification(contract, checks);
    this.#resolver = new ReferenceResolver(options);
  }

  async run(): Promise<ServiceResult> {
    const ended = await this.#endOf(() => this.#sendAll());
    const undone = await this.#cleanUpAfter(ended);
    const { contract, checks } = this.#options;
    const { exchanges, ...result } = this.#verification.result((each) => this.#whyNot(each));
    const shown = this.#isMock ? new Verification(contract, checks).result(() => MOCK) : result;
    const stopped = this.#isMock ? MOCK : (ended ?? undone)?.message;
    const made = [...this.#made, ...this.#changed.values()];
    return {
      ...shown,
      exchanges,
      made: made.map(({ operationId, id, state }) => ({ operationId, id, state })),
      ...(stopped !== undefined && { stopped }),
      ...(this.#isMock && { isMock: true }),
    };
  }

  /** Why some work ended early. */
  async #endOf(work: () => Promise<void>): Promise<ServiceUnusable | undefined> {
    return await work().then(
      () => undefined,
      (error) => {
        if (error instanceof ServiceUnusable && this.#isConfirmed) return error;
        throw error;
      },
    );
  }

  async #sendAll(): Promise<void> {
    const { planned } = this.#options;
    await this.#authenticate();
    for (const [index, each] of planned.entries()) {
      if (this.#isMock && !isUnknownRead(each)) return;
      if (each.again && !this.#verification.knowledge.open.has(each.again)) continue;
      this.#done = index;
      if (each.again && isList(each.operation) && each.as) await sleep(LATENESS);
      await this.#sendPlanned(each);
    }
  }

  /** A service that knows several ids that do not exist, and all of those, is a mock. */
  get #isMock(): boolean {
    return this.#unknownIds.length > 1 && this.#unknownIds.every(Boolean);
  }

  async #authenticate(): Promise<void> {
    const { credentials } = this.#options;
    if ("token" in credentials) {
      if (this.#token !== undefined) throw new ServiceUnusable(refused("token", 401));
      this.#token = credentials.token;
      return;
    }
    const operation = this.#operation("auth.createToken");
    const more = { as: "auth.createToken.keys", isAnonymous: true };
    const planned = request(operation, "a token", more);
    const response = await this.#exchange(planned, { body: credentials });
    assertAnswers(response, "keys");
    const token = valueAt(response.body, "/data/access_token");
    if (!isString(token)) throw new ServiceUnusable(notTheService(response.status));
    this.#token = token;
  }

  async #sendPlanned(planned: PlannedRequest): Promise<HttpResponse | undefined> {
    try {
      const { operation, path, query, subaccountId, body, expect, after } = planned;
      // What no request makes is not waited for.
      if (after && this.#options.planned.some(({ as }) => as === after))
        this.#resolver.responseTo(after);
      const values = { path, query, subaccountId, body, expect };
      const writes = httpMethodOf(operation) !== "GET";
      return await this.#exchange(planned, this.#resolver.resolve<RequestValues>(values, writes));
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      for (const pointer of planned.about) this.#skipped.set(pointer, error.message);
      return undefined;
    }
  }

  async #exchange(
    planned: PlannedRequest,
    values: RequestValues,
    isRepeated = false,
  ): Promise<HttpResponse> {
    const { operation, isAnonymous, as } = planned;
    const { path = {}, query = {}, body, expect, subaccountId } = values;
    this.#options.onRequest?.(planned, this.#done, this.#options.planned.length);
    const token = isAnonymous ? undefined : this.#token;
    const sending = this.#connection.send({ operation, path, query, token, subaccountId, body });
    const response = await sending.catch((error) => {
      const isUndone = error instanceof NotSent || error instanceof TooManyRequests;
      if (!isUndone) this.#note(operation, "unknown");
      throw error;
    });
    // A token expires.
    if (response.status === 401 && this.#isConfirmed && !isAnonymous && !isRepeated) {
      await this.#authenticate();
      return await this.#exchange(planned, values, true);
    }
    const probe = expect ? { ...planned, expect } : planned;
    const exchange: Exchange = { operation, path, query, requestBody: body, ...response, probe };
    if (!this.#isConfirmed && !isAnonymous) this.#confirm(planned, response);
    this.#verification.observe(exchange);
    const isAccepted = isSuccess(response.status);
    if (isUnknownRead(planned))
      this.#unknownIds.push(isAccepted && isObject(valueAt(response.body, "/data")));
    const id = valueAt(response.body, "/data/id");
    if (response.status >= 500) this.#note(operation, "unknown");
    // A service may refuse what it makes all the same.
    else if (isAccepted || isString(id)) this.#note(operation, "left", `${id ?? ""}`, values);
    if (isAccepted) {
      this.#resolver.learn(exchange, as);
      this.#noteChange(operation, path);
    }
    return response;
  }

  /** Without its response, or after a failure of the service, what a request made is unknown. */
  #note({ id: operationId }: Operation, state: string, id = "", values: RequestValues = {}): void {
    const { subaccountId, body } = values;
    if (!EFFECTS[operationId]?.shownBy) return;
    this.#made.push({ operationId, id, state, subaccountId });
    const email = `${valueAt(body, "/customerData/email")}`;
    if (this.#resolver.newEmails.has(email)) this.#buyers.add(email);
  }

  /** A run that ends early lists what it may have changed. */
  #noteChange(operation: Operation, path: Record<string, string>): void {
    if (httpMethodOf(operation) !== "PUT") return;
    const id = Object.values(path).join();
    this.#changed.set(id, { operationId: operation.id, id, state: "changed" });
  }

  /** @throws {ServiceUnusable} if this is not the service, or if it refuses the token. */
  #confirm({ operation, as }: PlannedRequest, response: HttpResponse): void {
    // A gateway may fail once.
    if (isPublic(operation) || response.status >= 500) return;
    // A list always exists. What answers to an id that does not exist need not be JSON.
    const isPage = isList(operation) && as !== undefined;
    if (!isPage && response.status !== 401) return;
    assertAnswers(response, "token");
    if (response.status === 404) throw new ServiceUnusable(notTheService(response.status));
    this.#isConfirmed = true;
  }

  /** After an interruption or a failure, nothing more is sent, and what the run made is listed as it was last seen. */
  async #cleanUpAfter(ended: ServiceUnusable | undefined): Promise<ServiceUnusable | undefined> {
    for (const made of this.#made)
      made.state = this.#verification.knowledge.statuses.get(made.id) ?? made.state;
    const isPossible = ended === undefined || ended instanceof TooManyRequests;
    if (!isPossible || this.#isMock) return undefined;
    this.#connection.patience = PATIENCE;
    if (ended) this.#connection.slowDown(ended.retryAfter);
    return await this.#endOf(() => this.#cleanUp());
  }

  /** Undoes what can be undone, the latest first, and then reads what became of everything. */
  async #cleanUp(): Promise<void> {
    // Without an id, the path would be that of all resources.
    const made = this.#made.filter(({ id }) => id !== "");
    for (const each of made.toReversed()) await this.#undo(each);
    for (const each of made) await this.#read(each);
    await this.#listCustomers();
    for (const kind of ["customer", "subscription", "subaccount"] as const)
      await this.#restore(kind, this.#options.resources[kind]);
  }

  /** What the user has named gets its values back, and is listed unless it is as it was before the run. */
  async #restore(kind: string, id: string | undefined): Promise<void> {
    const read = this.#operation(`${kind}s.get`);
    const before = this.#resolver.shown(read.id);
    if (id === undefined || !this.#options.write || before === undefined) return;
    const reading = request(read, "to see whether it is as it was");
    const compare = async () => {
      const { status = 0, body } = (await this.#sendPlanned(reading)) ?? {};
      const isSame = isDeepStrictEqual(lasting(body), lasting(before));
      const state = isSuccess(status) ? "changed" : `could not be read (${status})`;
      if (isSame) this.#changed.delete(id);
      else this.#changed.set(id, { operationId: `${kind}s.update`, id, state });
      return isSame;
    };
    if (await compare()) return;
    const restoring = this.#options.planned.find(
      ({ operation, isControl }) => operation.id === `${kind}s.update` && isControl,
    );
    if (restoring && (await this.#sendPlanned(restoring))) await compare();
  }

  /** Nothing undoes some things, and the service may refuse to refund a payment. */
  async #undo(made: Made): Promise<void> {
    const { undoneBy } = EFFECTS[made.operationId] ?? {};
    if (!undoneBy) return;
    const body = undoneBy === "payments.refund" ? { transactionId: made.id } : undefined;
    const { status } = await this.#send(undoneBy, "to clean up", made, body);
    if (isSuccess(status)) made.state = UNDONE;
  }

  /** Each payment makes a customer of its buyer, who stays. */
  async #listCustomers(): Promise<void> {
    let status = await this.#findCustomers();
    if (isSuccess(status) && this.#buyers.size > 0) {
      await sleep(LATENESS);
      status = await this.#findCustomers();
    }
    const unseen = isSuccess(status) ? "not shown" : `could not be read (${status})`;
    for (const email of this.#buyers) this.#noteCustomer(email, "", unseen);
  }

  /** Looks for new customers on the pages of their list. Returns the status of the last one. */
  async #findCustomers(): Promise<number> {
    const list = this.#operation("customers.list");
    const planned = request(list, "to see who stays");
    const seen = new Set<unknown>();
    let last = 200;
    for (let page = 1; this.#buyers.size > 0 && page <= MAX_PAGES; page++) {
      const query = { limit: "100", page: `${page}` };
      const { status, body } = await this.#exchange(planned, { query });
      last = status;
      const found = [valueAt(body, "/data")].flat().filter(isObject);
      if (!isSuccess(status) || found.every(({ id }) => seen.has(id))) break;
      for (const each of found) {
        seen.add(each.id);
        if (this.#buyers.has(`${each.email}`))
          this.#noteCustomer(`${each.email}`, `${each.id}`, statusOf(each, list, body));
      }
    }
    return last;
  }

  #noteCustomer(email: string, id: string, state: string): void {
    this.#buyers.delete(email);
    this.#made.push({ operationId: "payments.create", id, state: `a customer, ${state}` });
  }

  /** Reads something that the run made, and notes what the service shows of it. */
  async #read(made: Made): Promise<void> {
    const { shownBy = "" } = EFFECTS[made.operationId] ?? {};
    const { status, body } = await this.#send(shownBy, "to see what became of it", made);
    const found = isSuccess(status) ? withId(body, made.id) : undefined;
    if (found) made.state = statusOf(found, this.#operation(shownBy), body);
    else if (made.state === UNDONE && (isSuccess(status) || status === 404)) made.state = "removed";
    else made.state = isSuccess(status) ? "not shown" : `could not be read (${status})`;
  }

  async #send(operationId: string, purpose: string, made: Made, body?: unknown) {
    const operation = this.#operation(operationId);
    const path = pathValues(operation, (parameter) =>
      parameter.at("schema", "x-refers-to").value === "subscription"
        ? `${this.#options.resources.subscription}`
        : made.id,
    );
    const { subaccountId } = made;
    return await this.#exchange(request(operation, purpose), { path, body, subaccountId });
  }

  #operation(id: string): Operation {
    const operation = this.#verification.knowledge.operations.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  }

  #whyNot({ pointer, check }: CheckedAssumption): string {
    const skipped = this.#skipped.get(pointer);
    if (skipped !== undefined) return skipped;
    if (check?.by === "traffic") return "only recorded traffic shows it: see --har";
    if (check?.by === "write" && !this.#options.write) return "it needs --write";
    return "no response showed it";
  }
}

/** Whether a request reads a resource that does not exist. */
function isUnknownRead({ operation, expect, path }: PlannedRequest): boolean {
  const isUnknown = expect?.cause === "unknown-id";
  const isOne = !isList(operation) && Object.keys(path).length > 0;
  return isUnknown && isOne && httpMethodOf(operation) === "GET";
}

/** The status of something in a body, if it has one that the contract lists. */
function statusOf({ status, statusId }: JsonObject, operation: Operation, body: unknown): string {
  const word = status ?? statusId;
  if (!isString(word)) return "left";
  const { visits } = matchSchema(successSchema(operation), body);
  const shown = visits.findLast(({ at, value }) => value === word && /\/status(Id)?$/.test(at));
  return shown && describeValue(shown.schema, word) === word ? word : "another status";
}

/** The object in a body that has an id. */
function withId(body: unknown, id: string): JsonObject | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (isObject(body) && `${body.id}` === id) return body;
  for (const value of Object.values(body)) {
    const found = withId(value, id);
    if (found) return found;
  }
  return undefined;
}

const REFUSALS = { keys: [400, 401, 403, 422], token: [401] };

/** @throws {ServiceUnusable} if this is not the service, or if it refuses the credentials. */
function assertAnswers(
  { status, body, isTooLong }: HttpResponse,
  what: keyof typeof REFUSALS,
): void {
  if (REFUSALS[what].includes(status) && (body !== undefined || what === "token"))
    throw new ServiceUnusable(refused(what, status));
  if (body === undefined && !isTooLong) throw new ServiceUnusable(notTheService(status));
}

function refused(what: keyof typeof REFUSALS, status: number): string {
  return `the service refuses the ${what} (${status})`;
}

/** What a resource keeps while nobody changes it. */
function lasting(body: unknown): unknown {
  return { ...Object(valueAt(body, "/data")), updatedAt: undefined };
}

function notTheService(status: number): string {
  return `the response (${status}) is not the service's; is this its address?`;
}
