import { readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { sensitiveFields as sensitiveOfService } from "../../generated/operations.ts";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations, sensitiveFields } from "../../generated/sandbox-control-operations.ts";
import type {
  ClockAdvanced,
  CompanyCreate,
  Event,
  EventList,
  EventType,
  Fault,
  LoggedRequest,
  PostbackBody,
  PostbackList,
  StatusChange,
} from "../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { ApiPromise, PagePromise } from "../../src/client/api-promise.ts";
import { createClient } from "../../src/client/client.ts";
import { readOptions } from "../../src/client/options.ts";
import { call, callsOf, valuesByName } from "./example-calls.ts";
import { errorReply, keys, ok, type Reply, serve } from "./fake-server.ts";

const calls = callsOf(JSON.parse(readFileSync("generated/sandbox-control.json", "utf8")));

/** A client of the control interface, and the server that it calls. */
async function serveControl(replies: Reply | Reply[]) {
  const service = await serve(replies);
  const { baseUrl } = service;
  const retry = { baseDelay: 1 };
  return {
    ...service,
    control: createClient<Control>(operations, readOptions({ baseUrl, ...keys, retry })),
  };
}

test("every operation of the control contract is called, and its client has no others", () => {
  expect(new Set(calls.map(({ id }) => id))).toEqual(new Set(Object.keys(operations)));
});

test.each(calls)("$name sends and returns what the contract shows", async (shown) => {
  const { method, path, query, headers, body, isPublic, response } = shown;
  const { control, requests, tokenRequests } = await serveControl({ body: response });

  expect(await call(control, shown)).toEqual(response);

  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method, path, headers: valuesByName(headers) });
  expect(requests[0]?.body).toEqual(body?.value);
  expect(Object.keys(requests[0]?.query ?? {})).toEqual(query.map(({ name }) => name));
  expect(requests[0]?.headers.authorization).toBe(isPublic ? undefined : "Bearer token-1");
  expect(tokenRequests.map(({ body }) => body)).toEqual(isPublic ? [] : [keys]);
});

test("a company is created without a body", async () => {
  const { control, requests } = await serveControl(ok);
  await control.companies.create();
  expect(requests[0]?.text).toBe("");
});

test("a read is retried, and a clock advance is not", async () => {
  const { control, requests } = await serveControl([errorReply(503), ok, errorReply(503)]);
  await control.clock.get();
  await expect(control.clock.advance({ days: 1 })).rejects.toMatchObject({
    operationId: "clock.advance",
    status: 503,
  });
  expect(requests).toHaveLength(3);
});

test("the client hides every field that the control contract marks", () => {
  expect([...sensitiveOfService]).toEqual(expect.arrayContaining([...sensitiveFields]));
});

test("a body may be omitted where the contract allows it, and only operations with pages are lists", () => {
  expectTypeOf<Control["companies"]["create"]>()
    .parameter(0)
    .toEqualTypeOf<CompanyCreate | undefined>();
  expectTypeOf<Control["clock"]["advance"]>().returns.toEqualTypeOf<ApiPromise<ClockAdvanced>>();
  expectTypeOf<Control["events"]["list"]>().returns.toEqualTypeOf<PagePromise<EventList>>();
  expectTypeOf<Control["postbacks"]["list"]>().returns.toEqualTypeOf<PagePromise<PostbackList>>();
});

test("the type of a postback's body narrows its data", () => {
  type DataOf<Type> = Extract<PostbackBody, { type: Type }>["data"];
  expectTypeOf<DataOf<"payment">>().toEqualTypeOf<Payment>();
  expectTypeOf<DataOf<"withdrawal">>().toEqualTypeOf<Withdrawal>();
});

test("the type of an event narrows its data and its resource", () => {
  type Of<Type> = Extract<Event, { type: Type }>;
  expectTypeOf<Of<"status.changed">["data"]>().toEqualTypeOf<StatusChange>();
  expectTypeOf<Of<"request.completed">["data"]>().toEqualTypeOf<LoggedRequest>();
  expectTypeOf<Of<"clock.advanced">["resource"]>().toEqualTypeOf<null>();
  expectTypeOf<Event["type"]>().toEqualTypeOf<EventType>();
});

test("a fault is one flat object", () => {
  expectTypeOf({ operationId: "payments.create", latency: 300, status: 503 }).toExtend<Fault>();
  expectTypeOf<Fault["reset"]>().toEqualTypeOf<true | undefined>();
});
