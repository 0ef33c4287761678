import { beforeAll, expect, test } from "vitest";
import {
  carriesFile,
  httpMethodOf,
  isList,
  type Operation,
  operations,
  nameOf as parameterName,
  parametersIn,
} from "../../../src/contract/operations.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox-node/index.ts";
import {
  complete,
  type Mutation,
  mutated,
  mutationsOf,
  nameOf,
} from "../../contract/broken-requests.ts";
import { type Request, shownBy } from "../../mock/requests-from-examples.ts";
import { targetOf } from "../../mock/send-request.ts";
import { isNightly } from "../../nightly.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { furnishedCompany } from "../companies/furnished-company.ts";
import { type Shop, START } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";
import { violationsOf } from "../validate-response.ts";

/** The engines, the model first. They share a seed and a clock, so that equal requests get equal responses. */
const engines: Engine[] = [];

interface Engine {
  name: string;
  sandbox: Sandbox;
  shop: Shop;
  token: string;
  /** The id of the last event before a test. */
  restoredAt: number;
}

/** They answer with times of the system, or with secrets, which differ. */
const OF_PEOPLE = /^(companies\.list|company\.(update|rotateKeys)|invitations\.)/;

/** They can be done again and again. After another operation that changes something, the company is restored. */
const REPEATABLE = /\.(create|tokenize|addSplit|update|set$|setStatus|reportAttempt)/;

/** It deletes a company that is in use. */
const LOCKS_OUT = "companies.delete";
const CLAIM = "listener.claim";

const every = [service, control]
  .flatMap(operations)
  .filter((operation) => !OF_PEOPLE.test(operation.id) && !carriesFile(operation))
  // A listener keeps its claim for seconds, in which nothing else is delivered.
  .toSorted((one, other) => Number(one.id === CLAIM) - Number(other.id === CLAIM));

/** How many requests with two extremes are sent to an operation. */
const PAIRS = isNightly ? 200 : 10;

/** What the prepared company has, by the names under which paths and bodies ask for it. */
const known: Record<string, string[]> = {};
const firstKnown = (name: string) => known[name]?.[0];

/** The operations that answered with a 2xx. */
const done = new Set<string>();

const OF_THE_TIMELINE = /^\/_sandbox\/(events|requests|search)\b/;

beforeAll(async () => {
  const server = programs ? await PostgresServer.start() : undefined;
  if (!server) console.warn(`The engines were compared without PostgreSQL. ${MISSING_POSTGRES}.`);
  const addresses = new Map<string, string | undefined>([
    ["memory", undefined],
    ["SQLite", ":memory:"],
  ]);
  if (server) addresses.set("PostgreSQL", await server.createDatabase());
  for (const [name, db] of addresses) {
    const sandbox = await startSandbox({
      clock: START,
      seed: "engines",
      publicUrl: "http://localhost:4020",
      ...(db !== undefined && { db }),
    });
    const { shop, token, has } = await furnishedCompany(sandbox, "Ana");
    const { requestId: _, invitationId: __, ...ids } = has;
    const { publicKey, privateKey } = shop.keys;
    const all = {
      ...ids,
      ...{ publicKey: [publicKey], privateKey: [privateKey] },
      // Nobody listens there, which the sandbox finds out at once.
      postbackUrl: ["http://127.0.0.1:9/"],
    };
    if (name === "memory") Object.assign(known, all);
    expect(all).toEqual(known);
    engines.push({ name, sandbox, shop, token, restoredAt: 0 });
  }
  return async () => {
    for (const { sandbox } of engines) await sandbox.close();
    await server?.close();
  };
});

test.each(every)(
  "all engines answer alike, as the contract says, and store the same: $id",
  async (operation) => {
    const calls = [...withOneExtreme(operation), ...withTwoExtremes(operation)];
    expect(await problemsOf(operation, calls)).toEqual([]);
  },
);

test("each operation was done, not only refused", () => {
  const missing = every.filter(({ id }) => !done.has(id) && id !== LOCKS_OUT).map(({ id }) => id);
  expect(missing).toEqual([]);
});

/**
 * Each company again as it was prepared, after all its earlier requests and deliveries were recorded: a restore drops a
 * delivery in progress, so one engine would have an event more than another.
 */
async function restore(): Promise<void> {
  for (const engine of engines) {
    const { sandbox, shop } = engine;
    await sandbox.settled();
    await shop.control.events.list();
    await shop.control.snapshots.restore(firstKnown("snapshotId") ?? "");
    const [last] = (await shop.control.events.list({ limit: 1 })).data;
    engine.restoredAt = last?.id ?? 0;
  }
}

/** What happened since the company was restored. A delivery may end before or after the next request. */
async function timelines(): Promise<string[][]> {
  return Promise.all(
    engines.map(async ({ sandbox, shop, restoredAt }) => {
      await sandbox.settled();
      const events = shop.control.events.list({ after: restoredAt, limit: 100 });
      return (await Array.fromAsync(events))
        .map((event) => withoutIds(JSON.stringify(event)))
        .sort();
    }),
  );
}

/** All that a company has. */
function reads(): Call[] {
  return every
    .filter(({ id, cursor }) => cursor.key === "get" && id !== "events.list")
    .map((operation) => {
      const query: Record<string, string> = isList(operation) ? { limit: "100" } : {};
      const [path = {}] = pathsOf(operation);
      return callOf(operation.id, { operation, path, query, headers: {} });
    });
}

/** The requests that the contract shows, as they are, and with all that they may have. */
function basesOf(operation: Operation): Request[] {
  const shown = shownBy(operation).map(({ request }) => ({ ...request, query: {}, headers: {} }));
  const whole = shown.map(complete);
  // With the document of another customer, an update would change nothing.
  const ofNobody = whole.map((request) => ({
    ...request,
    body: { ...Object(request.body), document: undefined },
  }));
  const bases: Request[] = shown[0]?.body ? [...shown, ...ofNobody, ...whole] : shown.slice(0, 1);
  return bases.flatMap((request) =>
    pathsOf(operation).map((path) => ({ ...request, path, body: withKnown(request.body) })),
  );
}

/** The path parameters of an operation, once for each resource that the first of them can name. */
function pathsOf(operation: Operation): Record<string, string>[] {
  const [name = "", ...others] = parametersIn(operation, "path").map(parameterName);
  const rest = Object.fromEntries(others.map((other) => [other, firstKnown(other) ?? other]));
  return (known[name] ?? [name]).map((id) => ({ ...rest, [name]: id }));
}

/** The requests as the contract shows them, and with each extreme of each field and parameter. */
function withOneExtreme(operation: Operation): Call[] {
  const calls = new Map<string, Call>();
  for (const base of basesOf(operation)) {
    const shown = callOf("as the contract shows it", base);
    calls.set(JSON.stringify(shown), shown);
    for (const extreme of mutationsOf(base)) {
      const call = callOf(nameOf(extreme), mutated(base, extreme));
      // By day, only the first request that the contract shows gets an extreme of a field that several have.
      const key = isNightly ? JSON.stringify(call) : call.what;
      if (!calls.has(key)) calls.set(key, call);
    }
  }
  return [...calls.values()];
}

/** Some of the requests with two extremes, in different places. */
function withTwoExtremes(operation: Operation): Call[] {
  const pairs = basesOf(operation).flatMap((base) =>
    pairsOf(mutationsOf(base)).map((pair) => ({ base, pair })),
  );
  const step = Math.ceil(pairs.length / PAIRS);
  return pairs
    .filter((_, index) => index % step === 0)
    .map(({ base, pair }) => callOf(pair.map(nameOf).join(", "), pair.reduce(mutated, base)));
}

function pairsOf(extremes: Mutation[]): [Mutation, Mutation][] {
  return extremes.flatMap((one, index) =>
    extremes
      .slice(index + 1)
      .filter(({ where, path }) => where !== one.where || `${path}` !== `${one.path}`)
      .map((other): [Mutation, Mutation] => [one, other]),
  );
}

/** Sends calls to each engine, and returns what one of them answers or stores otherwise than the first one. */
async function problemsOf(operation: Operation, calls: Call[]): Promise<unknown[]> {
  const isRead = operation.cursor.key === "get";
  const problems: unknown[] = [];
  await restore();
  for (const call of calls) {
    const { status, problems: found } = await problemsOfCall(call);
    problems.push(...found);
    if (status >= 300) continue;
    const isFirst = !done.has(operation.id);
    done.add(operation.id);
    if (isRead || REPEATABLE.test(operation.id)) continue;
    // All that the company has is read again, which by day one such call of an operation has to be enough for.
    if (isNightly || isFirst) problems.push(...(await problemsOfState()));
    await restore();
  }
  if (!isRead) problems.push(...(await problemsOfState()));
  return problems.slice(0, 3);
}

async function problemsOfState(): Promise<unknown[]> {
  const [model = [], ...others] = await timelines();
  const problems: unknown[] = others.flatMap((other, index) =>
    `${other}` === `${model}` ? [] : [{ engine: engines[index + 1]?.name, model, other }],
  );
  for (const call of reads()) problems.push(...(await problemsOfCall(call)).problems);
  return problems;
}

async function problemsOfCall(call: Call): Promise<{ status: number; problems: unknown[] }> {
  const { what } = call;
  const answers = await Promise.all(engines.map((engine) => answerOf(engine, call)));
  const [model, ...others] = answers as [Answer, ...Answer[]];
  const different = others.filter(({ shown }) => shown !== model.shown);
  const { status, violations } = model;
  return {
    status,
    problems: [
      ...different.map(({ engine, shown }) => ({ what, engine, model: model.shown, other: shown })),
      ...violations.map((violation) => ({ what, violation })),
    ],
  };
}

interface Call {
  /** What a difference shows of it. */
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The JSON as it is sent. */
  text: string | undefined;
}

interface Answer {
  engine: string;
  status: number;
  /** The status, the warning and the body as one text, without what differs for each request. */
  shown: string;
  /** How it differs from the contract. */
  violations: string[];
}

async function answerOf({ name, shop, token }: Engine, call: Call): Promise<Answer> {
  const { method, path, text, headers } = call;
  const url = shop.url + path;
  const response = await fetch(url, {
    method,
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  });
  const { status } = response;
  const warning = response.headers.get("x-sandbox-warning") ?? "";
  const answer = await response.text();
  const shown = OF_THE_TIMELINE.test(path) ? withoutIds(answer) : answer;
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const violations = isJson ? violationsOf(method, url, status, JSON.parse(answer)) : [];
  return {
    engine: name,
    status,
    shown: `${status} ${warning} ${shown}`,
    violations: status >= 500 ? [`It failed with ${status}.`] : violations,
  };
}

/**
 * JSON of a timeline without what each request has of its own. Its totals count the latest 10,000 events, of which one more
 * or less may be a delivery.
 */
function withoutIds(json: string): string {
  return json.replaceAll(
    /"(id|requestId|invitationId|expiresAt)":("[\da-f]{8}-[\da-f]{4}-4[^"]*"|"2[^"]*Z"|\d+)|"(duration|total|totalPages)":[\d.]+/g,
    "",
  );
}

/** The call of a request. */
function callOf(what: string, request: Request): Call {
  return {
    what,
    method: httpMethodOf(request.operation).toUpperCase(),
    path: targetOf(request),
    headers: request.headers,
    text: JSON.stringify(request.body),
  };
}

/** A value with the company's own ids wherever it names one. */
function withKnown(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(JSON.stringify(value), (name, field) => firstKnown(name) ?? field);
}
