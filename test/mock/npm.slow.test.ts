import { expect, test } from "vitest";
import { start } from "./command.ts";
import { exchange } from "./send.ts";

test.each(["mock", "sandbox"])(
  "when npm is ended, which runs the %s, that ends with status 0 and leaves nothing behind",
  async (name) => {
    const { url, kill, ended } = await start(["npm", "run", name, "--", "--port", "0"]);
    kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 0, signal: null });
    // npm may end a moment before what it runs.
    const asked = () => exchange(`${url}/payments`).then(String, String);
    await expect.poll(asked, { timeout: 10_000 }).toContain("fetch failed");
  },
);
