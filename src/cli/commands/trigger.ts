import type { Payment, PaymentCreate, PaymentStatus } from "../../client/index.ts";
import { command } from "../define-command.ts";
import { exampleBody, findOperation } from "../operation-commands/operation-table.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { connectionFlags } from "../shared-flags.ts";
import { withSandbox } from "../with-sandbox.ts";

/** How a payment comes to an outcome. */
interface TriggerOutcome {
  /** The name of the contract's example request of `payments.create`. */
  example: string;
  /** The statuses that the buyer, the acquirer or the cardholder then moves it to. */
  steps: readonly PaymentStatus[];
}

export const triggerOutcomes: Record<string, TriggerOutcome> = {
  "pix-pending": { example: "pix", steps: [] },
  "pix-paid": { example: "pix", steps: ["PAID"] },
  "pix-expired": { example: "pix", steps: ["CANCELED"] },
  "billet-pending": { example: "billet", steps: [] },
  "billet-paid": { example: "billet", steps: ["PAID"] },
  "billet-expired": { example: "billet", steps: ["CANCELED"] },
  "card-approved": { example: "card", steps: [] },
  "card-declined": { example: "cardDeclined", steps: [] },
  "card-refunded": { example: "card", steps: ["REFUNDED"] },
  dispute: { example: "card", steps: ["DISPUTED"] },
  "dispute-won": { example: "card", steps: ["DISPUTED", "SUCCEEDED"] },
  chargeback: { example: "card", steps: ["DISPUTED", "CHARGEBACK"] },
};

export const trigger = command({
  name: "trigger",
  summary: "Creates a payment with a certain outcome, from an example of the contract.",
  flags: {
    outcome: {
      value: "OUTCOME",
      help: `one of ${Object.keys(triggerOutcomes).join(", ")}`,
      isRequired: true,
      values: Object.keys(triggerOutcomes),
    },
    "postback-url": {
      value: "URL",
      help: "where the sandbox sends the payment's postbacks; by default to its built-in receiver",
      accepts: (text: string) => URL.canParse(text),
    },
    ...connectionFlags,
  },
  positional: ["outcome"],
  run: (values, io) =>
    withSandbox(values, async ({ centavo, control }) => {
      const { example, steps } = triggerOutcomes[values.outcome] as TriggerOutcome;
      const { data: receiver } = await control.receiver.get();
      const postbackUrl = values["postback-url"] ?? receiver.url;
      const body = exampleBody(findOperation("payments.create"), example);
      const billingData = { ...(body.billingData as object), postbackUrl };
      const { data: created } = await centavo.payments.create({
        ...body,
        billingData,
      } as unknown as PaymentCreate);
      let payment: Payment = created;
      for (const status of steps)
        payment = (await control.payments.setStatus(created.id, { status })).data;
      print(io, values, payment, paymentLine);
    }),
});
