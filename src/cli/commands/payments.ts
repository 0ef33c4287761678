import type { PaymentStatus } from "../../client/index.ts";
import { command } from "../define-command.ts";
import { choicesOf } from "../operation-commands/operation-table.ts";
import { paymentLine } from "../payment-line.ts";
import { print } from "../print.ts";
import { withSandbox } from "../sandbox-connection.ts";
import { connectionFlags, limitFlag } from "../shared-flags.ts";

export const payments = command({
  name: "payments",
  summary: "Lists the payments, the latest first.",
  flags: {
    ...connectionFlags,
    limit: limitFlag,
    // Read from the contract only if somebody asks.
    get status() {
      const values = choicesOf("payments.list", "status");
      return { value: "STATUS", help: `one of ${values.join(", ")}`, values };
    },
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
