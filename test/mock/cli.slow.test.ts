import { describe, expect, test } from "vitest";
import { fromSource, start } from "./command.ts";
import { exchange } from "./send.ts";

const centavo = (...args: string[]) => [...fromSource, ...args];

describe("it ends with status 0", () => {
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
