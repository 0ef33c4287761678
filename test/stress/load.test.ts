import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox-node/index.ts";
import { isNightly } from "../nightly.ts";
import { until } from "../postgres/sandbox-fleet.ts";
import { NOBODY, Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { newFile } from "../sandbox/database-file.ts";
import { receive } from "../sandbox/receiver.ts";
import { TERMS } from "./database-checks.ts";
import {
  type Call,
  call,
  callOf,
  callUntilAll,
  connect,
  needsDescriptors,
} from "./load-clients.ts";
import type { Measured } from "./memory-probe.ts";
import { launch, type Running } from "./sandbox-process.ts";

const CONNECTIONS = 2000;
/** How much more may be in use after a load than before it, once the garbage is collected. */
const GROWTH = 24 * 1024 * 1024;
/** How many files it may open for itself, once it is called. */
const FOR_ITSELF = 2;

/** How long the process may take to recover. */
const MAX_CALMING = 20_000;
/** How long a request may take to arrive: the minute that Node gives its headers, and the half in which it looks. */
const MAX_REQUEST = 120_000;

const bounded = { timeout: 4 * 60_000 };

test(
  "2,000 concurrent connections get responses, and leave nothing behind",
  bounded,
  async (context) => {
    needsDescriptors(context, CONNECTIONS);
    const sandbox = await launch(["--quiet", "--db", newFile()]);
    const { descriptors } = await sandbox.measure();
    const { shop, calls } = await open(sandbox);
    // The first calls of a process are slow, since its code is still being compiled.
    for (const { socket } of await callUntilAll(await connect(sandbox, 20), calls, 150))
      socket.destroy();
    const before = { ...(await sandbox.measure()), descriptors };

    // Each caller goes on until the last one has its responses: then all connections are open at the same time.
    const connections = await callUntilAll(await connect(sandbox, CONNECTIONS), calls, 5);
    const during = await sandbox.measure();
    expect(during.descriptors - descriptors).toBeGreaterThanOrEqual(CONNECTIONS);

    // They leave before they get another one.
    for (const [at, { socket }] of connections.entries()) {
      const { bytes } = calls[at % calls.length] as Call;
      socket.end(bytes);
      if (at % 2 === 0) socket.resetAndDestroy();
    }
    const began = performance.now();
    const [later] = await connect(sandbox, 1);
    if (later) await call(later, calls[0] as Call);
    expect(performance.now() - began).toBeLessThan(20_000);
    later?.socket.destroy();
    for (const { socket } of connections) socket.destroy();
    const after = await calmed(sandbox, shop, before);
    expect(await sandbox.end()).toEqual({ status: 0, signal: null, stderr: "" });
    context.task.meta.figures = Object.fromEntries(
      Object.entries({ before, during, after }).map(([when, measured]) => [
        when,
        JSON.stringify(measured),
      ]),
    );
  },
);

test.runIf(isNightly)("a request without an end is given up", bounded, async () => {
  const sandbox = await startSandbox();
  const [connection] = await connect(sandbox, 1);
  const response = connection?.response();
  connection?.socket.write("GET /payments HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
  const drip = setInterval(() => connection?.socket.write("a"), 1000);
  const given = await Promise.race([response, setTimeout(MAX_REQUEST, undefined)]);
  clearInterval(drip);
  expect(given?.status).toBe(408);
  await sandbox.close();
});

/** A company that has something to show, and a mix of reads, writes and rejected requests. */
async function open({ url, keys }: Running) {
  const { data } = await new Shop(url, keys).control.companies.create(TERMS);
  const shop = new Shop(url, data);
  const { url: postbackUrl } = await receive();
  const sellers = [await shop.subaccount(), await shop.subaccount()];
  const splits = sellers.map((subaccountId) => ({ subaccountId, splitPercentage: 10 }));
  const quiet = { billingData: { postbackUrl: undefined } };
  const told = body("payments.create", "pix", { billingData: { postbackUrl } });
  const card = body("payments.create", "cardWithSplits", { ...quiet, splits });
  const pix = body("payments.create", "pix", quiet);
  const { id } = await shop.pay("card", quiet);
  for (let count = 0; count < 100; count++) await shop.pay("billet", quiet);
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const post = (json: unknown, status = 200, path = "/payments") => ({
    ...{ method: "POST", path, status, headers, json },
  });
  const get = (path: string, status = 200) => ({ method: "GET", path, status, headers });
  const silent: Call[] = [
    get(`/payments/${id}`),
    get("/payments?status=PENDING&limit=20"),
    post(card),
    post(pix),
    post(shop.keys, 200, "/auth"),
    get("/_sandbox/balance"),
    get(`/payments/${NOBODY}`, 404),
    { ...get(`/payments/${id}`, 401), headers: {} },
    post({ ...pix, billingData: { amount: -1 } }, 400),
  ].map(callOf);
  // Postbacks are delivered long after the response, so there are fewer of these.
  return { shop, calls: [...silent, ...silent, ...silent, callOf(post(told))] };
}

/** What the process holds when it has got over what was asked of it: no more than before. */
async function calmed(sandbox: Running, { control }: Shop, before: Measured): Promise<Measured> {
  // This process is busy as well, and may not have responded to a postback. It is retried later.
  await until(async () => {
    await control.clock.advance({ seconds: 60 });
    return (await control.postbacks.list({ status: "PENDING", limit: 1 })).meta.total === 0;
  });
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
