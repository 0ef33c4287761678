import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCentavo } from "../../../src/client/index.ts";
import type { Cursor } from "../../../src/contract/cursor.ts";
import {
  httpMethodOf,
  isList,
  type Operation,
  operations,
  parameters,
  requestExamples,
  requestSchema,
} from "../../../src/contract/operations.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { MISSING_POSTGRES, PostgresServer, programs } from "../../postgres/postgres-server.ts";
import { START } from "../clock-start-time.ts";
import { body, control, service } from "../contract-examples.ts";
import { firstDifference } from "./every-engine.ts";
import { extremeParameters, extremeTexts, noise } from "./extreme-values.ts";

/** The engines, the model first. They share a seed and a clock, so that equal requests get equal responses. */
let engines: { name: string; sandbox: Sandbox; token: string }[] = [];
let server: PostgresServer | undefined;

const every = [service, control].flatMap(operations);
const withBody = every.filter((operation) => requestExamples(operation).length > 0);
const withParameters = every.filter((operation) => parameters(operation).length > 0);

/** What the prepared company has, by the names under which paths and bodies ask for it. */
const known: Record<string, string> = {};

/** No example has it, so that buyers of the examples become customers. */
const DOCUMENT = "168.995.350-09";
const OF_THE_TIMELINE = /^\/_sandbox\/(events|requests)\b/;
/** The id of the last event before a test. */
let restoredAt = 0;
/** In a body, for a text that `JSON.stringify` would write otherwise. */
const PLACE = "the place of a text";

beforeAll(async () => {
  if (programs) server = await PostgresServer.start();
  else console.warn(`The engines were compared without PostgreSQL. ${MISSING_POSTGRES}.`);
  const addresses = {
    memory: undefined,
    SQLite: ":memory:",
    PostgreSQL: await server?.createDatabase(),
  };
  for (const [name, db] of Object.entries(addresses)) {
    if (name === "PostgreSQL" && db === undefined) continue;
    const sandbox = await startSandbox({
      ...{ clock: START, seed: "engines", publicUrl: "http://localhost:4020" },
      ...(db !== undefined && { db }),
    });
    const ids = await furnish(sandbox);
    if (name === "memory") Object.assign(known, ids);
    expect(ids).toEqual(known);
    const { data } = await createCentavo({ baseUrl: sandbox.url, ...sandbox }).auth.createToken(
      sandbox,
    );
    engines.push({ name, sandbox, token: data.access_token });
  }
});

afterAll(async () => {
  for (const { sandbox } of engines) await sandbox.close();
  engines = [];
  await server?.close();
});

describe("all engines answer alike, and store the same, for", () => {
  test.each(withBody)("each text in the body of $id", async (operation) => {
    await restore();
    const examples = requestExamples(operation).map((example) =>
      withKnown(example.at("value").value),
    );
    const calls = textPaths(requestSchema(operation)).flatMap((path) => {
      const example = examples.find((each) => hasParent(each, path)) ?? examples[0];
      return Object.entries(extremeTexts).map(([kind, json]) => ({
        what: `${kind} in ${path.join(".")}`,
        ...callOf(operation, withText(example, path, json)),
      }));
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
      Object.entries(extremeParameters).map(([kind, value]) => ({
        what: `${kind} as ${parameter.at("name").value}`,
        ...withParameter(callOf(operation, sent), parameter, value),
      })),
    );
    expect(await differencesOf(calls)).toEqual([]);
  });

  test("a subscription by its title", async () => {
    await restore();
    const titles = [...Object.values(extremeTexts), JSON.stringify(noise(1000))];
    const create = every.find(({ id }) => id === "subscriptions.create") as Operation;
    const example = withKnown(body("subscriptions.create", "twelveCycles"));
    const creations = titles.map((title) => ({
      what: `the creation of ${title.slice(0, 20)}`,
      ...callOf(create, withText(example, ["title"], title)),
    }));
    expect(await differencesOf(creations)).toEqual([]);
    // A query can say each text but half a surrogate pair, and none that is longer than a header.
    const queries = titles
      .map((title): string => JSON.parse(title))
      .filter((title) => title.isWellFormed() && title.length < 2000)
      .map((title) => ({
        what: `the search for ${title.slice(0, 20)}`,
        ...{ method: "GET", path: `/subscriptions?title=${encodeURIComponent(title)}` },
      }));
    expect(await differencesOf(queries)).toEqual([]);
    for (const { path } of queries) {
      const [response = ""] = await responsesTo({ method: "GET", path });
      expect(response).toMatch(/"total":1,/);
    }
  });

  test("a body that is no JSON in UTF-8", async () => {
    const bytes = [
      '"\xff"',
      '{"firstName":"\xed\xa0\xbd"}',
      "\xef\xbb\xbf{}",
      '{"a":"\0"}',
      "\xfe\xff\0{",
    ];
    const calls = withBody.flatMap((operation) =>
      bytes.map((text) => ({
        what: `${JSON.stringify(text)} to ${operation.id}`,
        ...callOf(operation, Buffer.from(text, "latin1")),
      })),
    );
    expect(await differencesOf(calls)).toEqual([]);
  });
});

/** Each company again as it was prepared, after all its earlier requests were recorded. */
async function restore(): Promise<void> {
  for (const { sandbox } of engines) {
    await sandbox.control.events.list();
    await sandbox.control.snapshots.restore(known.snapshotId ?? "");
    const [last] = (await sandbox.control.events.list({ limit: 1 })).data;
    restoredAt = last?.id ?? 0;
  }
}

/** What happened since the company was restored. A delivery may end before or after the next request. */
async function timelines(): Promise<string[][]> {
  return Promise.all(
    engines.map(async ({ sandbox }) => {
      await sandbox.settled();
      const events = sandbox.control.events.list({ after: restoredAt, limit: 100 });
      return (await Array.fromAsync(events))
        .map((event) => withoutIds(JSON.stringify(event)))
        .sort();
    }),
  );
}

/** All that a company has. */
function reads(): (Call & { what: string })[] {
  return every
    .filter(({ id, cursor }) => cursor.key === "get" && id !== "events.list")
    .map((operation) => {
      const call = callOf(operation);
      const query = isList(operation) ? "?limit=100" : "";
      return { what: operation.id, ...call, path: `${call.path}${query}` };
    });
}

/** Sends each call to each engine, and returns those that another engine answers otherwise than the first. */
async function differencesOf(calls: (Call & { what: string })[]): Promise<unknown[]> {
  const differences: unknown[] = [];
  for (const { what, ...call } of calls) {
    const [model = "", ...others] = await responsesTo(call);
    for (const [index, other] of others.entries()) {
      if (other === model) continue;
      const engine = engines[index + 1]?.name;
      differences.push({ what, ...firstDifference(model, other), engine });
    }
  }
  return differences.slice(0, 10);
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** The JSON as it is sent. */
  text?: string | Buffer | undefined;
}

/** The status, the headers and the body of the response of each engine, as one text. */
function responsesTo({ method, path, text, headers }: Call): Promise<string[]> {
  return Promise.all(
    engines.map(async ({ sandbox, token }) => {
      const response = await fetch(sandbox.url + path, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...headers,
        },
        ...(text !== undefined && { body: new Uint8Array(Buffer.from(text as string)) }),
      });
      const warning = response.headers.get("x-sandbox-warning") ?? "";
      const received = await response.text();
      const shown = OF_THE_TIMELINE.test(path) ? withoutIds(received) : received;
      return `${response.status} ${warning} ${shown}`;
    }),
  );
}

/** JSON without what each request has of its own. */
function withoutIds(json: string): string {
  return json.replaceAll(
    /"(id|requestId)":("[\da-f]{8}-[\da-f]{4}-4[^"]*"|\d+)|"duration":[\d.]+/g,
    "",
  );
}

/** Prepares a company, and returns what it has by the names under which paths and bodies ask for it. */
async function furnish(sandbox: Sandbox): Promise<Record<string, string>> {
  const { control } = sandbox;
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const { id: customerId } = (
    await control.customers.create(body("customers.create", "customer", { document: DOCUMENT }))
  ).data;
  const { id: cardId } = (
    await centavo.cards.tokenize(body("cards.tokenize", "card", { customerId }))
  ).data;
  const { id: subaccountId } = (
    await centavo.subaccounts.createPf(body("subaccounts.createPf", "pf"))
  ).data;
  await control.subaccounts.setStatus(subaccountId, { status: "APPROVED" });
  const splits = [{ subaccountId, splitPercentage: 12.5 }];
  const { id: paymentId } = (
    await centavo.payments.create(body("payments.create", "cardWithSplits", { splits }))
  ).data;
  const { id: pix } = (await centavo.payments.create(body("payments.create", "pix"))).data;
  await control.payments.setStatus(pix, { status: "PAID" });
  const { id: subscriptionId } = (
    await control.subscriptions.create(
      body("subscriptions.create", "twelveCycles", { customerId, cardId }),
    )
  ).data;
  const { id: withdrawalId } = (
    await control.withdrawals.create(body("withdrawals.create", "pix", { amount: 1 }))
  ).data;
  await sandbox.settled();
  const { eventId = "" } = (await control.postbacks.list()).data[0] ?? {};
  const { snapshotId } = (await control.snapshots.create()).data;
  return {
    ...{ customerId, cardId, tokenizedCardId: cardId, subaccountId, paymentId, subscriptionId },
    ...{ transactionId: paymentId, withdrawalId, eventId, snapshotId, resourceId: paymentId },
  };
}

function callOf({ pathItem, ...operation }: Operation, text?: string | Buffer): Call {
  const path = pathItem.key.replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? name);
  return { method: httpMethodOf(operation), path, text };
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

function hasParent(value: unknown, path: readonly string[]): boolean {
  const parents = path.slice(0, -1);
  return parents.reduce((part, key) => (part as never)?.[key], value) !== undefined;
}

/** A value with the company's own ids wherever it names one. */
function withKnown(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field) => known[name] ?? field);
}

/** The JSON of a value with another text at a path, or undefined where the path leads to nothing. */
function withText(value: unknown, path: readonly string[], json: string): string {
  const copy = structuredClone(value);
  const parent = path.slice(0, -1).reduce((part: unknown, key) => {
    const object = part as Record<string, unknown>;
    object[key] ??= {};
    return object[key];
  }, copy);
  (parent as Record<string, unknown>)[path.at(-1) ?? ""] = PLACE;
  return JSON.stringify(copy).replace(`"${PLACE}"`, () => json);
}

/** The paths to all fields of a schema that may be texts, in all its alternatives. */
function textPaths(schema: Cursor, path: readonly string[] = []): string[][] {
  const ofAlternatives = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
    schema
      .at(keyword)
      .members()
      .flatMap((part) => textPaths(part, path)),
  );
  const ofFields = schema
    .at("properties")
    .members()
    .flatMap((field) => textPaths(field, [...path, field.key]));
  const items = schema.at("items");
  const all = [
    ...([schema.at("type").value].flat().includes("string") ? [[...path]] : []),
    ...ofAlternatives,
    ...ofFields,
    ...(items.exists ? textPaths(items, [...path, "0"]) : []),
  ];
  return [...new Map(all.map((each) => [each.join("."), each])).values()];
}
