import type { Event } from "../../../generated/sandbox-control-types.ts";
import {
  type Centavo,
  isReturnCode,
  type Payment,
  type PaymentCreate,
  type PaymentStatus,
  ServiceError,
} from "../../client/index.ts";
import { inBrazil } from "../../sandbox/domain/calendar.ts";
import { describeAdvance } from "../../sandbox/domain/describe-advance.ts";
import { formatMoney } from "../../sandbox/domain/format-money.ts";
import { describeEvent } from "../../sandbox/timeline/describe-event.ts";
import { CommandError, clientCommand } from "../command.ts";
import { paymentExample } from "../payment-example.ts";
import { print } from "../print.ts";
import { type Connection, connectionFlags, withSandbox } from "../sandbox-connection.ts";
import { parseAdvance } from "./advance.ts";
import { followEvents } from "./events.ts";
import { triggerOutcomes } from "./trigger.ts";

/** The type makes this list complete. */
const statuses = Object.keys({
  PENDING: true,
  SUCCEEDED: true,
  FAILED: true,
  CREATED: true,
  REVERSED: true,
  CANCELED: true,
  PRE_AUTHORIZED: true,
  DISPUTED: true,
  CHARGEBACK: true,
  PAID: true,
  REFUNDED: true,
} satisfies Record<PaymentStatus, true>);

const outcomes = new Map(Object.entries(triggerOutcomes));

const UUID_LENGTH = 36;
/** Of how many payments the ends of ids are compared. */
const MAX_SEARCHED = 1_000;

const limit = {
  value: "COUNT",
  fallback: "20",
  help: "how many to list, from 1 to 100",
  accepts: (text: string) => /^([1-9]\d?|100)$/.test(text),
};

export const pay = clientCommand({
  help: "Pays a PIX or a billet, or approves a pending card payment.",
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
      print(io, values, data, describePayment);
    }),
});

export const advance = clientCommand({
  help: "Advances the clock, and runs everything that falls due until then.",
  flags: connectionFlags,
  argument: {
    name: "TIME",
    help: "a number with s, m, h, d or w for seconds, minutes, hours, days or weeks, e.g. 30d, or a date or time, e.g. 2026-04-01 or 2026-04-01T12:00:00Z",
    parse: parseAdvance,
  },
  run: (values, io) =>
    withSandbox(values, async ({ control }) => {
      const { data } = await control.clock.advance(values.argument);
      const describe = ({ now, events }: typeof data) =>
        `${inBrazil(now)}  ${describeAdvance(events)}`;
      print(io, values, data, describe);
    }),
});

export const events = clientCommand({
  help: "Lists what happened, the latest last.",
  flags: {
    ...connectionFlags,
    limit,
    follow: { help: "go on with what happens, until Ctrl-C" },
  },
  run: (values, io) =>
    withSandbox(values, async (connection) => {
      const { data } = await connection.control.events.list({ limit: Number(values.limit) });
      const show = (event: Event) => print(io, values, event, describeEvent);
      for (const event of data.toReversed()) show(event);
      if (!values.follow) return;
      await followEvents(connection, data[0]?.id ?? 0, show);
      throw new CommandError(`the sandbox at ${connection.url} has ended`);
    }),
});

export const trigger = clientCommand({
  help: "Creates a payment with a certain outcome, from an example of the contract.",
  flags: {
    ...connectionFlags,
    "postback-url": {
      value: "URL",
      help: "where the sandbox sends the payment's postbacks; by default to its built-in receiver",
      accepts: (text: string) => URL.canParse(text),
    },
  },
  argument: {
    name: "OUTCOME",
    help: `one of ${[...outcomes.keys()].join(", ")}`,
    values: [...outcomes.keys()],
    parse: (text) => outcomes.get(text),
  },
  run: (values, io) =>
    withSandbox(values, async ({ centavo, control }) => {
      const { example, steps } = values.argument;
      const { data: receiver } = await control.receiver.get();
      const postbackUrl = values["postback-url"] ?? receiver.url;
      const body = paymentExample(example, { postbackUrl });
      const { data: created } = await centavo.payments.create(body as unknown as PaymentCreate);
      let payment: Payment = created;
      for (const status of steps)
        payment = (await control.payments.setStatus(created.id, { status })).data;
      print(io, values, payment, describePayment);
    }),
});

export const payments = clientCommand({
  help: "Lists the payments, the latest first.",
  flags: {
    ...connectionFlags,
    limit,
    status: { value: "STATUS", help: `one of ${statuses.join(", ")}`, values: statuses },
  },
  run: (values, io) =>
    withSandbox(values, async ({ centavo }) => {
      const status = values.status as PaymentStatus | undefined;
      const { data } = await centavo.payments.list({
        limit: Number(values.limit),
        ...(status && { status }),
      });
      for (const payment of data) print(io, values, payment, describePayment);
      if (data.length === 0 && !values.json)
        io.stderr("No payments. Create one with centavo trigger pix-paid.");
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

function describePayment({ id, createdAt, paymentMethod, amount, status }: Payment): string {
  const columns = [
    inBrazil(createdAt),
    id,
    paymentMethod.padEnd("billet".length),
    formatMoney(amount).padStart(15),
    status,
  ];
  return columns.join("  ");
}
