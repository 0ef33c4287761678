import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { firstOf } from "../nightly.ts";
import { withPort } from "../postgres/pooler.ts";
import { PostgresServer, programs } from "../postgres/postgres-server.ts";
import { SandboxFleet } from "../postgres/sandbox-fleet.ts";
import { openProxy } from "../postgres/tcp-proxy.ts";
import { plantedAnomalies } from "./planted-anomalies.ts";
import { contradictionsIn, recordHistory } from "./record-history.ts";

/** How often to try. By chance, an anomaly may not show itself in a few seconds. */
const ATTEMPTS = 24;
const SHARES = { pay: 20, decide: 35, withdraw: 15, get: 30, ledger: 10 };

const LOST = /^(lost write|stale read|reads that disagree): /;

/** Records short histories of three clients until one has a contradiction of this kind. */
async function expectToFind(
  kind: RegExp,
  fleet: SandboxFleet,
  during: () => Promise<unknown>,
): Promise<void> {
  const found: string[] = [];
  const processes = () => fleet.members().map((url) => ({ name: url.slice(-5), url }));
  for (let attempt = 0; attempt < ATTEMPTS && !found.some((text) => kind.test(text)); attempt++) {
    const plan = { processes, companies: 1, clients: 3, shares: SHARES, during };
    found.push(...contradictionsIn(await recordHistory(plan)));
  }
  expect(found).toContainEqual(expect.stringMatching(kind));
}

/** How each breaks, and a run that breaks so. */
const cases: [name: string, breaks: RegExp, find: typeof plant][] = [
  ["an asynchronous standby lost acknowledged writes", LOST, loseCommits],
];
for (const [name, { breaks }] of Object.entries(plantedAnomalies))
  cases.push([name, breaks, plant]);

async function openFleet() {
  const server = await PostgresServer.start();
  onTestFinished(() => server.close());
  const address = await server.createDatabase();
  const proxy = await openProxy(server.port);
  const fleet = await SandboxFleet.start(withPort(address, proxy.port), [], 1);
  onTestFinished(() => fleet.close());
  return { server, proxy, fleet };
}

async function plant(name: string, breaks: RegExp): Promise<void> {
  vi.stubEnv("NODE_OPTIONS", `--import ${join(import.meta.dirname, "planted-anomalies.ts")}`);
  vi.stubEnv("PLANTED_ANOMALY", name);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { proxy, fleet } = await openFleet();
  let commits = 0;
  await expectToFind(breaks, fleet, async () => {
    proxy.cut = (sent) => (sent.includes("COMMIT") && commits++ % 4 === 3 ? "after" : undefined);
    await setTimeout(2500);
    proxy.cut = () => undefined;
  });
}

/** What nobody may rely on: without a synchronous standby, the latest acknowledged writes are gone. */
async function loseCommits(_name: string, breaks: RegExp): Promise<void> {
  const { server, proxy, fleet } = await openFleet();
  let primary = server;
  await expectToFind(breaks, fleet, async () => {
    const standby = await primary.startStandby({ isSynchronous: false });
    onTestFinished(() => standby.close());
    await setTimeout(1000);
    await standby.stop();
    await setTimeout(1500);
    await primary.stop("crash");
    await standby.start();
    await primary.failOverTo(standby);
    proxy.target = standby.port;
    primary = standby;
    await setTimeout(1500);
  });
}

describe.skipIf(!programs)("the checker finds that", () => {
  test.each(firstOf(1, cases))("%s", (name, breaks, find) => find(name, breaks));
});
