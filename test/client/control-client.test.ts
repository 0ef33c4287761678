import { expect, expectTypeOf, test } from "vitest";
import { sensitiveFields as sensitiveOfService } from "../../generated/operations.ts";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations, sensitiveFields } from "../../generated/sandbox-control-operations.ts";
import type {
  ClockAdvanced,
  CompanyCreate,
  Fault,
  PostbackBody,
} from "../../generated/sandbox-control-types.ts";
import type { Payment, Withdrawal } from "../../generated/types.ts";
import type { ApiPromise } from "../../src/client/api-promise.ts";
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
  type Companies = Control["companies"];
  expectTypeOf<Parameters<Companies["create"]>[0]>().toEqualTypeOf<CompanyCreate | undefined>();
  expectTypeOf<Control["clock"]["advance"]>().returns.toEqualTypeOf<ApiPromise<ClockAdvanced>>();
});

test("the type of a postback's body narrows its data, and a fault is one flat object", () => {
  type DataOf<Type> = Extract<PostbackBody, { type: Type }>["data"];
  expectTypeOf<DataOf<"payment">>().toEqualTypeOf<Payment>();
  expectTypeOf<DataOf<"withdrawal">>().toEqualTypeOf<Withdrawal>();
  expectTypeOf({ operationId: "payments.create", latency: 300, status: 503 }).toExtend<Fault>();
  expectTypeOf<Fault["reset"]>().toEqualTypeOf<true | undefined>();
});
