import { reportNames } from "../../sandbox/contract-facts/report-columns.ts";
import { counted } from "../../verify/report/report.ts";
import { command } from "../command.ts";
import { connectionFlags, isNotEmpty } from "../flags.ts";
import { withSandbox } from "../sandbox-connection.ts";
import { saveFile } from "../save-response.ts";
import { refusalOf } from "../state-flags.ts";

const dayFlag = (help: string) => ({ value: "YYYY-MM-DD", help, accepts: isNotEmpty });

export const report = command({
  name: "report",
  operation: "reports.download",
  summary: "Saves receivables, a statement, payments or withdrawals as a file.",
  argument: {
    name: "REPORT",
    help: reportNames.join(", "),
    values: reportNames,
    parse: (text) => reportNames.find((name) => name === text),
  },
  flags: {
    ...connectionFlags,
    out: { value: "FILE", help: "the file to write, by default REPORT.csv", accepts: isNotEmpty },
    format: { value: "FORMAT", fallback: "csv", help: "csv or jsonl", values: ["csv", "jsonl"] },
    excel: { help: "as Excel in Brazil reads CSV: with decimal commas and semicolons" },
    from: dayFlag("the first day"),
    to: dayFlag("the last day"),
    subaccount: {
      value: "ID",
      help: "of a subaccount instead of the company",
      accepts: isNotEmpty,
    },
  },
  run: (values, io) =>
    withSandbox(values, async ({ url, token }) => {
      const { argument, format, excel, from, to, subaccount, out } = values;
      const query = new URLSearchParams({
        format,
        decimal: excel ? "comma" : "point",
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(subaccount !== undefined && { subaccountId: subaccount }),
      });
      const path = out ?? `${argument}.${format}`;
      const lines = await saveFile(path, io, async () => {
        const headers = { authorization: `Bearer ${await token()}` };
        const response = await fetch(`${url}/_sandbox/reports/${argument}?${query}`, { headers });
        if (!response.ok) throw await refusalOf(response);
        return response;
      });
      const rows = counted(format === "csv" ? lines - 1 : lines, "row");
      if (!values.json) io.stderr(`Wrote ${rows} to ${path}.`);
    }),
});
