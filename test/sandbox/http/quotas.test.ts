import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RequestQuota } from "../../../src/sandbox/http/request-quota.ts";
import { openSandbox, Shop } from "../company-fixture.ts";

describe("a quota of requests", () => {
  test("is that of each company in each second", () => {
    const quota = new RequestQuota(3);
    const taken = (now: number) =>
      Array.from({ length: 5 }, () => quota.take("one", now)).filter(Boolean).length;
    expect([taken(5), taken(1_004), taken(1_005)]).toEqual([3, 0, 3]);
    expect(quota.take("other", 1_005)).toBe(true);
  });

  test("refuses one company, marks the refusal as its own, and serves another", async () => {
    const shop = await openSandbox({ maxRequests: 5 });
    const other = new Shop(shop.url, (await shop.control.companies.create()).data);
    const [token, othersToken] = [await shop.token(), await other.token()];
    const calls = Array.from({ length: 12 }, () => shop.send("GET", "/payments", { token }));
    expect((await other.send("GET", "/payments", { token: othersToken })).status).toBe(200);
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(5);
    expect(Object.fromEntries(refused[0]?.headers ?? [])).toMatchObject({
      "x-sandbox-limit": "requests",
      "retry-after": "1",
    });
    const message = expect.stringMatching(/^This sandbox takes 5 requests a second /);
    expect(refused[0]?.body).toMatchObject({ data: { message, statusCode: 429 } });
  });
});

test("a quota of streams refuses one more, and marks the refusal as its own", async () => {
  const shop = await openSandbox({ maxStreams: 1 });
  const ending = new AbortController();
  const headers = { authorization: `Bearer ${await shop.token()}`, accept: "text/event-stream" };
  const open = () => fetch(`${shop.url}/_sandbox/events`, { headers, signal: ending.signal });
  expect((await open()).status).toBe(200);
  const { status, headers: answered } = await open();
  expect([status, answered.get("x-sandbox-limit")]).toEqual([429, "streams"]);
  ending.abort();
});

test("the service's contract knows no limit of the sandbox", () => {
  expect(readFileSync("generated/openapi.yaml", "utf8")).not.toMatch(
    /x-sandbox-limit|'(429|507)':/i,
  );
});
