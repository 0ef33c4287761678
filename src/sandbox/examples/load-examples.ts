import type { Payment } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { COMPANY } from "../domain/ledger-balances.ts";
import { parseTaxNumber } from "../services/customers.ts";
import { changeWithoutPostback } from "../services/payment-status-changes.ts";
import { getPaymentOrThrow, insertPayment } from "../services/payments.ts";
import { saveSubscription } from "../services/scheduled-jobs.ts";
import { recordStatus } from "../services/status-changes.ts";
import { insertSubaccount } from "../services/subaccounts.ts";
import { getSubscriptionOrThrow, insertSubscription } from "../services/subscriptions.ts";
import { insertWithdrawal } from "../services/withdrawals.ts";
import { OtherDataError } from "../startup-errors.ts";
import { kinds } from "../store/filters.ts";
import type { Company, Records } from "../store/records.ts";
import type { CompanyData } from "../store/store.ts";
import { BY_JOB, type UnitOfWork } from "../unit-of-work.ts";
import {
  exampleCardOutcome,
  exampleResources,
  type ReadableKind,
  statusAtCreation,
} from "./example-resources.ts";

/** Something that happened to a resource of the examples, and when. */
interface Step {
  at: string;
  run(context: Context): Promise<void>;
}

/** The history of a resource of each kind. Nothing sends postbacks: they were received long ago. */
const histories: { [Kind in ReadableKind]: (resource: Records[Kind]["resource"]) => Step[] } = {
  subaccounts: (resource) => [
    {
      at: resource.createdAt,
      async run(context) {
        const { id, status } = resource;
        const initial = statusAtCreation("subaccounts", resource);
        await insertSubaccount(context, { ...resource, status: initial });
        const record = await context.data.subaccounts.get(id);
        if (record) await context.data.subaccounts.update({ ...record, resource });
        recordStatus(context, { type: "subaccount", id }, initial, status);
      },
    },
  ],

  bankAccounts: (resource) => [
    {
      at: resource.createdAt,
      run: ({ data }) =>
        data.bankAccounts.insert({ id: `${resource.id}`, owner: COMPANY, resource }),
    },
  ],

  customers: (resource) => [
    {
      at: resource.createdAt,
      run: ({ data }) =>
        data.customers.insert({
          id: resource.id,
          taxNumber: parseTaxNumber(resource.document),
          resource,
        }),
    },
  ],

  cards: (resource) => [
    {
      at: resource.createdAt,
      run: ({ data }) =>
        data.cards.insert({ id: resource.id, resource, outcome: exampleCardOutcome(resource.id) }),
    },
  ],

  payments(resource) {
    const { id, status, createdAt, updatedAt } = resource;
    const initial = statusAtCreation("payments", resource);
    return [
      {
        at: createdAt,
        async run(context) {
          const created = { ...resource, status: initial, updatedAt: createdAt };
          const customerId = await customerIdOf(context, created);
          const record = { id, resource: created, customerId, subscriptionId: null };
          await insertPayment(context, { ...record, anticipated: false }, []);
        },
      },
      ...whenChanged(initial, status, {
        at: updatedAt,
        async run(context) {
          await changeWithoutPostback(context, await getPaymentOrThrow(context, id), status);
        },
      }),
    ];
  },

  subscriptions(resource) {
    const { id, status, createdAt, updatedAt } = resource;
    const initial = statusAtCreation("subscriptions", resource);
    return [
      {
        at: createdAt,
        run: (context) =>
          insertSubscription(context, { ...resource, status: initial, updatedAt: createdAt }),
      },
      ...whenChanged(initial, status, {
        at: updatedAt,
        async run(context) {
          const record = await getSubscriptionOrThrow(context, id);
          await saveSubscription(context, record, { ...record, resource });
          recordStatus(context, { type: "subscription", id }, initial, status);
        },
      }),
    ];
  },

  withdrawals: (resource) => [
    { at: resource.createdAt, run: (context) => insertWithdrawal(context, COMPANY, resource) },
  ],
};

/**
 * Fills a new company with the resources of the contract's examples, as if each had been created at its own
 * time. Changes nothing if the company holds them already.
 * @throws {OtherDataError} if the company has other data.
 */
export function loadExamples(
  unitOfWork: UnitOfWork,
  companyId: string,
  clock: number | undefined,
): Promise<void> {
  return unitOfWork.run(companyId, {
    mode: "transaction",
    cause: BY_JOB,
    async run(context) {
      const { company, data } = context;
      if (company.holdsExamples) return;
      if (!(await isEmpty(data))) {
        throw new OtherDataError();
      }
      const steps = allSteps();
      for (const { at, run } of steps) {
        context.now = Date.parse(at);
        await run(context);
      }
      const now = clock ?? context.now;
      Object.assign(company, {
        ...billetTerms(),
        clock: { startedAt: now, now },
        holdsExamples: true,
      });
    },
  });
}

/** The steps of all resources, in the order in which they happened. */
function allSteps(): Step[] {
  const steps = Object.keys(histories).flatMap((kind) => stepsOf(kind as ReadableKind));
  return steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function stepsOf<Kind extends ReadableKind>(kind: Kind): Step[] {
  return exampleResources(kind).flatMap((resource) => histories[kind](resource));
}

function whenChanged(from: string, to: string, step: Step): Step[] {
  return from === to ? [] : [step];
}

/** The customer of a payment is the one with the buyer's document. */
async function customerIdOf({ data }: Context, { id, buyerDetails }: Payment): Promise<string> {
  const taxNumber = parseTaxNumber(buyerDetails.document);
  const [customer] = await data.customers.find({ taxNumber });
  if (!customer) throw new Error(`No example of the contract has the customer of payment ${id}.`);
  return customer.id;
}

/** The late fee and the interest of the company, which the example of a boleto shows. */
function billetTerms(): Pick<Company, "lateFeeAmount" | "interestAmount"> {
  const billet = exampleResources("payments").find((payment) => "billetDetails" in payment);
  const { lateFeeAmount, interestAmount } = billet?.billetDetails ?? {};
  return { lateFeeAmount: lateFeeAmount ?? 0, interestAmount: interestAmount ?? 0 };
}

/** Whether a company has neither records nor a history. A start that was interrupted leaves such a company. */
async function isEmpty(data: CompanyData): Promise<boolean> {
  for (const kind of kinds) {
    const { total } = await data[kind].page({}, { page: 1, limit: 1 });
    if (total > 0) return false;
  }
  return (await data.timeline.lastId()) === 0;
}
