import { startOfDay } from "../sandbox/domain/calendar.ts";
import { CommandError } from "./command.ts";
import type { Connection } from "./sandbox-connection.ts";

/** What the clock can be advanced to, and how to read the times at which it is due in a company. */
export const DUE = {
  settlement: async ({ control }: Connection) => {
    const { receivable, subaccounts } = (await control.balance.get()).data;
    const all = [receivable, ...subaccounts.map((each) => each.receivable)].flat();
    return all.map(({ date }) => startOfDay(date));
  },
  charge: async ({ centavo, control }: Connection) => {
    const times: number[] = [];
    for await (const { id } of centavo.subscriptions.list({ limit: 100, status: "ACTIVE" })) {
      const { nextCharge } = (await control.subscriptions.getDetails(id)).data;
      if (nextCharge) times.push(startOfDay(nextCharge.date));
    }
    return times;
  },
  expiry: async ({ centavo }: Connection) => {
    const times: number[] = [];
    for await (const payment of centavo.payments.list({ limit: 100, status: "PENDING" })) {
      if (payment.paymentMethod === "pix")
        times.push(Date.parse(payment.pixDetails.expirationDate));
      if (payment.paymentMethod === "billet")
        times.push(Date.parse(payment.billetDetails.paymentLimitDate));
    }
    return times;
  },
  postback: async ({ control }: Connection) => {
    const times: number[] = [];
    for await (const { nextAttemptAt } of control.postbacks.list({ limit: 100, status: "PENDING" }))
      if (nextAttemptAt !== null) times.push(Date.parse(nextAttemptAt));
    return times;
  },
};

/** The time of the next one. @throws {CommandError} if none is to come. */
export async function nextDue(what: keyof typeof DUE, connection: Connection): Promise<string> {
  const [times, { data }] = await Promise.all([
    DUE[what](connection),
    connection.control.clock.get(),
  ]);
  const next = Math.min(...times.filter((time) => time > Date.parse(data.now)));
  if (next === Infinity) throw new CommandError(`no ${what} is to come`);
  return new Date(next).toISOString();
}
