import { expect, test } from "vitest";
import { operations } from "../../../generated/operations.ts";
import { operations as controls } from "../../../generated/sandbox-control-operations.ts";
import { fetch, NOBODY, openSandbox, type Shop } from "../company-fixture.ts";

/** The lines of the text, without its comments. */
async function scrape({ url }: Pick<Shop, "url">, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/_sandbox/metrics`, { headers });
  const type = response.headers.get("content-type");
  return { status: response.status, type, text: await response.text() };
}

test("metrics count requests and postbacks, and labels have nothing that callers choose", async () => {
  const shop = await openSandbox();
  const { url } = (await shop.control.receiver.get()).data;
  await shop.pay("pix", { billingData: { postbackUrl: url } });
  await shop.control.clock.advance({ seconds: 1 });
  await shop.centavo.payments.get(NOBODY).catch(() => {});
  await shop.send("GET", `/nothing/${NOBODY}`);
  await shop.control.faults.set({ faults: [{ operationId: "payments.list", status: 503 }] });
  await shop.centavo.payments.list().catch(() => {});
  // The worker may still look for what the calls have caused.
  const isIdle = async () => (await scrape(shop)).text.includes("centavo_due_lag_seconds 0\n");
  await expect.poll(isIdle).toBe(true);
  const { type, text } = await scrape(shop);
  expect(type).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text).toMatch(/^# HELP centavo_requests_total /);
  for (const line of [
    'centavo_requests_total{operation="payments.create",status="200"} 1',
    'centavo_requests_total{operation="payments.get",status="404"} 1',
    'centavo_requests_total{operation="payments.list",status="injected"} 1',
    'centavo_requests_total{operation="other",status="404"} 1',
    'centavo_request_duration_seconds_bucket{operation="payments.create",le="+Inf"} 1',
    'centavo_request_duration_seconds_count{operation="payments.create"} 1',
    'centavo_postback_attempts_total{outcome="accepted"} 1',
    "centavo_companies 1",
  ])
    expect(text).toContain(`${line}\n`);
  const known = new Set([...Object.keys(operations), ...Object.keys(controls), "other"]);
  const named = [...text.matchAll(/operation="([^"]*)"/g)].map(([, name]) => name ?? "");
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  expect(text).not.toContain(NOBODY);
});

test("a sandbox with an operator's key shows its metrics to whoever has it", async () => {
  const shop = await openSandbox({ operatorKey: "operator" });
  const statuses = [
    {},
    { authorization: `Bearer ${await shop.token()}` },
    { "x-operator-key": "operator" },
    // The only way that Prometheus 2 can send one.
    { authorization: "Bearer operator" },
  ].map(async (headers) => (await scrape(shop, headers)).status);
  expect(await Promise.all(statuses)).toEqual([401, 401, 200, 200]);
});
