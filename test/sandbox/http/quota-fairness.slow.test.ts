import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createControl } from "../../../src/sandbox/index.ts";
import { startProcess } from "../../stress/sandbox-process.ts";
import { Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const QUOTA = "50";
/** The connections of the company that floods. Without a quota, the other keeps a twentieth of its throughput. */
const FLOOD = 200;
/** How long both call, in milliseconds. */
const SPAN = 2_000;
/** One half beside the flood, in turn with the other. */
const SPANS = 8;
/** The least share of its throughput that remains. It is about 0.95, and less on a machine that is busy with something else. */
const LEAST = 0.65;

test("a company that never stops calling costs another little of its throughput", async () => {
  const flags = ["--quiet", "--max-requests", QUOTA];
  const started = startProcess("src/cli/index.ts", flags, () => {});
  onTestFinished(() => started.kill());
  const { url, keys } = await started.ready;
  const { data: otherKeys } = await createControl(url, keys).companies.create();
  const [flood, call] = await Promise.all([callerOf(url, keys), callerOf(url, otherKeys)]);
  const served = { alone: 0, beside: 0 };
  for (let span = 0; span < SPANS; span++) {
    const ending = new AbortController();
    const isBeside = span % 2 === 1;
    const floods = Array.from({ length: isBeside ? FLOOD : 0 }, () => flood(ending.signal));
    const calls = Array.from({ length: 2 }, () => call(ending.signal));
    await setTimeout(SPAN);
    ending.abort();
    for (const count of await Promise.all(calls)) served[isBeside ? "beside" : "alone"] += count;
    await Promise.all(floods);
    await setTimeout(1_000);
  }
  expect(served.beside / served.alone, JSON.stringify(served)).toBeGreaterThan(LEAST);
});

/** What creates payments until the signal, one after the other, and returns how many it created. */
async function callerOf(url: string, keys: Shop["keys"]) {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const authorization = `Bearer ${await new Shop(url, keys).token()}`;
  const headers = { authorization, "content-type": "application/json" };
  const payment = JSON.stringify(body("payments.create", "pix", { billingData: { amount: 1 } }));
  const create = () => {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    request(`${url}/payments`, { method: "POST", headers, agent }, (response) =>
      response.resume().on("end", () => resolve(response.statusCode)),
    )
      // Node may have closed a connection that was idle.
      .on("error", () => resolve(undefined))
      .end(payment);
    return promise;
  };
  return async (signal: AbortSignal) => {
    let served = 0;
    while (!signal.aborted) if ((await create()) === 200) served += 1;
    return served;
  };
}
