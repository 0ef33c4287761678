import type { Cursor } from "../../contract/cursor.ts";

/** A column of a report. */
export interface Column {
  name: string;
  isAmount: boolean;
}

export type ReportName = "receivables" | "statement" | "payments" | "withdrawals";

/** The schemas of the rows of each report. */
export const rowSchemas: Record<ReportName, string> = {
  receivables: "ReceivableRow",
  statement: "StatementMovement",
  payments: "PaymentRow",
  withdrawals: "WithdrawalRow",
};

export const reportNames = Object.keys(rowSchemas) as ReportName[];

/** The columns of each report, in the order of the fields in the contract. */
export function reportColumns(contract: Cursor): Record<ReportName, Column[]> {
  const columns = Object.entries(rowSchemas).map(([name, schema]) => [
    name,
    contract
      .at("components", "schemas", schema, "properties")
      .members()
      .map((property) => {
        return { name: property.key, isAmount: property.at("x-unit").value === "centavos" };
      }),
  ]);
  return Object.fromEntries(columns);
}
