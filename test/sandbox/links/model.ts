import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../../../src/client/index.ts";
import { valueAt } from "../../../src/contract/json-pointer.ts";
import {
  httpMethodOf,
  nameOf,
  type Operation,
  parametersIn,
  requestSchema,
  successSchema,
} from "../../../src/contract/operations.ts";
import { fieldsIn, formsOf } from "../../../src/contract/schema-fields.ts";
import { businessRules } from "../../../src/sandbox/domain/sandbox-return-codes.ts";
import type { Transition } from "../../../src/sandbox/domain/status-transitions.ts";
import { call, optionName } from "../../client/example-calls.ts";
import { type Exchange, links, passedOn, type RequestParts } from "../../contract/links.ts";
import { expectNoViolations, type Shop } from "../company-fixture.ts";
import { operationsById } from "../contract-examples.ts";

export const all = [...operationsById.values()];

export function isControl({ pathItem }: Operation): boolean {
  return pathItem.key.startsWith("/_sandbox/");
}

export function tagOf({ id }: Operation): string {
  return id.replace(/\..*/, "");
}

/** The kind of the resource that the path of an operation names. */
export function kindOf(operation: Operation): string {
  return `${parametersIn(operation, "path")[0]?.at("schema", "x-refers-to").value ?? ""}`;
}

/** Whether an operation of the service reads one resource. */
export function isRead(operation: Operation): boolean {
  return httpMethodOf(operation) === "GET" && !isControl(operation) && kindOf(operation) !== "";
}

/** A row of `x-transitions`, from one status and with one payment method. */
interface Step {
  name: string;
  from: string | null;
  to: string;
  trigger: string;
  method: string | undefined;
}

/** The steps of a kind of resource, whose status a read shows or a control sets. */
function stepsOf(kind: string): Step[] {
  const rows = all
    .filter((operation) => kindOf(operation) === kind)
    .flatMap((each) => [successSchema(each).at("properties", "data"), requestSchema(each)])
    .flatMap((schema) => fieldsIn(formsOf(schema)).get("status") ?? [])
    .map((status) => status.at("x-transitions").value as Transition[] | undefined)
    .find(Boolean);
  return (rows ?? []).flatMap(({ from: starts, to, trigger, paymentMethods = [undefined] }) =>
    [starts].flat().flatMap((from) =>
      paymentMethods.map((method) => {
        const name = [kind, method, from, "→", to, trigger].filter(Boolean).join(" ");
        return { name, from, to, trigger, method };
      }),
    ),
  );
}

const steps = new Map(all.filter(isRead).map((read) => [kindOf(read), stepsOf(kindOf(read))]));

/** What is to be covered: each link, and each step. */
export const coverable = [...links, ...[...steps.values()].flat()].map(({ name }) => name);
export const covered = new Set<string>();

/** The return codes that refuse a step because of the status. */
const REFUSED_STEP: number[] = (
  ["StepRefused", "SubscriptionStatusRefused", "RefundNotCard", "RefundNotSucceeded"] as const
).map((rule) => businessRules[rule].returnCode);

interface Resource {
  kind: string;
  /** What was read last; undefined after its end. */
  seen: Exchange | undefined;
  readonly read: Request;
}

interface Request {
  operation: Operation;
  parts: RequestParts;
}

interface Outcome {
  status: number;
  returnCode?: number | undefined;
  response: unknown;
}

/** What is known of a company: what it has answered, and how each of its resources was at last. */
export class Model {
  readonly exchanges: Exchange[] = [];
  /** By their ids. */
  readonly resources = new Map<string, Resource>();

  /** Sends a request and reads again what it may have changed: the contract has to allow both. */
  async send(shop: Shop, request: Request): Promise<Outcome> {
    const { operation, parts } = request;
    const method = httpMethodOf(operation);
    const areThere = idsIn(parts).every((id) => this.#isThere(id));
    const outcome = await answerTo(shop, request);
    const { status, returnCode, response } = outcome;
    const isRule = status === 400 && returnCode !== undefined;
    const isDue =
      status === 200 ? areThere || method === "GET" : status === 404 ? !areThere : isRule;
    demand(isDue, "this answer was not due", operation.id, parts, outcome);
    const named = idsIn([parts, response]);
    for (const id of this.resources.keys()) {
      if (method === "DELETE" || isOfTime(operation) || named.includes(id))
        await this.#readAgain(shop, id, { request, outcome });
    }
    if (status === 200) await this.#learn(shop, { operation, ...parts, response }, operation);
    expectNoViolations();
    return outcome;
  }

  /** What is no resource of its own is a part of one. */
  #isThere(id: string): boolean {
    const own = this.resources.get(id);
    if (own) return own.seen !== undefined;
    return [...this.resources.values()].some(({ seen }) => idsIn(seen?.response).includes(id));
  }

  async #readAgain(
    shop: Shop,
    id: string,
    { request, outcome }: { request: Request; outcome: Outcome },
  ): Promise<void> {
    const resource = this.resources.get(id) as Resource;
    const { kind, read, seen } = resource;
    const { operation, parts } = request;
    const now = await answerTo(shop, read);
    const told = [operation.id, parts, outcome, kind, "was", seen?.response, "is", now];
    const isAccepted = outcome.status === 200;
    if (!seen || now.status !== 200) {
      // With a thing ends what belongs to it, but nothing that has a status. What has ended stays away.
      const ties = idsIn(steps.get(kind)?.length ? read.parts : seen);
      const ends = isAccepted && idsIn(parts).some((each) => ties.includes(each));
      const mayEnd = !seen || (ends && httpMethodOf(operation) === "DELETE");
      demand(now.status === 404 && mayEnd, "it came to no such end", ...told);
      resource.seen = undefined;
      return;
    }
    const [before, after] = [statusOf(seen.response), statusOf(now.response)];
    const wanted = parts.body?.status;
    const all = possible(kind, now.response);
    const events = all.filter(isEvent);
    const caused = all.filter(({ trigger, to }) =>
      wanted === undefined ? trigger === operation.id : to === wanted,
    );
    const isNamed = idsIn(parts).includes(id);
    const isCause = isNamed && (wanted !== undefined || caused.length > 0);
    const open = caused.filter(({ from }) => from === before);
    const taken = isAccepted ? open.filter(({ to }) => to === statusOf(outcome.response)) : [];
    const starts = isCause && isAccepted ? taken.map(({ to }) => to) : [before];
    const isChange = isAccepted && httpMethodOf(operation) !== "GET";
    // What is due follows at once: an expiration date may have passed during a suspension.
    const mayFollow = isOfTime(operation) || isNamed ? events : [];
    const due = reachable(isChange ? mayFollow : [], starts);
    demand(due.has(after), "nothing has caused this", ...told);
    const isRefusedStep = REFUSED_STEP.includes(outcome.returnCode ?? 0);
    if (isCause && !isAccepted)
      demand(isRefusedStep === (open.length === 0), "the step depends on the status", ...told);
    const passed = events.filter(({ from, to }) => from === before && to === after);
    for (const { name } of isCause ? taken : passed) covered.add(name);
    const isSame = isDeepStrictEqual(now.response, seen.response);
    const isMeant = isOfTime(operation) || idsIn([parts, outcome.response]).includes(id);
    demand(isSame || (isChange && isMeant), "this was not named", ...told);
    resource.seen = { ...seen, response: now.response };
    await this.#learn(shop, resource.seen, operation);
  }

  /** Reads each new resource to which an exchange leads, and those to which that leads. */
  async #learn(shop: Shop, exchange: Exchange, cause: Operation): Promise<void> {
    this.exchanges.push(exchange);
    for (const { name, ...read } of readsAfter(exchange)) {
      const kind = kindOf(read.operation);
      const [id = ""] = idsIn(read.parts.path);
      const known = this.resources.get(id);
      demand((known?.kind ?? kind) === kind, name, "leads to a", known?.kind, exchange);
      covered.add(name);
      if (known) continue;
      const { status, response } = await answerTo(shop, read);
      demand(status === 200, name, "leads to nothing", exchange, status, response);
      const seen = { ...read.parts, operation: read.operation, response };
      this.resources.set(id, { kind, seen, read });
      const all = possible(kind, response);
      const isNew = httpMethodOf(cause) !== "GET" && valueAt(exchange.response, "/data/id") === id;
      const first = all.filter(({ from, to, trigger }) => {
        const isCaused = isNew && (trigger === cause.id || isEvent({ trigger }));
        return from === null && to === statusOf(response) && isCaused;
      });
      const begins = all.some(({ from }) => from === null);
      const isDue = isNew ? first.length > 0 : reachable(all, [null]).has(statusOf(response));
      demand(!begins || isDue, "nothing begins so", cause.id, exchange, response);
      for (const step of first) covered.add(step.name);
      await this.#learn(shop, seen, cause);
    }
  }
}

/** What reads the resources that an exchange leads to. Controls have no links: what one creates has the read of its tag. */
function readsAfter(exchange: Exchange): (Request & { name: string })[] {
  const { operation, response, header } = exchange;
  const id = valueAt(response, "/data/id");
  if (!isControl(operation)) {
    return links
      .filter(({ from, to }) => from === operation && isRead(to))
      .map((link) => ({ ...link, operation: link.to, parts: passedOn(link, exchange) }))
      .filter(({ parts }) => idsIn(parts.path).length > 0);
  }
  return all
    .filter((read) => isRead(read) && tagOf(read) === tagOf(operation) && id !== undefined)
    .map((read) => {
      const path = Object.fromEntries(parametersIn(read, "path").map((each) => [nameOf(each), id]));
      return { name: operation.id, operation: read, parts: { path, query: {}, header } };
    });
}

/** What the client gets: it reads what the contract promises, and nothing else. */
async function answerTo(shop: Shop, { operation, parts }: Request): Promise<Outcome> {
  const { path, query, header, body } = parts;
  const ids = parametersIn(operation, "path").map((each) => path[nameOf(each)]);
  const sent = body ?? (parametersIn(operation, "query").length > 0 ? query : undefined);
  const options = Object.fromEntries(
    Object.entries(header).map(([name, value]) => [optionName(name), value]),
  );
  const args = [...ids, ...(sent ? [sent] : [])];
  const client = isControl(operation) ? shop.control : shop.centavo;
  try {
    const response = await call(client, { id: operation.id as never, args, options });
    return { status: 200, response };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: error.status, returnCode: error.returnCode, response: error.body };
  }
}

function possible(kind: string, response: unknown): Step[] {
  const own = valueAt(response, "/data/paymentMethod");
  return (steps.get(kind) ?? []).filter(({ method }) => !method || method === own);
}

/** The steps that may follow the status of a resource. */
export function nextSteps({ kind, seen }: Resource): Step[] {
  const status = statusOf(seen?.response);
  return possible(kind, seen?.response).filter(({ from }) => from === status);
}

function reachable(among: Step[], starts: (string | null)[]): Set<string | null> {
  const reached = new Set(starts);
  for (const status of reached)
    for (const { from, to } of among) if (from === status) reached.add(to);
  return reached;
}

function isOfTime({ id }: Operation): boolean {
  return id === "clock.advance";
}

/** Whether what triggers a step is no operation. */
function isEvent({ trigger }: Pick<Step, "trigger">): boolean {
  return trigger.endsWith(".");
}

function statusOf(response: unknown): string | null {
  return (valueAt(response, "/data/status") as string | undefined) ?? null;
}

function idsIn(value: unknown): string[] {
  return JSON.stringify(value)?.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [];
}

function demand(holds: boolean, ...told: unknown[]): void {
  if (!holds)
    throw new Error(
      told.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" "),
    );
}
