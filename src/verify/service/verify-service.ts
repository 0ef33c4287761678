import { isString } from "../../contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  isPublic,
  type Operation,
  operations,
} from "../../contract/operations.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import { isAccepted, outcomeOf } from "../checks/request-body.ts";
import type { Exchange, Expectation } from "../exchange.ts";
import { valueAt } from "../json-pointer.ts";
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
export interface MadeResource {
  operationId: string;
  id: string;
  /** What became of it. */
  state: "left" | "removed" | "refunded" | "changed" | "unknown";
}

export interface ServiceResult extends Result {
  made: MadeResource[];
  /** Why the run ended early. */
  stopped?: string;
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

class Run {
  readonly #options: VerifyOptions;
  readonly #connection: ServiceConnection;
  readonly #verification: Verification;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #resolver: ReferenceResolver;
  readonly #made: MadeResource[] = [];
  /** By their ids, what has not got back its values yet. */
  readonly #changed = new Map<string, MadeResource>();
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
    this.#resolver = new ReferenceResolver(options);
    this.#operations = new Map(operations(contract).map((each) => [each.id, each]));
  }

  async run(): Promise<ServiceResult> {
    const stopped = await this.#sendAll();
    // Nothing more is sent to a service that is overloaded, or after an interruption: what is left is listed.
    const undone = stopped === undefined ? await this.#cleanUp() : undefined;
    const result = this.#verification.result((assumption) => this.#whyNot(assumption));
    const reason = stopped ?? undone;
    const made = [...this.#made, ...this.#changed.values()];
    return { ...result, made, ...(reason !== undefined && { stopped: reason }) };
  }

  async #sendAll(): Promise<string | undefined> {
    const { planned } = this.#options;
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
    const planned = request(operation, "a token", { as: "auth.createToken.keys" });
    const response = await this.#exchange(planned, { body: credentials });
    assertAnswers(response, "keys");
    const token = valueAt(response.body, "/data/access_token");
    if (!isString(token)) throw new ServiceUnusable(notTheService(response.status));
    this.#token = token;
  }

  async #sendPlanned(planned: PlannedRequest): Promise<void> {
    try {
      const { operation, path, query, subaccountId, body, expect, after } = planned;
      if (after !== undefined) this.#resolver.responseTo(after);
      const values = { path, query, subaccountId, body, expect };
      const writes = httpMethodOf(operation) !== "GET";
      await this.#exchange(planned, this.#resolver.resolve<RequestValues>(values, writes));
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      for (const pointer of planned.about) this.#skipped.set(pointer, error.message);
    }
  }

  async #exchange(
    planned: PlannedRequest,
    { path = {}, query = {}, body, expect, subaccountId }: RequestValues,
  ): Promise<HttpResponse> {
    const { operation, isAnonymous, about, purpose, as } = planned;
    const sending = this.#connection.send({
      operation,
      path,
      query,
      token: isAnonymous ? undefined : this.#token,
      subaccountId,
      body,
    });
    const response = await sending.catch((error) => {
      if (!(error instanceof NotSent)) this.#note(operation, "unknown");
      throw error;
    });
    if (response.status >= 500) this.#note(operation, "unknown");
    const exchange: Exchange = {
      operation,
      path,
      query,
      requestBody: body,
      ...response,
      probe: { about, purpose, ...(expect && { expect }) },
      ...(subaccountId !== undefined && { subaccountId }),
    };
    if (!this.#isConfirmed && !isAnonymous) this.#confirm(planned, response);
    this.#verification.observe(exchange);
    this.#noteUndone(exchange);
    if (isAccepted(exchange)) {
      this.#resolver.learn(exchange, as);
      this.#note(operation, "left", `${valueAt(response.body, "/data/id") ?? ""}`);
      this.#noteChange(planned, path);
    }
    return response;
  }

  /** Without its response, or after a failure of the service, what a request made is unknown. */
  #note({ id: operationId }: Operation, state: "left" | "unknown", id = ""): void {
    if (EFFECTS[operationId]?.undo !== undefined) this.#made.push({ operationId, id, state });
  }

  /** A check may undo something too: the run refunds a payment to see the second refund refused. */
  #noteUndone({ operation, path, requestBody, status }: Exchange): void {
    if (outcomeOf(status) !== "accepted") return;
    const ids = [...Object.values(path), valueAt(requestBody, "/transactionId")];
    for (const made of this.#made) {
      const undo = EFFECTS[made.operationId]?.undo;
      if (undo?.operationId === operation.id && ids.includes(made.id)) made.state = undo.state;
    }
  }

  /** A run that ends early lists what it has changed. */
  #noteChange({ operation, isRestoring }: PlannedRequest, path: Record<string, string>): void {
    if (httpMethodOf(operation) !== "PUT") return;
    const id = Object.values(path).join();
    if (isRestoring) this.#changed.delete(id);
    else this.#changed.set(id, { operationId: operation.id, id, state: "changed" });
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
    const undo = EFFECTS[made.operationId]?.undo;
    const status = this.#verification.knowledge.statuses.get(made.id);
    const isUnpaid = undo?.state === "refunded" && status !== "SUCCEEDED";
    // Without an id, the path would be that of all resources.
    if (!undo || made.id === "" || made.state !== "left" || isUnpaid) return;
    const operation = this.#operation(undo.operationId);
    const path = pathValues(operation, (parameter) =>
      parameter.at("schema", "x-refers-to").value === "subscription"
        ? `${this.#options.resources.subscription}`
        : made.id,
    );
    const body = undo.state === "refunded" ? { transactionId: made.id } : undefined;
    const planned = request(operation, "to clean up", { path, expect: { outcome: "accepted" } });
    await this.#exchange(planned, { path, body });
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
