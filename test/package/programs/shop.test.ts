import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCentavo } from "centavo";
import { test as base, expect } from "centavo/testing/playwright";
import { order } from "./orders.ts";

/** A shop with a page for each payment, which connects with the keys of the test's company. */
const test = base.extend<{ shop: string }>({
  shop: async ({ company, receiver }, use) => {
    const centavo = createCentavo({ baseUrl: company.url, ...company });
    const { data: pix } = await centavo.payments.create(order(receiver));
    const server = createServer(async (_, response) => {
      const { data: payment } = await centavo.payments.get(pix.id);
      const text = payment.status === "PAID" ? "Thank you" : "Copy the code";
      response.end(`<!doctype html><meta http-equiv="refresh" content="1"><p>${text}`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

test("the buyer sees that the PIX is paid", async ({ page, shop, centavo, control }) => {
  await page.goto(shop);
  await page.getByText("Copy the code").waitFor();
  const { data: pending } = await centavo.payments.list({ status: "PENDING" });
  for (const { id } of pending) await control.payments.setStatus(id, { status: "PAID" });
  await expect(page.getByText("Thank you")).toBeVisible();
});
