import { randomUUID } from "node:crypto";
import { type Cursor, isObject, isString, type JsonObject } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  isPublic,
  jsonContent,
  type Operation,
  operations,
} from "../../contract/operations.ts";
import { isLoopback } from "../../http-server/listen-address.ts";
import type { CheckedAssumption, TestCard } from "../assumptions.ts";
import { isAccepted } from "../checks/request-body.ts";
import type { Exchange, Expectation } from "../exchange.ts";
import { valueAt } from "../json-pointer.ts";
import { matchSchema } from "../match-schema.ts";
import { pathValues, planReads, request } from "../plan/plan-reads.ts";
import { planWrites } from "../plan/plan-writes.ts";
import { type PlannedRequest, type Reference, resolveReferences } from "../plan/planned-request.ts";
import { type Result, Verification } from "../verification.ts";
import {
  type HttpResponse,
  NotSent,
  ServiceConnection,
  ServiceUnusable,
} from "./service-connection.ts";

export type Credentials = { token: string } | { publicKey: string; privateKey: string };

export interface VerifyOptions {
  url: string;
  credentials: Credentials;
  contract: Cursor;
  checks: JsonObject;
  write: boolean;
  /** Resources that may be used, and changed if `write` is set, by what they are. */
  resources: Readonly<Partial<Record<"customer" | "subscription" | "subaccount", string>>>;
  /** The numbers of the service's own test cards. By default, those of the contract's examples. */
  testCards?: Partial<Record<TestCard, string>>;
  requestsPerSecond: number;
  signal: AbortSignal;
  /** Called before each request. */
  onRequest?(planned: PlannedRequest, done: number, of: number): void;
}

/** Something that the run has made. */
export interface MadeResource {
  operationId: string;
  id: string;
  /** What became of it. */
  state: "left" | "removed" | "refunded" | "unknown";
}

export interface ServiceResult extends Result {
  made: MadeResource[];
  /** Why the run ended early. */
  stopped?: string;
}

/** What a run of these options sends, in its order. */
export function planRequests({
  contract,
  checks,
  write,
}: Pick<VerifyOptions, "contract" | "checks" | "write">): PlannedRequest[] {
  const reads = planReads(contract);
  const first = [...reads.unknownIds, ...reads.data];
  if (!write) return [...first, ...reads.checks];
  const { knowledge } = new Verification(contract, checks);
  const writes = planWrites(knowledge);
  // What was made is read too.
  return [...first, ...writes.makes, ...reads.data, ...reads.checks, ...writes.checks];
}

/**
 * Checks the assumptions of the contract against a service.
 * @throws {ServiceUnusable} if it is none, or refuses the keys. Later, this ends the run, and the result says why.
 */
export async function verifyService(options: VerifyOptions): Promise<ServiceResult> {
  return new Run(options).run();
}

/** How to undo what an operation made. */
const UNDO: Readonly<Record<string, { operationId: string; state: MadeResource["state"] }>> = {
  "subaccounts.createPf": { operationId: "subaccounts.delete", state: "removed" },
  "subaccounts.createPj": { operationId: "subaccounts.delete", state: "removed" },
  "cards.tokenize": { operationId: "cards.delete", state: "removed" },
  "payments.create": { operationId: "payments.refund", state: "refunded" },
  "subscriptions.addSplit": { operationId: "subscriptions.removeSplit", state: "removed" },
};
/** What makes something that the service keeps. */
const MAKES = new Set([...Object.keys(UNDO), "bankAccounts.create"]);

/** A value that a request needs is not known. */
class Unresolved extends Error {}

class Run {
  readonly #options: VerifyOptions;
  readonly #connection: ServiceConnection;
  readonly #verification: Verification;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #responses = new Map<string, unknown>();
  /** The ids that responses have shown, by what they are. */
  readonly #seen = new Map<string, string>();
  readonly #made: MadeResource[] = [];
  /** Why a request was not sent, by the pointers that it is about. */
  readonly #skipped = new Map<string, string>();
  #token: string | undefined;
  /** Whether the service has answered a list, and so is one, and accepts the token. */
  #isConfirmed = false;

  constructor(options: VerifyOptions) {
    this.#options = options;
    const { url, requestsPerSecond, signal, contract, checks } = options;
    this.#connection = new ServiceConnection(url, requestsPerSecond, signal);
    this.#verification = new Verification(contract, checks);
    this.#operations = new Map(operations(contract).map((each) => [each.id, each]));
  }

  async run(): Promise<ServiceResult> {
    const stopped = await this.#sendAll();
    // Nothing more is sent to a service that is overloaded, or after an interruption: what is left is listed.
    const undone = stopped === undefined ? await this.#cleanUp() : undefined;
    const result = this.#verification.result((assumption) => this.#whyNot(assumption));
    const reason = stopped ?? undone;
    return { ...result, made: this.#made, ...(reason !== undefined && { stopped: reason }) };
  }

  async #sendAll(): Promise<string | undefined> {
    const planned = planRequests(this.#options);
    try {
      await this.#authenticate();
      for (const [index, each] of planned.entries()) {
        this.#options.onRequest?.(each, index, planned.length);
        await this.#sendPlanned(each);
      }
      return undefined;
    } catch (error) {
      if (error instanceof ServiceUnusable && this.#isConfirmed) return error.message;
      throw error;
    }
  }

  async #authenticate(): Promise<void> {
    const { credentials } = this.#options;
    if ("token" in credentials) {
      this.#token = credentials.token;
      return;
    }
    const operation = this.#operation("auth.createToken");
    const { status, body } = await this.#exchange(
      request(operation, "a token", { as: "auth.createToken.keys" }),
      {
        body: credentials,
      },
    );
    const token = valueAt(body, "/data/access_token");
    assertAnswers({ status, body }, "keys");
    if (!isString(token)) throw new ServiceUnusable(notTheService(status));
    this.#token = token;
  }

  async #sendPlanned(planned: PlannedRequest): Promise<void> {
    try {
      const { after } = planned;
      if (after !== undefined && !this.#responses.has(after))
        throw new Unresolved(`the service did not accept ${after}`);
      const writes = httpMethodOf(planned.operation) !== "GET";
      const resolve = (reference: Reference) => this.#resolve(reference, writes);
      const path = resolveReferences(planned.path, resolve) as Record<string, string>;
      const query = resolveReferences(planned.query, resolve) as Record<string, string>;
      const subaccountId = planned.subaccountId && String(resolve(planned.subaccountId));
      const body =
        planned.credentials === "wrong" ? wrongKeys() : resolveReferences(planned.body, resolve);
      const expect = planned.expect && (resolveReferences(planned.expect, resolve) as Expectation);
      await this.#exchange(planned, { path, query, body, expect, subaccountId });
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      for (const pointer of planned.about) this.#skipped.set(pointer, error.message);
    }
  }

  async #exchange(
    planned: PlannedRequest,
    values: {
      path?: Record<string, string>;
      query?: Record<string, string>;
      body?: unknown;
      expect?: Expectation | undefined;
      subaccountId?: string | undefined;
    },
  ): Promise<HttpResponse> {
    const { operation, credentials, about, purpose, as } = planned;
    const { path = {}, query = {}, body, expect, subaccountId } = values;
    const sending = this.#connection.send({
      method: httpMethodOf(operation),
      path: addressOf(operation, path, query),
      token: credentials === undefined ? this.#token : undefined,
      subaccountId,
      body,
    });
    const response = await sending.catch((error) => {
      if (!(error instanceof NotSent)) this.#noteUnknown(operation);
      throw error;
    });
    if (response.status >= 500) this.#noteUnknown(operation);
    const exchange: Exchange = {
      operation,
      path,
      query,
      requestBody: body,
      ...response,
      probe: { about, purpose, ...(expect && { expect }) },
      ...(subaccountId !== undefined && { subaccountId }),
    };
    if (!this.#isConfirmed && credentials === undefined) this.#confirm(planned, response);
    this.#verification.observe(exchange);
    if (isAccepted(exchange)) this.#remember(exchange, as);
    return response;
  }

  /** Without its response, or after a failure of the service, a request may have made something. */
  #noteUnknown({ id: operationId }: Operation): void {
    if (MAKES.has(operationId)) this.#made.push({ operationId, id: "", state: "unknown" });
  }

  /** @throws {ServiceUnusable} if this is not the service, or if it refuses the token. */
  #confirm({ operation, as }: PlannedRequest, response: HttpResponse): void {
    // A gateway may fail once.
    if (isPublic(operation) || response.status >= 500) return;
    assertAnswers(response, "token");
    // The requests before it have ids that do not exist. A list always exists.
    if (!isList(operation) || as === undefined) return;
    if (response.status === 404) throw new ServiceUnusable(notTheService(response.status));
    this.#isConfirmed = true;
  }

  #remember(exchange: Exchange, as: string | undefined): void {
    const { operation, body } = exchange;
    if (as) this.#responses.set(as, body);
    const schema = jsonContent(operation.cursor.at("responses", "200")).at("schema");
    for (const { schema: each, value } of matchSchema(schema, body).visits) {
      const kind = each.at("x-refers-to").value;
      if (isString(kind) && isString(value) && !this.#seen.has(kind)) this.#seen.set(kind, value);
    }
    const [first] = [valueAt(body, "/data")].flat();
    if (operation.id.endsWith(".list") && isObject(first) && isString(first.id))
      this.#seen.set(kindOfResource(operation), first.id);
    const id = valueAt(body, "/data/id");
    if (MAKES.has(operation.id))
      this.#made.push({ operationId: operation.id, id: `${id ?? ""}`, state: "left" });
  }

  #resolve(reference: Reference, writes: boolean): unknown {
    if ("unknown" in reference) return randomUUID();
    if ("testCard" in reference) return this.#testCard(reference);
    if ("known" in reference) return this.#known(reference.known, writes);
    if ("from" in reference) {
      if (!this.#responses.has(reference.from))
        throw new Unresolved(`the service did not accept ${reference.from}`);
      return valueAt(this.#responses.get(reference.from), reference.at) ?? undefined;
    }
    return this.#fieldOfItems(reference);
  }

  /** Which card is declined only a sandbox of ours says in the examples. */
  #testCard({ testCard, example }: { testCard: TestCard; example: string }): string {
    const given = this.#options.testCards?.[testCard];
    if (given !== undefined) return given;
    if (testCard === "accepted" || isLoopback(new URL(this.#options.url).hostname)) return example;
    throw new Unresolved("it needs the number of a test card that the service declines");
  }

  #known(kind: string, writes: boolean): string {
    const { resources } = this.#options;
    const named = (resources as Record<string, string | undefined>)[kind];
    const known = named ?? (writes ? undefined : this.#seen.get(kind));
    if (kind === "customerWithoutAddress") {
      const customer = this.#responses.get("customers.get");
      if (resources.customer && !valueAt(customer, "/data/address")) return resources.customer;
      throw new Unresolved("it needs a customer without an address: name one with --customer");
    }
    if (known !== undefined) return known;
    throw new Unresolved(
      writes || kind === "subaccount"
        ? `it needs a ${kind} that you name with --${kind}`
        : `the service has shown no ${kind}`,
    );
  }

  /** A value that an item of a list has and another has not, or that all have. */
  #fieldOfItems({ items, field }: { items: string; field: string }): string {
    const data = valueAt(this.#responses.get(items), "/data");
    const values = (Array.isArray(data) ? data : [])
      .map((item) => Object(item)[field])
      .filter((value) => isString(value) || typeof value === "number");
    const [first] = values;
    if (first === undefined) throw new Unresolved(`${items} returned no item with ${field}`);
    return `${values.find((value) => value !== first) ?? first}`;
  }

  /** Undoes what can be undone, the latest first. */
  async #cleanUp(): Promise<string | undefined> {
    try {
      for (const made of this.#made.toReversed()) await this.#undo(made);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceUnusable) return error.message;
      throw error;
    }
  }

  async #undo(made: MadeResource): Promise<void> {
    const undo = UNDO[made.operationId];
    const status = this.#verification.knowledge.statuses.get(made.id);
    const isUnpaid = undo?.state === "refunded" && status !== "SUCCEEDED";
    if (!undo || made.state !== "left" || isUnpaid) return;
    const operation = this.#operation(undo.operationId);
    const path = pathValues(operation, (parameter) =>
      parameter.at("schema", "x-refers-to").value === "subscription"
        ? `${this.#options.resources.subscription}`
        : made.id,
    );
    const body = undo.state === "refunded" ? { transactionId: made.id } : undefined;
    const planned = request(operation, "to clean up", { path, expect: { outcome: "accepted" } });
    const response = await this.#exchange(planned, { path, body });
    if (response.status === 200) made.state = undo.state;
  }

  #operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}.`);
    return operation;
  }

  #whyNot({ pointer, check }: CheckedAssumption): string {
    const skipped = this.#skipped.get(pointer);
    if (skipped !== undefined) return skipped;
    if (this.#verification.knowledge.isStateless)
      return "the service returns resources for ids that do not exist, as a mock does";
    if (check?.by === "traffic") return "only recorded traffic shows it: see --har";
    if (check?.by === "write" && !this.#options.write) return "it needs --write";
    return "no response showed it";
  }
}

const REFUSALS = { keys: [400, 401, 403, 422], token: [401] };

/** @throws {ServiceUnusable} if this is not the service, or if it refuses the credentials. */
function assertAnswers({ status, body }: HttpResponse, what: keyof typeof REFUSALS): void {
  if (body === undefined) throw new ServiceUnusable(notTheService(status));
  if (REFUSALS[what].includes(status))
    throw new ServiceUnusable(`the service refuses the ${what} (${status})`);
}

function notTheService(status: number): string {
  return `the response (${status}) is not the service's; is this its address?`;
}

function wrongKeys() {
  return { publicKey: `wrong-${randomUUID()}`, privateKey: `wrong-${randomUUID()}` };
}

function kindOfResource({ id }: Operation): string {
  return (id.split(".")[0] ?? "").replace(/s$/, "");
}

function addressOf(
  operation: Operation,
  path: Record<string, string>,
  query: Record<string, string>,
): string {
  const filled = operation.pathItem.key.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const search = new URLSearchParams(query).toString();
  return search === "" ? filled : `${filled}?${search}`;
}
