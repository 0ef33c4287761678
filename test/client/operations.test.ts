import { expect, test } from "vitest";
import { operations } from "../../generated/operations.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { createCompile } from "../compile-schema.ts";
import { call, calls, contract, operationCalls, valuesByName } from "./example-calls.ts";
import { type Arrived, serve } from "./fake-server.ts";

const compile = createCompile(Cursor.root(contract));

test("all operations of the contract are called, and the client has no others", () => {
  expect(operationCalls.map(({ id }) => id).sort()).toEqual(Object.keys(operations).sort());
});

test.each(calls)("$name sends and returns what the contract shows", async (shown) => {
  const { method, path, query, headers, body, isPublic, response } = shown;
  const reply = { body: response };
  const { centavo, ...service } = await serve(reply, isPublic ? { tokens: reply } : {});

  expect(await call(centavo, shown)).toEqual(response);

  const requests = isPublic ? service.tokenRequests : service.requests;
  expect(requests).toHaveLength(1);
  const [arrived] = requests as [Arrived];
  expect(arrived).toMatchObject({ method, path });
  expect(arrived.query).toEqual(asText(valuesByName(query)));
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

function asText(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`]));
}

/** The headers that decide something; the platform and the user agent name only themselves. */
function ownHeaders({ headers }: Arrived): object {
  const others = /^(host|connection|content-length|accept-.*|sec-fetch-mode|user-agent)$/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !others.test(name)));
}
