import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createControl } from "../../../src/sandbox-node/index.ts";
import { startProcess } from "../../stress/sandbox-process.ts";
import { Shop } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const QUOTA = "50";
/** The connections of the company that floods. Without a quota, the other keeps a twentieth of its throughput. */
const FLOOD = 200;
/** How long both call, in milliseconds. */
const SPAN = 2_000;
/** How often both are compared: what else this machine does meanwhile slows one of them, but hardly each time. */
const COMPARISONS = 4;
/** The least share of its throughput that remains. It is about 0.95. */
const LEAST = 0.65;

test("a company that never stops calling costs another little of its throughput", async () => {
  const flags = ["--quiet", "--max-requests", QUOTA];
  const started = startProcess("src/cli/index.ts", flags, () => {});
  onTestFinished(() => started.kill());
  const { url, keys } = await started.ready;
  const { data: otherKeys } = await createControl({ baseUrl: url, ...keys }).companies.create();
  const [flood, call] = await Promise.all([callerOf(url, keys), callerOf(url, otherKeys)]);
  /** How much is served in a span of time, beside a flood of so many connections. */
  const serve = async (connections: number) => {
    const ending = new AbortController();
    const floods = Array.from({ length: connections }, () => flood(ending.signal));
    const calls = [call(ending.signal), call(ending.signal)] as const;
    await setTimeout(SPAN);
    ending.abort();
    const [one, other] = await Promise.all(calls);
    await Promise.all(floods);
    await setTimeout(1_000);
    return one + other;
  };
  const shares: number[] = [];
  for (let count = 0; count < COMPARISONS; count++) {
    const alone = await serve(0);
    shares.push((await serve(FLOOD)) / alone);
  }
  expect(Math.max(...shares), `${shares}`).toBeGreaterThan(LEAST);
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
