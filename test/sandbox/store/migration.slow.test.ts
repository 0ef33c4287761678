import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { engines, enlarge, expectAsShown, postgres } from "../../fixtures/recorded-databases.ts";
import { isNightly } from "../../nightly.ts";
import { PostgresServer, programs } from "../../postgres/postgres-server.ts";

/** How often each migration is killed, and how much larger than the fixture its database is. */
const [KILLS, SIZE] = isNightly ? [20, 1000] : [4, 200];

let server: PostgresServer;
beforeAll(async () => {
  if (programs) server = await PostgresServer.start();
});
afterAll(() => server?.close());

describe.each(engines)("a database of version 08e9f41 on $engine", (engine) => {
  const { versions } = engine;

  test("whose migration is killed at any moment is migrated by the next process", async () => {
    const [measured, left] = [await engine.leave(server), await engine.leave(server)];
    for (const each of [measured, left]) await enlarge(each, engine, SIZE);
    const whole = (await (await opener(measured.address))()).duration;
    let unfinished = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const moment = ((kill + Math.random()) / KILLS) * whole;
      const { said } = await (await opener(left.address))(moment);
      if (said === "") unfinished += 1;
    }
    expect(unfinished).toBeGreaterThan(0);
    const next = await startSandbox({ db: left.address });
    onTestFinished(next.close);
    await expectAsShown(next.url, left.companies);
  });

  test("that several processes open at once is migrated once", async () => {
    const left = await engine.leave(server);
    await enlarge(left, engine, SIZE);
    const [first] = await left.query(versions);
    const openers = await Promise.all([1, 2, 3, 4].map(() => opener(left.address)));
    const processes = await Promise.all(openers.map((open) => open()));
    const refused = processes.filter(({ said }) => said !== "opened\n");
    // A file is of one process. The others say so, and do nothing.
    for (const { said } of refused) expect(said).toBe("another sandbox or program has it open\n");
    expect(refused.length).toBeLessThanOrEqual(engine === postgres ? 0 : 3);
    const [now, ...others] = await left.query(versions);
    expect(others).toEqual([]);
    expect(now).not.toEqual(first);
  });
});

const OPEN = `import { openStore } from "./src/sandbox/store/open-store.ts";
console.log("ready");
for await (const _ of process.stdin);
const store = await openStore(process.argv[1]).catch(({ message }) => console.log(message));
if (store) console.log("opened");
await store?.close();`;

/** Makes a process that opens a database when told to. It then ends, or is killed some milliseconds after it began. */
async function opener(address: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", OPEN, address], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  await once(child.stdout, "data");
  let said = "";
  child.stdout.on("data", (data) => {
    said += data;
  });
  return async (killAfter?: number) => {
    const began = Date.now();
    child.stdin.end();
    if (killAfter !== undefined) {
      await setTimeout(killAfter);
      child.kill("SIGKILL");
    }
    await closed;
    return { said, duration: Date.now() - began };
  };
}
