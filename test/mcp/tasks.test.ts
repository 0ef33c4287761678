import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import { START } from "../sandbox/clock-start-time.ts";
import { receive } from "../sandbox/receiver.ts";
import { Agent } from "./agent.ts";
import { tasks } from "./tasks.ts";

/** What a task may cost. Most need a third of it. */
const MAX_CALLS = 8;
const MAX_BYTES = 24_000;

let sandbox: Sandbox;
let agent: Agent;
const costs: { task: string; calls: number; bytes: number }[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, clock: START });
  agent = await Agent.of(sandbox);
});

beforeEach(async () => {
  await sandbox.control.company.reset();
  await sandbox.control.faults.set({ faults: [] });
});

afterAll(async () => {
  await agent.client.close();
  await sandbox.close();
  console.table(costs);
});

test.each(tasks)("$task", async ({ task, solve, answer }) => {
  const { url: receiver } = await receive(
    (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
  );
  const before = { calls: agent.calls, bytes: agent.bytes };
  expect(await solve(agent, { receiver })).toEqual(answer);
  const calls = agent.calls - before.calls;
  const bytes = agent.bytes - before.bytes;
  costs.push({ task: task.slice(0, 60), calls, bytes });
  expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});
