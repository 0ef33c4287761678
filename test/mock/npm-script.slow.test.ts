import { expect, test } from "vitest";
import { start } from "../run-command-line.ts";
import { exchange } from "./send-request.ts";

test.each(["mock", "sandbox"])(
  "ending npm run %s ends the server too, and leaves nothing behind",
  async (name) => {
    const { url, kill, ended } = await start(["npm", "run", name, "--", "--port", "0"]);
    kill("SIGTERM");
    // Whether npm ends with a status or with the signal depends on the shell between the two.
    // Its output ends only with the last process that could write to it.
    await ended;
    await expect(exchange(`${url}/payments`)).rejects.toThrow("fetch failed");
  },
  20_000,
);
