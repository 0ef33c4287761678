import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { send } from "../../src/sandbox/attendance/send.ts";
import { receive, silence } from "./receiver.ts";

const limits = { ending: new AbortController().signal, longestWait: 200 };
const tooLate = { status: null, answer: null, problem: "No answer came within 0.2 seconds." };

test("a receiver that lets one wait is waited for no longer than the limit", async () => {
  const { url } = await receive(silence);
  const before = performance.now();
  expect(await send(url, "{}", limits)).toEqual(tooLate);
  expect(performance.now() - before).toBeLessThan(2000);
});

test("an answer that comes drop by drop has no longer", async () => {
  const { url } = await receive(async (response) => {
    response.writeHead(200);
    while (!response.destroyed) {
      response.write(".");
      await setTimeout(10);
    }
  });
  expect(await send(url, "{}", limits)).toEqual(tooLate);
});
