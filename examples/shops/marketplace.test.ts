import { createCentavo } from "centavo";
import { createSandbox } from "centavo/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { craftsperson, maria, mariasCard } from "../people.ts";
import { createMarketplace, type Marketplace } from "./marketplace.ts";
import { createOrderMap } from "./orders.ts";

test("a seller who is approved earns a share, and loses it with a dispute", async () => {
  let shop: Marketplace | undefined;
  const sandbox = await createSandbox({
    clock: "2026-03-02T12:00:00Z",
    receiver: async (request) =>
      (await shop?.postbacks.fetch(request)) ?? new Response(null, { status: 503 }),
  });
  onTestFinished(() => sandbox.close());
  const { control } = sandbox;
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const { data: ana } = await centavo.subaccounts.createPf(
    craftsperson("Ana", "Lima", "52998224725"),
  );
  shop = createMarketplace({
    ...{ centavo, orders: createOrderMap(), sellerOf: () => ana.id, percentage: 80 },
    url: "https://shop.example/postbacks",
    secret: "a long random text from your settings",
  });
  const order = { method: "card", buyer: maria, card: mariasCard } as const;

  await expect(shop.pay({ ...order, id: "1", amount: 10000 })).rejects.toThrow("cannot sell yet");
  await control.subaccounts.setStatus(ana.id, { status: "APPROVED" });
  await shop.pay({ ...order, id: "1", amount: 10000 });
  const { id } = await shop.pay({ ...order, id: "2", amount: 5000 });
  expect(await shop.statementOf(ana.id)).toEqual({ earned: 12000, disputed: 0 });

  await control.payments.setStatus(id, { status: "DISPUTED" });
  await sandbox.settled();
  expect(await shop.statementOf(ana.id)).toEqual({ earned: 12000, disputed: 4000 });
  await control.payments.setStatus(id, { status: "CHARGEBACK" });
  await sandbox.settled();
  expect(await shop.statementOf(ana.id)).toEqual({ earned: 8000, disputed: 0 });

  await shop.refund("1");
  await sandbox.settled();
  expect(await shop.statementOf(ana.id)).toEqual({ earned: 0, disputed: 0 });
});
