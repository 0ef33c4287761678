import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startMock } from "../../src/mock/index.ts";
import { body } from "../sandbox/contract-examples.ts";
import { receive } from "../sandbox/receiver.ts";
import { exchange } from "./send-request.ts";

/** Far longer than a call within this machine takes. */
const A_WHILE = 500;

test("the mock calls no postback address, although the contract has a callback", async () => {
  const receiver = await receive();
  const mock = await startMock();
  onTestFinished(() => mock.close());

  const sent = JSON.stringify(
    body("payments.create", "pix", { billingData: { postbackUrl: receiver.url } }),
  );
  expect(sent).toContain(receiver.url);
  const { status } = await exchange(`${mock.url}/payments`, {
    method: "POST",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: sent,
  });
  expect(status).toBe(200);
  await setTimeout(A_WHILE);

  expect(receiver.deliveries).toEqual([]);
});
