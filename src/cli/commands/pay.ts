import { isReturnCode, ServiceError } from "../../client/errors.ts";
import type { Payment } from "../../client/index.ts";
import { CENTAVO, CommandError, command } from "../define-command.ts";
import { wholeId } from "../operation-commands/short-ids.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { connectionFlags } from "../shared-flags.ts";
import { type Connection, withSandbox } from "../with-sandbox.ts";

export const pay = command({
  name: "pay",
  summary: "Pays a Pix or a boleto, or approves a pending card payment.",
  flags: {
    id: {
      value: "ID",
      help: `the id of a payment, which ${CENTAVO} payments list shows, or its last four characters or more`,
      isRequired: true,
      accepts: (text: string) => /^…?[\da-f-]{4,36}$/i.test(text),
    },
    ...connectionFlags,
  },
  positional: ["id"],
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { id, paymentMethod, status: before } = await findPayment(connection, values.id);
      if (before !== "PENDING")
        throw new CommandError(`the payment is ${before}, and only a PENDING one can be paid`);
      const status = paymentMethod === "card" ? "SUCCEEDED" : "PAID";
      const { data } = await connection.control.payments.setStatus(id, { status });
      print(io, values, data, paymentLine);
    }),
});

/** Finds a payment by its id, or by a unique end of it as lists show it. */
async function findPayment({ centavo, control }: Connection, given: string): Promise<Payment> {
  const id = await wholeId(control, given, "payment");
  try {
    return (await centavo.payments.get(id)).data;
  } catch (error) {
    // Any text that is no id is refused with 400.
    const isUnknown =
      isReturnCode(error, "PaymentNotFound") ||
      (error instanceof ServiceError && error.status === 400);
    if (!isUnknown) throw error;
    throw new CommandError(`no payment has this id; ${CENTAVO} payments list shows them`);
  }
}
