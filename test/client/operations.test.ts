import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { operations } from "../../generated/operations.ts";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations as controls } from "../../generated/sandbox-control-operations.ts";
import { createClient } from "../../src/client/client.ts";
import { createCentavo, createCentavoFetch, type FetchOptions } from "../../src/client/index.ts";
import { readOptions } from "../../src/client/options.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { createCompile } from "../compile-schema.ts";
import { call, calls, callsOf, contract, type ShownCall, valuesByName } from "./example-calls.ts";
import { type Arrived, keys, serve } from "./fake-server.ts";

type Send = (options: FetchOptions, shown: ShownCall) => Promise<unknown>;
type RequestByPath = (method: string, path: string, init: object) => Promise<{ data: unknown }>;

/** Sends a call with `createCentavoFetch`, by its method and the path of the contract. */
const sendByPath: Send = async (options, { method, template, ids, query, headers, body }) => {
  const params = { path: ids, query: valuesByName(query), header: valuesByName(headers) };
  const request = createCentavoFetch(options).request as unknown as RequestByPath;
  return (await request(method.toLowerCase(), template, { params, body: body?.value })).data;
};
const sendByMethod: Send = (options, shown) => call(createCentavo(options), shown);
const sendControl: Send = (options, shown) =>
  call(createClient<Control>(controls, readOptions(options)), shown);

/** Whether openapi-fetch sends a call: whoever starts the time limit of the call also sends it. */
function watchOpenapiFetch(): () => boolean {
  const { now } = Date;
  let hasSent = false;
  vi.spyOn(Date, "now").mockImplementation(() => {
    hasSent ||= new Error().stack?.includes("node_modules/openapi-fetch/") ?? false;
    return now();
  });
  return () => hasSent;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const control = JSON.parse(readFileSync("generated/sandbox-control.json", "utf8"));
const controlCalls = callsOf(control);

test.each([
  ["service", operations, calls],
  ["control API", controls, controlCalls],
])("all operations of the %s are called, and its client has no others", (_title, table, all) => {
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(Object.keys(table)));
});

describe.each<[string, typeof contract, ShownCall[], Send]>([
  ["a method of the client", contract, calls, sendByMethod],
  ["createCentavoFetch", contract, calls, sendByPath],
  ["a method of the controls", control, controlCalls, sendControl],
])("with %s", (_title, document, all, send) => {
  const compile = createCompile(Cursor.root(document));

  test.each(all)("$name sends and returns what the contract shows", async (shown) => {
    const { method, path, query, headers, body, response } = shown;
    const { isPublic } = shown;
    const reply = { body: response };
    const service = await serve(reply, path === "/auth" ? { tokens: reply } : {});
    const sentByOpenapiFetch = watchOpenapiFetch();

    expect(await send({ baseUrl: service.baseUrl, ...keys }, shown)).toEqual(response);
    expect(sentByOpenapiFetch()).toBe(true);

    const requests = path === "/auth" ? service.tokenRequests : service.requests;
    expect(requests).toHaveLength(1);
    const [arrived] = requests as [Arrived];
    expect(arrived).toMatchObject({ method, path });
    const sent = query.map(({ name, value }) => [name, `${value}`]);
    expect(arrived.query).toEqual(Object.fromEntries(sent));
    expect(ownHeaders(arrived)).toEqual({
      accept: "application/json",
      ...(isPublic ? {} : { authorization: "Bearer token-1" }),
      ...(body && { "content-type": "application/json" }),
      ...valuesByName(headers),
    });
    expect(arrived.body).toEqual(body?.value);
    const validate = compile(body?.schema.value ?? true);
    expect(validate(arrived.body), JSON.stringify(validate.errors)).toBe(true);
  });
});

/** The headers that decide something; the platform and the user agent name only themselves. */
function ownHeaders({ headers }: Arrived): object {
  const others = /^(host|connection|content-length|accept-.*|sec-fetch-mode|user-agent)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !others.test(name)));
}
