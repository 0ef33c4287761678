import { expect, onTestFinished, test, vi } from "vitest";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { receive, silence } from "../receiver.ts";
import { payWithPostback, postbacksOf } from "./postback-fixtures.ts";

test("of what was due while no sandbox ran, a failed postback and a pending redelivery get one attempt each", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(START) });
  onTestFinished(() => void vi.useRealTimers());
  const db = newFile();
  const receivers = [await receive(500), await receive(), await receive(200, silence, 500)];
  const [failing, good, again] = receivers as [(typeof receivers)[0], ...typeof receivers];
  const first = await startSandbox({ db });
  const shop = new Shop(first.url, first);
  for (const { url } of receivers) {
    await payWithPostback(shop, url);
    await first.settled();
  }
  await shop.control.postbacks.redeliver(`${(await postbacksOf(shop)).at(-1)?.eventId}`);
  await again?.arrived(2);
  await first.close();

  vi.setSystemTime("2026-03-09T12:00:00Z");
  const second = await startSandbox({ db });
  onTestFinished(second.close);
  // By itself: nobody calls it.
  await failing.arrived(2);
  await second.settled();
  const counts = () => receivers.map(({ deliveries }) => deliveries.length);
  expect(counts()).toEqual([2, 1, 3]);
  const now = "2026-03-09T12:00:00.000Z";
  expect(await postbacksOf(new Shop(second.url, second))).toMatchObject([
    {
      ...{ status: "PENDING", nextAttemptAt: "2026-03-09T12:05:00.000Z" },
      attempts: [{ at: "2026-03-02T12:00:00.000Z" }, { at: now }],
    },
    { status: "DELIVERED", url: good?.url },
    {
      ...{ status: "DELIVERED", nextAttemptAt: null },
      attempts: [{ status: 200 }, { at: now, status: 500 }],
    },
  ]);
  await second.control.clock.advance({ days: 10 });
  expect(counts()).toEqual([10, 1, 3]);
});
