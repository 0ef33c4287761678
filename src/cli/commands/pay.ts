import { type Centavo, isReturnCode, type Payment, ServiceError } from "../../client/index.ts";
import { CommandError, command } from "../command.ts";
import { connectionFlags } from "../flags.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { type Connection, withSandbox } from "../sandbox-connection.ts";

const UUID_LENGTH = 36;
/** Of how many payments the ends of ids are compared. */
const MAX_SEARCHED = 1_000;

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
async function findPayment({ centavo }: Connection, id: string): Promise<Payment> {
  if (id.length < UUID_LENGTH) return findByEnd(centavo, id);
  try {
    return (await centavo.payments.get(id)).data;
  } catch (error) {
    // Any text that is no id is refused with 400.
    const isUnknown =
      isReturnCode(error, "PaymentNotFound") ||
      (error instanceof ServiceError && error.status === 400);
    if (!isUnknown) throw error;
    throw new CommandError("no payment has this id; centavo payments lists them");
  }
}

async function findByEnd(centavo: Centavo, end: string): Promise<Payment> {
  const found: Payment[] = [];
  let searched = 0;
  for await (const payment of centavo.payments.list({ limit: 100 })) {
    if (payment.id.endsWith(end.toLowerCase())) found.push(payment);
    searched += 1;
    if (searched === MAX_SEARCHED) break;
  }
  const [payment, another] = found;
  if (payment && !another) return payment;
  throw new CommandError(
    payment
      ? "the ids of several payments end so; give more of it"
      : `no id of the ${searched === MAX_SEARCHED ? `latest ${searched} ` : ""}payments ends so; centavo payments lists them`,
  );
}
