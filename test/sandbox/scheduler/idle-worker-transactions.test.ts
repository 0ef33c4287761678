import { expect, onTestFinished, test, vi } from "vitest";
import { RequestLog } from "../../../src/sandbox/request-log/request-log.ts";
import { Shop, START, startSandbox } from "../company-fixture.ts";
import { payWithPostback, statusesAt } from "../postbacks/postback-fixtures.ts";
import { receive } from "../receiver.ts";

test("a creation is one transaction, and two more claim its postback and record the attempt", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const { url } = await receive(200);
  const transactions = vi.spyOn(RequestLog.prototype, "transaction");
  onTestFinished(() => transactions.mockRestore());
  const transactionsOf = async (postbackUrl?: string) => {
    await sandbox.settled();
    transactions.mockClear();
    await payWithPostback(shop, postbackUrl, "pix");
    await sandbox.settled();
    return transactions.mock.calls.length;
  };
  expect(await transactionsOf()).toBe(1);
  expect(await transactionsOf(url)).toBe(3);
});

// The first is due before the advance has ended.
test.each([1, 200])(
  "the end of a PIX comes by itself %i ms after an advance, without a request",
  async (milliseconds) => {
    const sandbox = await startSandbox();
    onTestFinished(sandbox.close);
    const shop = new Shop(sandbox.url, sandbox);
    const receiver = await receive(200, 200);
    const { createdAt } = await payWithPostback(shop, receiver.url, "pix");
    const to = new Date(Date.parse(createdAt) + 86_400_000 - milliseconds).toISOString();
    await shop.control.clock.advance({ to });
    await receiver.arrived(2);
    expect(statusesAt(receiver)).toEqual(["PENDING", "CANCELED"]);
  },
);
