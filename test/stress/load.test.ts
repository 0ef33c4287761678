import { setTimeout } from "node:timers/promises";
import { expect, type TestContext, test } from "vitest";
import { isNightly } from "../sample.ts";
import type { Shop } from "../sandbox/company-fixture.ts";
import { newFile } from "../sandbox/database-file.ts";
import { type Receiver, receive, silence } from "../sandbox/receiver.ts";
import { brokenIn, TERMS } from "./database-checks.ts";
import type { Report } from "./load-generator.ts";
import type { Measured } from "./memory-probe.ts";
import type { Figures } from "./metrics-reporter.ts";
import { buildPackage, launch, type Running } from "./packaged-sandbox.ts";
import { type Call, largestPage, mixedCalls, waitingCall } from "./request-mix.ts";
import { CALLERS, type Ending, endUnderLoad, missing } from "./shutdown-under-load.ts";
import {
  callFor,
  callUntilAll,
  connect,
  generate,
  sendWithoutEnd,
  timeToResponse,
  warmedUp,
} from "./slow-and-broken-clients.ts";

const CONNECTIONS = 2000;
/** As many as this process needs, or the sandbox, and some for everything else. */
const DESCRIPTORS = CONNECTIONS + 500;
/** How much more may be in use after a load than before it, once the garbage is collected. */
const GROWTH = 24 * 1024 * 1024;
/** How many files it may open for itself, once it is called. */
const FOR_ITSELF = 2;

/** The number of concurrent callers that is too much. */
const CROWD = 400;

/** How long the process may take to recover, and to deliver all postbacks. */
const MAX_CALMING = 20_000;
const MAX_DELIVERY = 60_000;
/** How long what has been accepted may take when a sandbox ends, and some time for a busy machine. */
const GRACE = 5000 + 10_000;

const bounded = { timeout: 4 * 60_000 };

buildPackage();

test(
  "2,000 concurrent connections get responses, and leave nothing behind",
  bounded,
  async (context) => {
    needsDescriptors(context);
    const { sandbox, shop, calls, fresh } = await open();
    await warmedUp(sandbox, calls);
    const before = { ...(await sandbox.measure()), ...fresh };

    const connections = await connect(sandbox, CONNECTIONS);
    // Each caller goes on until the last one has a response: then all connections are open at the same
    // time.
    const responses = await callUntilAll(connections, calls, 5);
    const during = await sandbox.measure();
    expect(during.descriptors - before.descriptors).toBeGreaterThanOrEqual(CONNECTIONS);

    for (const { socket } of connections) socket.destroy();
    const after = await calmed(sandbox, shop, before);
    await endsWell(sandbox);
    context.task.meta.figures = {
      "connections at once": connections.length,
      "calls answered": responses.length,
      ...latencies(responses.map(({ took }) => took)),
      ...levels([before, during, after]),
    };
  },
);

// Requests without an end take over a minute until they are given up.
test.runIf(isNightly)(
  "after a minute of overload, it responds within a second again",
  bounded,
  async (context) => {
    const { sandbox, shop, calls, receiver, fresh } = await open();
    const each = await warmedUp(sandbox, calls);
    const usual = await callFor(sandbox, calls, 2000);
    const before = { ...(await sandbox.measure()), ...fresh };

    const endless = (await connect(sandbox, 200)).map(sendWithoutEnd);
    // On any machine, half of the concurrent callers can get a response before they disconnect.
    const patience = (each * CROWD) / 2;
    const orders = { url: sandbox.url, calls, callers: CROWD / 2, patience };
    const generators = [generate(orders), generate(orders)];
    await setTimeout(60_000);
    const reports = await Promise.all(generators.map((generator) => generator.end()));
    const recovery = await timeToResponse(sandbox, calls);
    await setTimeout(Math.max(0, 1000 - recovery));
    const again = await callFor(sandbox, calls, 2000);

    const failures = new Set(await Promise.all(endless));
    const after = await calmed(sandbox, shop, before);
    await endsWell(sandbox);
    const sum = (count: (report: Report) => number) =>
      reports.reduce((total, report) => total + count(report), 0);
    const left = sum((report) => report.left);
    context.task.meta.figures = {
      "calls answered in a minute": sum(({ responses }) => responses),
      [`callers that left after ${ms(patience)} ms`]: left,
      "connections lost otherwise": sum(({ lost }) => lost),
      ...latencies(reports.flatMap(({ took }) => [...took])),
      "first answer afterwards, ms": ms(recovery),
      "p99 before and after, ms": [usual, again]
        .map((took) => latencies(took)["p99, ms"])
        .join(", "),
      "requests without end, given up": endless.length,
      "postbacks delivered": receiver.deliveries.length,
      ...levels([before, after]),
    };

    expect(reports.flatMap(({ unexpected }) => [...unexpected])).toEqual([]);
    // Otherwise it was no overload.
    expect(left).toBeGreaterThan(1000);
    expect(recovery).toBeLessThan(1000);
    expect(Math.max(...again)).toBeLessThan(1000);
    expect([...failures]).toEqual([408]);
  },
);

test(
  "after SIGTERM under load, every earlier request gets its complete response, and the data is kept",
  bounded,
  async (context) => {
    const db = newFile();
    const opened = await open(db);
    let { sandbox } = opened;
    const { shop, calls, page } = opened;
    const waits = await waitingCall(shop, (await receive(silence)).url);
    const rounds: Ending[] = [];
    for (const half of isNightly ? [0, 0, 0, 50] : [0, 50]) {
      const ending = await endUnderLoad(sandbox, { calls, page, waits }, half);
      rounds.push(ending);
      expect(ending.end).toEqual({ status: 0, signal: null, stderr: "" });
      expect(ending.cut).toEqual([]);
      expect(ending.unexpected).toEqual([]);
      expect(ending.unanswered).toBe(0);
      // Callers get a response while it shuts down too, except for a few idle connections.
      expect(ending.lost).toBeLessThan(CALLERS / 20);
      expect(ending.took).toBeLessThan(GRACE);
      expect(brokenIn(db)).toEqual([]);
      sandbox = await launch(db).ready;
      expect(await missing(sandbox.shop(shop.keys), rounds)).toEqual([]);
    }
    await endsWell(sandbox);
    const sum = (count: (round: Ending) => number) =>
      rounds.reduce((total, round) => total + count(round), 0);
    context.task.meta.figures = {
      "times ended": rounds.length,
      "calls answered": sum(({ answered }) => answered),
      "payments acknowledged, and there afterwards": sum(({ payments }) => payments.size),
      "under way at the signal, and answered": sum(({ owed }) => owed),
      "of those who wait, read late or send slowly": sum(({ held }) => held),
      "sent after the signal, and not answered": sum(({ lost }) => lost),
      "new connections refused after, ms": rounds.map(({ refused }) => ms(refused)).join(", "),
      "ended after, ms": rounds.map(({ took }) => ms(took)).join(", "),
    };
  },
);

interface Opened {
  sandbox: Running;
  shop: Shop;
  calls: Call[];
  page: Call;
  receiver: Receiver;
  /** What was open before the first caller connected. */
  fresh: Pick<Measured, "descriptors">;
}

/** A sandbox with a company that has something to show. */
async function open(db = newFile()): Promise<Opened> {
  const receiver = await receive();
  const sandbox = await launch(db).ready;
  const { descriptors } = await sandbox.measure();
  const { data: keys } = await sandbox.shop().control.companies.create(TERMS);
  const shop = sandbox.shop(keys);
  const page = await largestPage(shop);
  const calls = await mixedCalls(shop, receiver.url);
  return { sandbox, shop, calls, page, receiver, fresh: { descriptors } };
}

async function endsWell(sandbox: Running): Promise<void> {
  expect(await sandbox.end()).toEqual({ status: 0, signal: null, stderr: "" });
}

/** What the process holds when it has got over what was asked of it: no more than before. */
async function calmed(sandbox: Running, shop: Shop, before: Measured): Promise<Measured> {
  await allDelivered(shop);
  const most = before.descriptors + FOR_ITSELF;
  const end = performance.now() + MAX_CALMING;
  let after = await sandbox.measure();
  while (after.descriptors > most || after.heap - before.heap >= GROWTH) {
    if (performance.now() > end) break;
    await setTimeout(250);
    after = await sandbox.measure();
  }
  expect(after.descriptors).toBeLessThanOrEqual(most);
  expect(after.heap - before.heap).toBeLessThan(GROWTH);
  return after;
}

async function allDelivered({ control }: Shop): Promise<void> {
  const pending = async () => (await control.postbacks.list({ status: "PENDING", limit: 1 })).data;
  const end = performance.now() + MAX_DELIVERY;
  for (let waiting = await pending(); waiting.length > 0; waiting = await pending()) {
    if (performance.now() > end) break;
    // This process is busy as well, and may not have responded to one. It is retried later.
    if (waiting.some(({ attempts }) => attempts.length > 0)) {
      await control.clock.advance({ seconds: 60 });
    }
    await setTimeout(250);
  }
  expect(await pending()).toEqual([]);
}

/** Node takes as many descriptors as the system allows at most, here and in the sandbox. */
function needsDescriptors({ skip }: TestContext): void {
  const report = process.report.getReport() as unknown as {
    userLimits?: { open_files: { hard: number | "unlimited" } };
  };
  const most = report.userLimits?.open_files.hard ?? "unlimited";
  if (most === "unlimited" || most >= DESCRIPTORS) return;
  skip(
    `A process can have ${most} files open here, and ${DESCRIPTORS} are needed: see ulimit -Hn.`,
  );
}

function percentile(sorted: Float64Array, percent: number): number {
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}

function latencies(took: Iterable<number>): Figures {
  const sorted = Float64Array.from(took).sort();
  return {
    "p50, ms": ms(percentile(sorted, 50)),
    "p99, ms": ms(percentile(sorted, 99)),
    "slowest, ms": ms(sorted.at(-1) ?? Number.NaN),
  };
}

function levels(measured: readonly Measured[]): Figures {
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  return {
    "open descriptors": measured.map(({ descriptors }) => descriptors).join(" → "),
    "heap in use, MiB": measured.map(({ heap }) => megabytes(heap)).join(" → "),
    "memory resident, MiB": measured.map(({ resident }) => megabytes(resident)).join(" → "),
  };
}

function ms(time: number): string {
  return time.toFixed(time < 10 ? 1 : 0);
}
