import { expect, expectTypeOf, test } from "vitest";
import { sensitiveFields as sensitiveOfService } from "../../generated/operations.ts";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations, sensitiveFields } from "../../generated/sandbox-control-operations.ts";
import type {
  ClockAdvanced,
  CompanyCreate,
  Event,
  EventList,
  Fault,
  LoggedRequest,
  PostbackBody,
  StatusChange,
} from "../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { ApiPromise, PagePromise } from "../../src/client/api-promise.ts";
import { createClient } from "../../src/client/client.ts";
import { readOptions } from "../../src/client/options.ts";
import { keys, ok, serve } from "./fake-server.ts";

test("a company is created without a body", async () => {
  const { baseUrl, requests } = await serve(ok);
  const control = createClient<Control>(operations, readOptions({ baseUrl, ...keys }));
  await control.companies.create();
  expect(requests[0]?.text).toBe("");
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
});

test("the type of an event or of a postback's body narrows its data and its resource", () => {
  type DataOf<Of, Type> = Extract<Of, { type: Type; data: unknown }>["data"];
  expectTypeOf<DataOf<PostbackBody, "payment">>().toEqualTypeOf<Payment>();
  expectTypeOf<DataOf<PostbackBody, "withdrawal">>().toEqualTypeOf<Withdrawal>();
  expectTypeOf<DataOf<Event, "status.changed">>().toEqualTypeOf<StatusChange>();
  expectTypeOf<DataOf<Event, "request.completed">>().toEqualTypeOf<LoggedRequest>();
  type Advanced = Extract<Event, { type: "clock.advanced" }>;
  expectTypeOf<Advanced["resource"]>().toEqualTypeOf<null>();
});

test("a fault is one flat object", () => {
  expectTypeOf({ operationId: "payments.create", latency: 300, status: 503 }).toExtend<Fault>();
  expectTypeOf<Fault["reset"]>().toEqualTypeOf<true | undefined>();
});
