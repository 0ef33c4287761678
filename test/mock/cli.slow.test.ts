import { expect, test } from "vitest";
import { fromSource, run, start } from "../run-command-line.ts";
import { exchange } from "./send-request.ts";

const mock = [...fromSource, "mock", "--port", "0"];
const ENDED = { status: 0, signal: null, stderr: "" };

test("the printed commands run, for a success and for an error, and it ends with status 0", async () => {
  const { text, kill, ended } = await start(mock);
  const [line = ""] = text.match(/curl .+/) ?? [];
  const [error = ""] = text.match(/-H "Prefer: [^"]+"/) ?? [];

  const success = await run(["sh", "-c", `${line} --silent --max-time 30`]);
  const failure = await run(["sh", "-c", `${line} ${error} --silent --max-time 30`]);
  kill("SIGTERM");

  expect(JSON.parse(success.stdout).data[0]).toMatchObject({ amount: 14900 });
  expect(JSON.parse(failure.stdout)).toMatchObject({ data: { returnCode: -1001 } });
  const log = /\nGET \/payments 200\nGET \/payments 403\n$/;
  expect(await ended).toMatchObject({ ...ENDED, stdout: expect.stringMatching(log) });
});

test("it keeps running when its output is not read", async () => {
  const { url, stopReading, kill, ended } = await start(mock);
  stopReading();
  for (let call = 0; call < 5; call++) {
    expect(await exchange(`${url}/payments`)).toMatchObject({ status: 401 });
  }
  kill("SIGTERM");
  expect(await ended).toMatchObject(ENDED);
});

test("a second signal ends it with status 0 too, as npm sends one for every Ctrl-C", async () => {
  const { kill, ended } = await start(mock);
  kill("SIGINT");
  kill("SIGTERM");
  expect(await ended).toMatchObject(ENDED);
});

test.each(["mock", "sandbox"])("ending npm run %s leaves nothing behind", async (name) => {
  const { url, kill, ended } = await start(["npm", "run", name, "--", "--port", "0"]);
  kill("SIGTERM");
  // Whether npm ends with a status or with the signal depends on the shell between the two.
  // Its output ends only with the last process that could write to it.
  await ended;
  await expect(exchange(`${url}/payments`)).rejects.toThrow("fetch failed");
});
