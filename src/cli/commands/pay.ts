import { isReturnCode, type Payment, ServiceError } from "../../client/index.ts";
import { CommandError, command } from "../command.ts";
import { connectionFlags } from "../flags.ts";
import { endOf, SEARCHED, theOnlyId } from "../operations/resolve-short-ids.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { type Connection, withSandbox } from "../sandbox-connection.ts";

export const pay = command({
  name: "pay",
  summary: "Pays a PIX or a billet, or approves a pending card payment.",
  flags: connectionFlags,
  argument: {
    name: "ID",
    help: "the id of a payment, which centavo payments lists, or its last six characters or more",
    // The inspector shows the end of an id behind an ellipsis.
    parse: (text) => /^…?([\da-f-]{6,36})$/i.exec(text)?.[1],
  },
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { id, paymentMethod, status: before } = await findPayment(connection, values.argument);
      if (before !== "PENDING")
        throw new CommandError(`the payment is ${before}, and only a PENDING one can be paid`);
      const status = paymentMethod === "card" ? "SUCCEEDED" : "PAID";
      const { data } = await connection.control.payments.setStatus(id, { status });
      print(io, values, data, paymentLine);
    }),
});

/** Finds a payment by its id, or by a unique end of it as lists show it, among the latest payments. */
async function findPayment({ centavo }: Connection, given: string): Promise<Payment> {
  const end = endOf(given);
  if (end !== undefined) {
    const { data } = await centavo.payments.list({ limit: SEARCHED });
    const id = theOnlyId(
      data.map((payment) => payment.id),
      end,
      "payments",
    );
    return data.find((payment) => payment.id === id) as Payment;
  }
  try {
    return (await centavo.payments.get(given)).data;
  } catch (error) {
    // Any text that is no id is refused with 400.
    const isUnknown =
      isReturnCode(error, "PaymentNotFound") ||
      (error instanceof ServiceError && error.status === 400);
    if (!isUnknown) throw error;
    throw new CommandError("no payment has this id; centavo payments lists them");
  }
}
