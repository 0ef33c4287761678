import { catchUp } from "../business/agenda.ts";
import { Context } from "../context.ts";
import type { Answer, Call } from "../handler.ts";
import { HttpRefusal, KnownRefusal } from "../refusal.ts";
import { masked, RequestLog } from "../request-log.ts";
import type { Company } from "../store/records.ts";
import type { Data, Store } from "../store/store.ts";
import type { Surroundings } from "../surroundings.ts";
import { authenticate } from "./authentication.ts";
import {
  type AnyOperation,
  type CompanyEndpoint,
  type Endpoint,
  endpoints,
  type OpenEndpoint,
} from "./endpoints.ts";
import { readInput } from "./input.ts";
import { failure, type Refused, refused } from "./refused.ts";
import { decodedPath, parseBody, parseQuery, shownPath } from "./request.ts";
import { createRouter } from "./router.ts";
import type { Route } from "./routes.ts";

/** A request as it arrived. */
export interface Arrived {
  method: string;
  path: string;
  /** What stands after the question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface Sent {
  status: number;
  body: object;
  headers?: Record<string, string>;
  /** Why it was refused; none where it was not. */
  reasons?: string[];
}

/** What is known of a request, as far as it got. */
interface Progress {
  endpoint?: Endpoint;
  company?: Company;
  query?: Record<string, string>;
  body?: unknown;
}

type Run = (call: Call<AnyOperation>) => Promise<Answer<AnyOperation>>;

/** Told of a defect of the sandbox, by the id that the answer has too. */
export type Report = (id: string, error: unknown) => void;

/** Answers requests: from HTTP to the domain and back. */
export class Answerer {
  readonly #store: Store;
  readonly #surroundings: Surroundings;
  readonly #report: Report;
  readonly #find = createRouter(endpoints());
  readonly #logs = new Map<string, RequestLog>();

  constructor(store: Store, surroundings: Surroundings, report: Report) {
    this.#store = store;
    this.#surroundings = surroundings;
    this.#report = report;
  }

  async answer(arrived: Arrived): Promise<Sent> {
    const progress: Progress = {};
    const sent = await this.#serve(arrived, progress).catch(
      (error) => refused(error, progress.endpoint) ?? this.#admitDefect(error, progress.endpoint),
    );
    if (progress.company) this.#remember(arrived, progress, sent);
    return sent;
  }

  async #serve(arrived: Arrived, progress: Progress): Promise<Sent> {
    const { endpoint, path } = this.#locate(arrived);
    progress.endpoint = endpoint;
    const run =
      "open" in endpoint ? this.#open(endpoint) : await this.#admit(endpoint, arrived, progress);
    const { headers } = arrived;
    progress.query = parseQuery(arrived.query, namesOf(endpoint));
    // What an operation does not take is ignored, and a body is no exception.
    if (endpoint.body) progress.body = parseBody(headers, arrived.body);
    const { query, body } = progress;
    const input = readInput(endpoint, { path, query, headers, body }, endpoint.validators);
    const [example] = Object.values(endpoint.examples);
    return complete(endpoint, await run({ ...input, example } as Call<AnyOperation>));
  }

  #locate({ method, path }: Arrived): { endpoint: Endpoint; path: Record<string, string> } {
    const match = this.#find(decodedPath(path));
    if (!match)
      throw new HttpRefusal(
        404,
        `No operation has this path${/\/\/|.\/$/.test(path) ? ": it has a slash too many" : ""}.`,
      );
    const endpoint = match.methods.get(method);
    if (endpoint) return { endpoint, path: match.parameters };
    const allow = [...match.methods.keys()].join(", ");
    throw new HttpRefusal(405, `This path takes ${allow}.`, { allow });
  }

  #open({ open }: OpenEndpoint): Run {
    const surroundings = this.#surroundings;
    return (call) => this.#store.transaction((data) => open({ data, surroundings }, call));
  }

  /** Whoever may not come in learns nothing of what is wrong with the rest of the request. */
  async #admit(endpoint: CompanyEndpoint, arrived: Arrived, progress: Progress): Promise<Run> {
    const { authorization } = arrived.headers;
    const company = await this.#store.read((data) =>
      authenticate(authorization, data, this.#surroundings),
    );
    progress.company = company;
    if (endpoint.needsPermission && !company.authorized) throw new KnownRefusal("NotAuthorized");
    const work = endpoint.method === "GET" ? "read" : "transaction";
    return async (call) => {
      await this.#catchUp(company.id);
      return this.#store[work](async (data) => {
        const context = await this.#contextOf(company.id, data);
        const answer = await endpoint.handle(context, call);
        await context.save();
        return answer;
      });
    };
  }

  /** What has fallen due since the last call is done before anything is read or changed. */
  async #catchUp(companyId: string): Promise<void> {
    const isDue = await this.#store.read(async (data) => {
      const { data: own, now } = await this.#contextOf(companyId, data);
      return ((await own.agenda.next()) ?? Number.POSITIVE_INFINITY) <= now;
    });
    if (!isDue) return;
    await this.#store.transaction(async (data) => {
      const context = await this.#contextOf(companyId, data);
      await catchUp(context, context.now);
      await context.save();
    });
  }

  /** Read anew for each piece of work: another call may have moved the company's clock. */
  async #contextOf(companyId: string, data: Data): Promise<Context> {
    const company = await data.companies.get(companyId);
    if (!company) throw new Error(`The company ${companyId} has gone.`);
    return new Context(company, data, this.#surroundings, this.#logOf(companyId));
  }

  #logOf(companyId: string): RequestLog {
    const log = this.#logs.get(companyId) ?? new RequestLog();
    this.#logs.set(companyId, log);
    return log;
  }

  #remember({ method, path }: Arrived, progress: Progress, { status, reasons = [] }: Sent): void {
    const { endpoint, company, query = {}, body } = progress;
    if (!company) return;
    this.#logOf(company.id).add({
      at: new Date(this.#surroundings.timeOf(company)).toISOString(),
      ...{ method, path: shownPath(path), status, reasons },
      operationId: endpoint?.id ?? null,
      query: masked(query) as Record<string, unknown>,
      body: masked(body),
    });
  }

  #admitDefect(error: unknown, endpoint: Endpoint | undefined): Refused {
    const id = crypto.randomUUID();
    this.#report(id, error);
    const reasons = [`a defect, ${id}`];
    return { ...failure(endpoint), headers: { "x-defect-id": id }, reasons };
  }
}

function namesOf({ parameters }: Route): string[] {
  return parameters.map(({ name }) => name);
}

/** The message of an answer is that of the contract's example. */
function complete({ examples }: Route, { like, ...answer }: Answer<AnyOperation>): Sent {
  const example = like === undefined ? Object.values(examples)[0] : examples[like];
  return { status: 200, body: { ...answer, message: example?.message ?? null } };
}
