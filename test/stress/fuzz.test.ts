import { afterEach, expect, test } from "vitest";
import { isNightly, seed } from "../nightly.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { Findings, FuzzedCompany, locksOut } from "./hostile-input/fuzzed-company.ts";
import { callables } from "./hostile-input/fuzzed-requests.ts";
import { showsCard } from "./hostile-input/response-checks.ts";
import { launch } from "./sandbox-process.ts";
import { Chance } from "./seeded-random.ts";

/** How many requests are sent to the operations of both contracts. */
const REQUESTS = Number(process.env.REQUESTS ?? (isNightly ? 100_000 : 20_000));
/** How many companies send requests at the same time, each with one request at a time. */
const COMPANIES = 16;

/**
 * What a process may hold more after the second half of the requests than after the first. Thirty bytes
 * of the heap for each request would be more; what lies under it is the platform's own. Every company is
 * reset before, so no data counts except its snapshots. The whole also holds what the platform has not
 * given back.
 */
const MORE = {
  heap: 3_000_000,
  // After fewer requests, the process is still growing to its usual size.
  resident: isNightly ? 60_000_000 : 150_000_000,
  descriptors: 3,
};

afterEach(({ task }) => {
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

/** What is printed is read in a terminal, which control characters could make do something. */
function isOdd(line: string): boolean {
  return showsCard(line) || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(line);
}

/** A sandbox whose ids follow from the seed of the run, and what is odd in its log. */
async function launchSeeded() {
  const odd: string[] = [];
  const running = await launch(["--seed", seed], (line) => {
    if (isOdd(line)) odd.push(line);
  });
  return { running, odd };
}

test("every request gets a response that matches the contract, and leaves nothing behind", async ({
  task,
}) => {
  const { running, odd } = await launchSeeded();
  const findings = new Findings();
  const companies = Array.from(
    { length: COMPANIES },
    (_, number) => new FuzzedCompany(running.url, new Chance("company", number), findings),
  );
  for (const company of companies) await company.open();

  const half = await measureAfter(REQUESTS / 2);
  const whole = await measureAfter(REQUESTS);

  const { sent, byKind, byStatus, done } = findings;
  const operations = { operations: callables.length, "answered with 200": done.size };
  task.meta.figures = { seed, sent, ...operations, ...byKind, ...byStatus };
  expect(odd.slice(0, 20)).toEqual([]);
  await expectNormal(new Shop(running.url, running.keys));
  expect(whole.heap).toBeLessThan(half.heap + MORE.heap);
  expect(whole.resident).toBeLessThan(half.resident + MORE.resident);
  expect(whole.descriptors).toBeLessThanOrEqual(half.descriptors + MORE.descriptors);
  expect(await running.end()).toEqual({ status: 0, signal: null, stderr: "" });
  expect(
    callables.filter(({ id }) => !done.has(id) && !locksOut.has(id)).map(({ id }) => id),
  ).toEqual([]);

  /** Sends this many requests, and measures after all have a response. */
  async function measureAfter(count: number) {
    await Promise.all(companies.map((company) => company.work(() => findings.sent >= count)));
    expect(findings.problems.slice(0, 20)).toEqual([]);
    for (const company of companies) await company.close();
    return running.measure();
  }
});

/** After all this, a new client is served as usual. */
async function expectNormal(shop: Shop): Promise<void> {
  const { id } = await shop.pay("card");
  expect(await shop.payment(id)).toMatchObject({ status: "SUCCEEDED" });
  const { data } = await shop.centavo.payments.refund({ transactionId: id });
  expect(data).toMatchObject({ id, status: "REFUNDED" });
  const { meta } = await shop.centavo.payments.list();
  expect(meta.total).toBe(1);
}
