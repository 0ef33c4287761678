import { afterEach, expect, test } from "vitest";
import { isNightly } from "../sample.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import { Findings, FuzzedCompany } from "./fuzzed-company.ts";
import { bytesOf, callables, type Request } from "./generate-valid-requests.ts";
import { Connection } from "./keep-alive-connection.ts";
import { largeRequests } from "./large-requests.ts";
import { rawKinds } from "./malformed-requests.ts";
import type { Measured } from "./memory-probe.ts";
import type { Figures } from "./metrics-reporter.ts";
import { commonProblems, showsCard } from "./response-checks.ts";
import { type Watched, watchSandbox } from "./sandbox-process.ts";
import { Chance, seed } from "./seeded-random.ts";
import { exchange, inTime, problemsOfSending } from "./send-once.ts";

/** How many requests are sent to the operations of both contracts, and how many others. */
const REQUESTS = Number(process.env.REQUESTS ?? (isNightly ? 200_000 : 20_000));
const RAW_REQUESTS = REQUESTS / 25;
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

/** In milliseconds. The worst accepted request does not delay other callers for longer. */
const MAX_FOR_ONE = 5_000;

let sandbox: Watched | undefined;

afterEach(({ task }) => {
  sandbox?.kill();
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

/** What is printed is read in a terminal, which control characters could make do something. */
function isOdd(line: string): boolean {
  return showsCard(line) || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(line);
}

test("every request gets a response that matches the contract, and leaves nothing behind", async ({
  task,
}) => {
  const watched = await watchSandbox(isOdd);
  sandbox = watched;
  const { url, printed, complaints } = watched;
  const findings = new Findings();
  const companies = Array.from(
    { length: COMPANIES },
    (_, number) => new FuzzedCompany(url, new Chance("company", number), findings),
  );
  for (const company of companies) await company.open();
  const began = performance.now();

  const half = await measureAfter(REQUESTS / 2);
  const whole = await measureAfter(REQUESTS);

  const seconds = (performance.now() - began) / 1000;
  task.meta.figures = figuresOf(findings, { seconds, half, whole, lines: printed.lines });
  expect(printed.odd.slice(0, 20)).toEqual([]);
  await expectNormal(new Shop(url, watched.keys));
  expect(complaints).toEqual([]);
  expect(whole.heap).toBeLessThan(half.heap + MORE.heap);
  expect(whole.resident).toBeLessThan(half.resident + MORE.resident);
  expect(whole.descriptors).toBeLessThanOrEqual(half.descriptors + MORE.descriptors);
  expect(await watched.end()).toBe(0);
  const undone = callables.filter(({ id }) => !findings.done.has(id));
  expect(undone.map(({ id }) => id)).toEqual([]);

  /** Sends this many requests, and measures after all have a response. */
  async function measureAfter(count: number) {
    const share = count / REQUESTS;
    await Promise.all([
      ...companies.map((company) => company.work(() => findings.sent >= count)),
      sendRaw(watched, findings, RAW_REQUESTS * share),
    ]);
    expect(findings.problems.slice(0, 20)).toEqual([]);
    for (const company of companies) await company.close();
    return watched.measure();
  }
});

test("the largest and hardest requests delay others only briefly", async ({ task }) => {
  const problems: string[] = [];
  let slowest = { what: "", took: 0 };
  let guest = await arrive();
  for (const [what, request] of Object.entries(largeRequests)) {
    try {
      const response = await inTime(guest.send(request), MAX_FOR_ONE);
      if (response.took > slowest.took) slowest = { what, took: response.took };
      problems.push(
        ...commonProblems(response).map((problem) => `${what}: ${problem.slice(0, 300)}`),
      );
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
      sandbox?.kill();
      guest = await arrive();
    }
  }
  task.meta.figures = {
    "requests sent": Object.keys(largeRequests).length,
    slowest: `${Math.round(slowest.took)} ms, ${slowest.what}`,
  };
  expect(problems).toEqual([]);
  expect(sandbox?.complaints).toEqual([]);
});

/** A sandbox, and an authorized caller with one connection. */
async function arrive() {
  sandbox = await watchSandbox(isOdd);
  const { url, keys } = sandbox;
  const authorization = ["authorization", `Bearer ${await new Shop(url, keys).token()}`] as const;
  let connection = await Connection.open(url);
  return {
    async send(request: Request) {
      const headers = [authorization, ...request.headers];
      if (connection.socket.destroyed) connection = await Connection.open(url);
      return connection.send(bytesOf({ ...request, headers }));
    },
  };
}

/** Sends invalid requests, each over its own connection. Then deletes what the company has, its events too. */
async function sendRaw({ url, keys }: Watched, findings: Findings, most: number): Promise<void> {
  const kinds = Object.entries(rawKinds);
  const shop = new Shop(url, keys);
  const token = await shop.token();
  while (findings.sentRaw < most && !findings.isHopeless) {
    const number = findings.sentRaw++;
    const [kind, make] = kinds[number % kinds.length] as (typeof kinds)[number];
    const sending = make({ chance: new Chance("raw", number), token });
    const problems = await exchange(url, sending).then(
      (bytes) => problemsOfSending(sending, bytes),
      ({ message }: Error) => [message],
    );
    const text = JSON.stringify(
      Buffer.concat(sending.pieces.map((piece) => Buffer.from(piece))).toString("latin1"),
    );
    findings.problems.push(
      ...problems.map((problem) => `${kind}: ${text.slice(0, 1_000)}\n  ${problem}`),
    );
  }
  await shop.control.company.reset();
}

/** After all this, a new client is served as usual. */
async function expectNormal(shop: Shop): Promise<void> {
  const { id } = await shop.pay("card");
  expect(await shop.payment(id)).toMatchObject({ status: "SUCCEEDED" });
  const { data } = await shop.centavo.payments.refund({ transactionId: id });
  expect(data).toMatchObject({ id, status: "REFUNDED" });
  const { meta } = await shop.centavo.payments.list();
  expect(meta.total).toBe(1);
}

interface Course {
  seconds: number;
  half: Measured;
  whole: Measured;
  lines: number;
}

function figuresOf(findings: Findings, { seconds, half, whole, lines }: Course): Figures {
  const { sent, sentRaw, byKind, byStatus, done, slowest } = findings;
  const megabytes = (of: "heap" | "resident") =>
    [half, whole].map((measured) => (measured[of] / 1_000_000).toFixed(1)).join(", then ");
  const answered = Object.entries(byStatus).map(([status, count]) => [`answered ${status}`, count]);
  return {
    seed,
    "requests for operations": sent,
    ...byKind,
    "operations that were done": done.size,
    ...Object.fromEntries(answered),
    "requests in raw bytes": sentRaw,
    "kinds of these": Object.keys(rawKinds).length,
    "slowest answer": `${Math.round(slowest.took)} ms, ${slowest.what.slice(0, 80)}`,
    "requests in a second": Math.round((sent + sentRaw) / seconds),
    "lines read of what it printed": lines,
    "megabytes in use": megabytes("heap"),
    "megabytes resident": megabytes("resident"),
    "files and sockets open": `${half.descriptors}, then ${whole.descriptors}`,
  };
}
