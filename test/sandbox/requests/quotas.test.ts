import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RequestQuota } from "../../../src/sandbox/requests/request-quota.ts";
import { fetch, openSandbox, Shop } from "../company-fixture.ts";

describe("a quota of requests", () => {
  test.each([1, 3, 7, 1000])("of %i a second", (perSecond) => {
    const quota = new RequestQuota(perSecond);
    const taken = (now: number) =>
      Array.from({ length: 2 * perSecond }, () => quota.take("one", now)).filter(Boolean).length;
    expect(taken(5)).toBe(perSecond);
    expect(quota.take("other", 5)).toBe(true);
    expect(taken(5 + 1000 / perSecond)).toBe(1);
    expect(taken(5_000)).toBe(perSecond);
  });

  test("forgets companies with a whole allowance, and no other", () => {
    const quota = new RequestQuota(1);
    for (let at = 0; at < 5_000; at++) quota.take(`company ${at}`, at);
    expect(quota.size).toBeLessThan(2_100);
    expect(quota.take("company 4999", 5_000)).toBe(false);
  });

  test("slows the files of a company down, as if so many bytes were requests, and not the operator's", async () => {
    const shop = await openSandbox({ maxRequests: 5 });
    const url = `${shop.url}/_sandbox/state`;
    const headers = { authorization: `Bearer ${await shop.token()}` };
    const timed = async (init: RequestInit, times: number) => {
      const before = performance.now();
      for (let count = 0; count < times; count++) await (await fetch(url, init)).text();
      return performance.now() - before;
    };
    // Slowed down, so many would take five seconds.
    expect(await timed({}, 30)).toBeLessThan(4_000);
    expect(await timed({ headers }, 9)).toBeGreaterThan(800);
    const large = { method: "PUT", headers, body: "x".repeat(5 * 16_384) };
    expect(await timed(large, 1)).toBeGreaterThan(800);
    expect((await shop.send("GET", "/payments", { token: await shop.token() })).status).toBe(200);
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

test("the service's contract knows no limit of the sandbox", () => {
  expect(readFileSync("generated/openapi.yaml", "utf8")).not.toMatch(
    /x-sandbox-limit|'(429|507)':/i,
  );
});
