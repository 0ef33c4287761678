import { beforeAll, describe, expect, test } from "vitest";
import type { Cursor } from "../../../src/contract/cursor.ts";
import {
  carriesFile,
  httpMethodOf,
  isList,
  type Operation,
  operations,
  parameters,
  requestExamples,
} from "../../../src/contract/operations.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { complete } from "../../contract/invalid-requests.ts";
import { shownBy } from "../../mock/contract-examples.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { furnishedCompany } from "../companies/furnished-company.ts";
import { type Shop, START } from "../company-fixture.ts";
import { control, service } from "../contract-examples.ts";
import { extremeParameters, extremeTexts } from "./extreme-values.ts";

/** The engines, the model first. They share a seed and a clock, so that equal requests get equal responses. */
const engines: { name: string; sandbox: Sandbox; shop: Shop; token: string }[] = [];

/** They answer with times of the system, or with secrets, which differ. */
const OF_PEOPLE = /^(companies\.list|company\.(update|rotateKeys)|invitations\.)/;

const every = [service, control]
  .flatMap(operations)
  .filter((operation) => !OF_PEOPLE.test(`${operation.id}`) && !carriesFile(operation));
const withBody = every.filter((operation) => requestExamples(operation).length > 0);
const withParameters = every.filter((operation) => parameters(operation).length > 0);

/** What the prepared company has, by the names under which paths and bodies ask for it. */
const known: Record<string, string> = {};

/** In a body, a text that `JSON.stringify` would write otherwise. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** Each process has metrics of its own. */
const OF_THE_PROCESS = /^\/_sandbox\/metrics\b/;

const OF_THE_TIMELINE = /^\/_sandbox\/(events|requests|search)\b/;
/** The id of the last event before a test. */
let restoredAt = 0;

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
    const ids = Object.entries(has).filter(
      ([name]) => name !== "requestId" && name !== "invitationId",
    );
    if (name === "memory") for (const [id, [first = ""]] of ids) known[id] = first;
    expect(ids.map(([id, [first]]) => [id, first])).toEqual(Object.entries(known));
    engines.push({ name, sandbox, shop, token });
  }
  return async () => {
    for (const { sandbox } of engines) await sandbox.close();
    await server?.close();
  };
});

describe("all engines answer alike, and store the same, for", () => {
  test.each(withBody)("each text in the body of $id", async (operation) => {
    await restore();
    const shown = shownBy(operation).map(({ request }) => request);
    const whole = shown.map((request) => complete(request).body as object);
    // With the document of another customer, an update would change nothing.
    const ofNobody = whole.map((body) => ({ ...body, document: undefined }));
    const bodies = [...shown.map(({ body }) => body), ...ofNobody, ...whole].map(withKnown);
    const calls = Object.entries(extremeTexts).flatMap(([kind, json]) => {
      // The first of a path counts.
      const changed = new Map(bodies.toReversed().flatMap((body) => withText(body, rawJSON(json))));
      return [...changed].map(([path, body]) =>
        callOf(`${kind} at ${path}`, operation, JSON.stringify(body)),
      );
    });
    expect(await differencesOf(calls)).toEqual([]);
    const [timeline, ...others] = await timelines();
    for (const other of others) expect(other).toEqual(timeline);
    expect(await differencesOf(reads())).toEqual([]);
  });

  test.each(withParameters)("each parameter of $id", async (operation) => {
    await restore();
    const [example] = requestExamples(operation);
    const sent = example && JSON.stringify(withKnown(example.at("value").value));
    const calls = parameters(operation).flatMap((parameter) =>
      Object.entries(extremeParameters).map(([kind, value]) =>
        withParameter(
          callOf(`${kind} as ${parameter.at("name").value}`, operation, sent),
          parameter,
          value,
        ),
      ),
    );
    expect(await differencesOf(calls)).toEqual([]);
  });
});

/** Each company again as it was prepared, after all its earlier requests were recorded. */
async function restore(): Promise<void> {
  for (const { shop } of engines) {
    await shop.control.events.list();
    await shop.control.snapshots.restore(known.snapshotId ?? "");
    const [last] = (await shop.control.events.list({ limit: 1 })).data;
    restoredAt = last?.id ?? 0;
  }
}

/** What happened since the company was restored. A delivery may end before or after the next request. */
async function timelines(): Promise<string[][]> {
  return Promise.all(
    engines.map(async ({ sandbox, shop }) => {
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
      const call = callOf(operation.id, operation);
      return isList(operation) ? { ...call, path: `${call.path}?limit=100` } : call;
    });
}

/** Sends each call to each engine, and returns those that another engine answers otherwise than the first. */
async function differencesOf(calls: Call[]): Promise<unknown[]> {
  const differences: unknown[] = [];
  for (const call of calls) {
    const [model = "", ...others] = await responsesTo(call);
    for (const [index, other] of others.entries()) {
      const engine = engines[index + 1]?.name;
      if (other !== model) differences.push({ what: call.what, engine, model, other });
    }
  }
  return differences.slice(0, 3);
}

interface Call {
  /** What a difference shows of it. */
  what: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The JSON as it is sent. */
  text?: string | undefined;
}

/** The status, the headers and the body of the response of each engine, as one text. */
function responsesTo({ method, path, text, headers }: Call): Promise<string[]> {
  return Promise.all(
    engines.map(async ({ shop, token }) => {
      const response = await fetch(shop.url + path, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      });
      const warning = response.headers.get("x-sandbox-warning") ?? "";
      const answer = await response.text();
      const received = OF_THE_PROCESS.test(path) ? "" : answer;
      const shown = OF_THE_TIMELINE.test(path) ? withoutIds(received) : received;
      return `${response.status} ${warning} ${shown}`;
    }),
  );
}

/** JSON without what each request has of its own. */
function withoutIds(json: string): string {
  return json.replaceAll(
    /"(id|requestId|invitationId|expiresAt)":("[\da-f]{8}-[\da-f]{4}-4[^"]*"|"2[^"]*Z"|\d+)|"duration":[\d.]+/g,
    "",
  );
}

function callOf(what: string, operation: Operation, text?: string): Call {
  const template = operation.pathItem.key;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? name);
  return { what, method: httpMethodOf(operation), path, text };
}

function withParameter(call: Call, parameter: Cursor, value: string): Call {
  const name = `${parameter.at("name").value}`;
  switch (parameter.at("in").value) {
    case "path":
      return { ...call, path: call.path.replace(known[name] ?? name, value) };
    case "query":
      return { ...call, path: `${call.path}?${name}=${value}` };
    default:
      return { ...call, headers: { [name]: value } };
  }
}

/** A value with the company's own ids wherever it names one. */
function withKnown(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field) => known[name] ?? field);
}

/** A value with another text in place of each of its texts, in turn, by the paths of these. */
function withText(value: unknown, text: unknown, path = ""): [path: string, value: unknown][] {
  if (typeof value === "string") return [[path, text]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    withText(part, text, `${path}/${key}`).map(([at, changed]): [string, unknown] => [
      at,
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ]),
  );
}
