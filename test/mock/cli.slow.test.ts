import { describe, expect, test } from "vitest";
import { fromSource, run, start } from "../run-command-line.ts";
import { exchange } from "./send-request.ts";

const centavo = (...args: string[]) => [...fromSource, ...args];

test("the printed commands run, for a success and for an error", async () => {
  const { text, kill, ended } = await start(centavo("mock", "--port", "0"));
  const [line = ""] = text.match(/curl .+/) ?? [];
  const [error = ""] = text.match(/-H "Prefer: [^"]+"/) ?? [];

  const success = await run(["sh", "-c", `${line} --silent --max-time 5`]);
  const failure = await run(["sh", "-c", `${line} ${error} --silent --max-time 5`]);
  kill("SIGTERM");
  const { stdout } = await ended;

  expect(JSON.parse(success.stdout)).toMatchObject({ data: { amount: 14970 } });
  expect(JSON.parse(failure.stdout)).toMatchObject({ data: { returnCode: -7708 } });
  expect(stdout).toMatch(/\nGET \/payments\/[\w-]+ 200\nGET \/payments\/[\w-]+ 404\n$/);
});

test.each(["mock", "sandbox"])("%s keeps running when its output is not read", async (name) => {
  const { url, stopReading, kill, ended } = await start(centavo(name, "--port", "0"));
  stopReading();
  for (let call = 0; call < 5; call++) {
    const { status } = await exchange(`${url}/payments`);
    expect(status).toBe(401);
  }
  kill("SIGTERM");
  expect(await ended).toMatchObject({ status: 0, signal: null, stderr: "" });
});

describe("it exits with status 0", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("on %s", async (signal) => {
    const { url, kill, ended } = await start(centavo("mock", "--port", "0"));
    await exchange(`${url}/payments`);

    kill(signal);

    expect(await ended).toMatchObject({ status: 0, signal: null, stderr: "" });
    await expect(exchange(`${url}/payments`)).rejects.toThrow("fetch failed");
  });

  test("on a second signal before it has ended, as npm sends one for every Ctrl-C", async () => {
    const { kill, ended } = await start(centavo("mock", "--port", "0"));
    kill("SIGINT");
    kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 0, signal: null, stderr: "" });
  });
});
