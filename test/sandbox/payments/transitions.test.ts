import { expect, onTestFinished, test } from "vitest";
import type { BuyerDetails, PaymentSplit } from "../../../src/client/index.ts";
import { warnAbout } from "../../../src/http-server/describe-error.ts";
import { type Context, createSharedContext } from "../../../src/sandbox/context.ts";
import { newSettings } from "../../../src/sandbox/runtime/random-seed.ts";
import { dueJobs } from "../../../src/sandbox/scheduler/run-due-jobs.ts";
import { createCompany } from "../../../src/sandbox/services/companies.ts";
import {
  anticipatePayment,
  changePaymentStatus,
} from "../../../src/sandbox/services/payment-transitions.ts";
import { type ChargeMethod, createCharge } from "../../../src/sandbox/services/payments.ts";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import type { PaymentRecord } from "../../../src/sandbox/store/records.ts";
import { BY_JOB, UnitOfWork } from "../../../src/sandbox/unit-of-work.ts";

/** Runs work for a new company, in one transaction of a store of its own. */
async function inCompany<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const settings = newSettings({ seed: "transitions", db: undefined, isExposed: false });
  const shared = createSharedContext({
    settings,
    systemTime: Date.now,
    frozenAt: Date.parse("2026-03-02T12:00:00Z"),
  });
  const company = await store.sharedTransaction(async (data) => {
    await data.settings.save(settings);
    return createCompany(data, shared, {});
  });
  const unitOfWork = new UnitOfWork(store, shared, dueJobs, warnAbout);
  return unitOfWork.inContext(company.id, { mode: "transaction", cause: BY_JOB, run: work });
}

/** Creates a payment of R$ 100,00 and returns its record. */
async function charge(context: Context, paymentMethod: ChargeMethod): Promise<PaymentRecord> {
  const { id } = await createCharge(context, {
    customerId: context.uuid(),
    subscriptionId: null,
    amount: 10_000,
    postbackUrl: "",
    splits: [],
    paymentMethod,
    buyerDetails: {} as BuyerDetails,
  });
  const record = await context.data.payments.get(id);
  if (!record) throw new Error("The payment is not stored.");
  return record;
}

function deepFreeze<Value>(value: Value): Value {
  for (const inner of Object.values(value as object)) {
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}

const split: PaymentSplit = {
  subaccountId: "71a5c2e9-3d8f-4b06-9e14-c8b7f6a0d253",
  splitType: "percentage",
  splitPercentage: 1,
  liquidAmount: 100,
  chargebackLiable: true,
};

test.each([
  ["SUCCEEDED", "REFUNDED"],
  ["DISPUTED", "CHARGEBACK"],
] as const)("from %s to %s the given payment does not change", async (from, to) => {
  await inCompany(async (context) => {
    const created = await charge(context, { method: "pix" });
    const { id } = created;
    const resource = { ...created.resource, status: from, splits: [split] };
    const record = deepFreeze({ ...created, resource });

    const changed = await changePaymentStatus(context, record, to);

    expect(record.resource.status).toBe(from);
    expect(changed).toMatchObject({ id, status: to, splits: to === "REFUNDED" ? [] : [{}] });
  });
});

test("anticipation does not change the given payment", async () => {
  await inCompany(async (context) => {
    const cardDetails = { brand: "visa", first4Digits: "4111", last4Digits: "1111" } as const;
    const record = deepFreeze(
      await charge(context, {
        method: "card",
        installments: 2,
        details: { ...cardDetails, expirationMonth: "12", expirationYear: "2030" },
        outcome: "succeeds",
      }),
    );
    await anticipatePayment(context, record);
    expect(record.anticipated).toBe(false);
    expect(await context.data.payments.get(record.id)).toMatchObject({ anticipated: true });
  });
});
