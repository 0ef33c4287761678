import { expect, test } from "vitest";
import { documents, openShop } from "../company-fixture.ts";
import {
  type BillingScenario,
  change,
  changeTo,
  chargesOf,
  daysOf,
  goTo,
  monthly,
  play,
} from "./subscription-fixtures.ts";

test.each<BillingScenario>([
  {
    what: "of the frequency counts from the due date, after the period that is paid",
    steps: ["2026-03-10", changeTo({ frequency: 7 }), "2026-04-21"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-04-14 SUCCEEDED 4990, 2026-04-21 SUCCEEDED 4990",
  },
  {
    what: "to a longer duration adds cycles",
    terms: { duration: 1 },
    steps: ["2026-03-10", changeTo({ duration: 2 }), "2026-05-20"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-04-09 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "to no duration lets the subscription go on",
    terms: { duration: 1 },
    steps: ["2026-03-10", changeTo({ duration: undefined }), "2026-05-20"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-04-09 SUCCEEDED 4990, 2026-05-09 SUCCEEDED 4990",
  },
  {
    what: "of the expiration date moves the end",
    terms: { expirationDate: "2026-03-20" },
    steps: ["2026-03-20", changeTo({ expirationDate: "2026-04-09" }), "2026-06-01"],
    charges: "2026-03-10 SUCCEEDED 4990, 2026-04-09 SUCCEEDED 4990",
    status: "EXPIRED",
  },
  {
    what: "to the same terms charges nothing twice",
    terms: { setupAmount: 100 },
    steps: ["2026-03-09", "2026-03-10", "2026-04-09"].flatMap((day) => [
      day,
      ...Array(3).fill(changeTo({})),
    ]),
    charges: "2026-03-10 SUCCEEDED 5090, 2026-04-09 SUCCEEDED 4990",
  },
])("a change $what", async ({ charges, status = "ACTIVE", ...scenario }) => {
  expect(await play({ charges, ...scenario })).toEqual({ charges, status });
});

test("a change of the amount and the card counts from the next charge on", async () => {
  const shop = await openShop();
  const card = await shop.card();
  const other = await shop.customer({ document: documents.cpf });
  const theirs = await shop.card({ customerId: other.id });
  const { id } = await shop.subscription(monthly, card);
  await goTo(shop, "2026-03-10");
  await change(shop, id, { amount: 5990, customerId: other.id, tokenizedCardId: theirs.id });
  await goTo(shop, "2026-04-09");
  const charges = await chargesOf(shop, id);
  expect(charges).toMatchObject([
    { amount: 4990 },
    { amount: 5990, buyerDetails: { document: documents.cpf } },
  ]);
  const { data } = await shop.centavo.payments.list({ customerId: other.id });
  expect(data.map((each) => each.id)).toEqual([charges[1]?.id]);
});

test.each([
  { day: "2026-03-10", expired: "2026-03-11T03:00:00.000Z" },
  { day: "2026-03-20", expired: "2026-03-20T03:00:00.000Z" },
])(
  "a change to a duration that is used up ends the subscription after that day: %o",
  async (row) => {
    const { day, expired } = row;
    const shop = await openShop();
    const { id } = await shop.subscription({ ...monthly, duration: 5 });
    await goTo(shop, day);
    expect((await change(shop, id, { duration: 1 })).status).toBe("ACTIVE");
    await goTo(shop, "2026-03-21");
    const { data } = await shop.centavo.subscriptions.get(id);
    expect(data).toMatchObject({ status: "EXPIRED", duration: 1, updatedAt: expired });
    expect(await daysOf(shop, id)).toEqual(["2026-03-10"]);
  },
);
