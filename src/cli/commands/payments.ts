import type { PaymentStatus } from "../../client/index.ts";
import { command } from "../command.ts";
import { connectionFlags, limitFlag } from "../flags.ts";
import { choicesOf } from "../operations/read-operation-table.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { withSandbox } from "../sandbox-connection.ts";

const statuses = choicesOf("payments.list", "status");

export const payments = command({
  name: "payments",
  summary: "Lists the payments, the latest first.",
  flags: {
    ...connectionFlags,
    limit: limitFlag,
    status: { value: "STATUS", help: `one of ${statuses.join(", ")}`, values: statuses },
  },
  run: (values, io) =>
    withSandbox(values, async ({ centavo }) => {
      const status = values.status as PaymentStatus | undefined;
      const { data } = await centavo.payments.list({
        limit: Number(values.limit),
        ...(status && { status }),
      });
      for (const payment of data) print(io, values, payment, paymentLine);
      if (data.length === 0 && !values.json)
        io.stderr("No payments. Create one with centavo trigger pix-paid.");
    }),
});
