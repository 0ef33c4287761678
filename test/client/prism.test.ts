import { afterAll, beforeAll, expect, test } from "vitest";
import { createCentavo, ServiceError } from "../../src/client/index.ts";
import { type Prism, startPrismMock, VIOLATIONS } from "../prism.ts";
import { call, calls } from "./example-calls.ts";
import { keys } from "./fake-server.ts";

const timeout = 5000;
const paymentId = "c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d";
let prism: Prism;
let baseUrl: string;

beforeAll(async () => {
  prism = await startPrismMock();
  baseUrl = prism.url;
});

afterAll(() => prism?.close());

test.each(calls)("$name is accepted by Prism, whose response comes back", async (shown) => {
  const centavo = createCentavo({ baseUrl, ...keys, timeout });
  const headers = { Prefer: `code=200, example=${shown.responseName}` };
  const options = { ...shown.options, headers };
  const { response, ...envelope } = await call(centavo, { ...shown, options }).withResponse();
  expect(response.status).toBe(200);
  expect(response.headers.get(VIOLATIONS)).toBeNull();
  expect(envelope).toEqual(shown.response);
});

test("a request that Prism rejects fails with the service's error", async () => {
  const centavo = createCentavo({ baseUrl, ...keys, timeout });
  const rejected = centavo.payments.refund({ transactionId: "no UUID" });
  await expect(rejected).rejects.toBeInstanceOf(ServiceError);
  await expect(rejected).rejects.toMatchObject({ status: 400, operationId: "payments.refund" });
});

test("without its token Prism responds to each attempt with 401", async () => {
  const statuses: number[] = [];
  const centavo = createCentavo({
    baseUrl,
    ...keys,
    timeout,
    hooks: { onResponse: ({ path, status }) => void (path === "/auth" || statuses.push(status)) },
    fetch: (request) => {
      request.headers.delete("Authorization");
      return fetch(request);
    },
  });
  await expect(centavo.payments.get(paymentId)).rejects.toMatchObject({
    name: "ServiceError",
    status: 401,
  });
  expect(statuses).toEqual([401, 401]);
});
