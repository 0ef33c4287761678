import type { JsonObject } from "../../contract/cursor.ts";
import { MAX_ITEMS } from "../../contract/validation-limits.ts";
import { DOCUMENTS_PATH } from "../documents/document-urls.ts";
import { MAX_AMOUNT } from "../domain/billet.ts";
import { CLOCK_RANGE } from "../domain/calendar.ts";
import { MAX_INSTALLMENTS } from "../domain/card.ts";
import { accounts, ledgerEvents, MAX_TOTAL_RECEIVED } from "../domain/ledger-balances.ts";
import { testOutcomes } from "../domain/test-outcomes.ts";
import type { StateLine } from "./state-file.ts";

/** As the sandbox writes them. */
const uuid = { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" };
/**
 * The years in which a clock can be, or for which something can be planned. In Brazil, 1970 began three hours later. The
 * contract has the format of the rest.
 */
const inRange = { pattern: "^(1969-12-31|(19[7-9]|[2-9]\\d\\d)\\d-)" };
const day = { type: "string", format: "date", ...inRange };
/** A time for which something can be planned, and one that a clock can show. */
const milliseconds = {
  type: "integer",
  minimum: CLOCK_RANGE.first,
  maximum: Date.parse("9999-12-31T23:59:59.999Z"),
};
const clockTime = { ...milliseconds, maximum: CLOCK_RANGE.last };
const count = { type: "integer", minimum: 0, maximum: 2 ** 48 };
/** Ids of bank accounts are a multiple of it, and stay exact. */
const generation = { ...count, maximum: 2 ** 32 };
const owner = { anyOf: [{ const: "" }, uuid] };

/** An object with exactly these fields, of which some may be left out. */
function object(properties: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: "object",
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
    additionalProperties: false,
  };
}

/** A resource as the contract has it, and what the contract does not say of what a sandbox makes. */
function resource(schema: string, properties: JsonObject): JsonObject {
  return { allOf: [{ $ref: schema }, { type: "object", properties }] };
}

const times = { createdAt: inRange, updatedAt: inRange };
const files = { pattern: `^(${DOCUMENTS_PATH}|https?://)` };

const percentage = { pattern: "^\\d{1,3}\\.\\d\\d$" };
const share = { minimum: 0, maximum: MAX_AMOUNT };

const payment = resource("Payment", {
  ...times,
  amount: { minimum: 1, maximum: MAX_AMOUNT },
  installments: { minimum: 1, maximum: MAX_INSTALLMENTS },
  splits: { maxItems: MAX_ITEMS, items: { properties: { liquidAmount: share } } },
  pixDetails: {
    properties: {
      brCode: { pattern: "^[ -~]{1,512}$" },
      qrCodeUrl: files,
      expirationDate: inRange,
    },
  },
  billetDetails: {
    properties: {
      barcode: { pattern: "^\\d{44}$" },
      digitableLine: { pattern: "^\\d{47}$" },
      pdfUrl: files,
      expirationDate: inRange,
      paymentLimitDate: inRange,
      interestAmount: share,
      interestPercentage: percentage,
      lateFeeAmount: share,
      lateFeePercentage: percentage,
    },
  },
});

const withdrawal = resource("Withdrawal", {
  ...times,
  amount: { minimum: 0, maximum: MAX_TOTAL_RECEIVED },
  liquidAmount: { minimum: 0, maximum: MAX_TOTAL_RECEIVED },
});

const billing = object(
  {
    cycles: count,
    declined: count,
    next: object({ day, kind: { enum: ["charge", "retry", "expire"] } }),
  },
  { billedOn: day, cyclesFrom: day, pending: object({ paymentId: uuid, declined: count }) },
);

const company = object(
  {
    id: uuid,
    authorized: { type: "boolean" },
    feePercentage: { $ref: "CompanyCreate#/properties/feePercentage" },
    feeFixed: { $ref: "CompanyCreate#/properties/feeFixed" },
    lateFeeAmount: { $ref: "CompanyCreate#/properties/lateFeeAmount" },
    interestAmount: { $ref: "CompanyCreate#/properties/interestAmount" },
    checkTaxIds: { type: "boolean" },
    holdsExamples: { type: "boolean" },
    clock: {
      oneOf: [
        object({ ahead: { ...clockTime, minimum: -CLOCK_RANGE.last } }),
        object({ startedAt: clockTime, now: clockTime }),
      ],
    },
    faults: { $ref: "Faults#/properties/faults" },
    receiver: { $ref: "ReceiverBehavior" },
    drawCount: count,
    tokens: count,
    generation,
  },
  { name: { $ref: "CompanyName" }, owner: { $ref: "CompanyName" }, keyRotations: count },
);

const record = (resource: JsonObject, fields: JsonObject = {}, id: JsonObject = uuid) =>
  object({ id, resource, ...fields });

const entry = object({
  account: { enum: accounts },
  owner,
  amount: { type: "integer", minimum: -MAX_TOTAL_RECEIVED, maximum: MAX_TOTAL_RECEIVED },
  on: day,
});

/** What the value of each type of line is, by the contract's schemas and those of what no response shows. */
export const lineSchemas: Readonly<Record<StateLine["type"], JsonObject>> = {
  company,
  damaged: object({ id: uuid }),
  customers: record(resource("Customer", times), { taxNumber: { type: "string" } }),
  cards: record(resource("TokenizedCard", times), { outcome: { enum: Object.keys(testOutcomes) } }),
  payments: record(payment, {
    customerId: uuid,
    subscriptionId: { anyOf: [{ type: "null" }, uuid] },
    anticipated: { type: "boolean" },
  }),
  subaccounts: record(resource("Subaccount", times), { taxNumber: { type: "string" } }),
  subscriptions: record(
    resource("Subscription", {
      ...times,
      amount: { minimum: 1, maximum: MAX_TOTAL_RECEIVED },
      setupAmount: { minimum: 0, maximum: MAX_TOTAL_RECEIVED },
      frequency: { minimum: 1 },
      dueDate: inRange,
      splits: {
        maxItems: MAX_ITEMS,
        items: { properties: { liquidAmount: share, splitAmount: share } },
      },
      expirationDate: inRange,
      canceledAt: inRange,
    }),
    { billing },
  ),
  bankAccounts: record(resource("BankAccount", times), { owner }, { pattern: "^[1-9]\\d{0,14}$" }),
  withdrawals: record(withdrawal, { owner }),
  postbacks: object({
    id: uuid,
    resource: { $ref: "Postback" },
    due: milliseconds,
    attemptCount: count,
    hasArrived: { type: "boolean" },
    body: { anyOf: [payment, withdrawal] },
  }),
  posting: object({
    subject: uuid,
    event: { enum: ledgerEvents },
    entries: { type: "array", minItems: 2, items: entry },
  }),
  job: {
    oneOf: [
      object({
        kind: { const: "payment" },
        dueAt: milliseconds,
        paymentId: uuid,
        status: { $ref: "PaymentStatus" },
      }),
      object({ kind: { const: "expiry" }, dueAt: milliseconds, paymentId: uuid }),
      object({
        kind: { enum: ["charge", "end"] },
        dueAt: milliseconds,
        subscriptionId: uuid,
        day,
      }),
      object({ kind: { const: "settlement" }, dueAt: milliseconds, owner, day }),
    ],
  },
};
