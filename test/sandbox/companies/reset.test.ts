import { expect, onTestFinished, test } from "vitest";
import { openShop, START, startSandbox } from "../company-fixture.ts";
import { everythingOf, furnishedCompany, newCompany } from "./furnished-company.ts";

/** Without the ids of the company and its snapshot. */
function withoutOwnIds(responses: string[]): string[] {
  return responses.map((text) => text.replace(/(?<="snapshotId":"|receiver\/)[\da-f-]+/, "id"));
}

test("after a reset a company is as it was made, with its snapshots, keys and tokens", async () => {
  const sandbox = await startSandbox({ clock: START });
  onTestFinished(sandbox.close);
  const company = await furnishedCompany(sandbox, "Ana");
  const { shop, has, files } = company;
  await shop.control.faults.set({ faults: [{ status: 503 }] });
  await shop.control.receiver.set({ behavior: "fail" });
  await shop.control.clock.advance({ seconds: 60 });
  await shop.control.company.reset();
  const { data: requests } = await shop.control.requests.list();
  expect(requests.map(({ operationId }) => operationId)).toEqual(["company.reset"]);

  const fresh = { ...(await newCompany(sandbox)), has, files };
  await fresh.shop.control.snapshots.create();
  expect(withoutOwnIds(await everythingOf(company))).toEqual(
    withoutOwnIds(await everythingOf(fresh)),
  );
  expect(await shop.token()).toEqual(expect.any(String));
});

test("after a reset the fees of the company stay, and no scheduled job runs", async () => {
  const shop = await openShop({ feeFixed: 100 });
  await shop.pay("pix", { billingData: { amount: 999_994 } });
  await shop.control.company.reset();
  await shop.control.clock.advance({ days: 2 });
  expect((await shop.centavo.payments.list()).data).toEqual([]);
  await shop.pay("card", { billingData: { amount: 1000, installments: 1 } });
  expect((await shop.balance()).receivable).toMatchObject([{ amount: 900 }]);
});
