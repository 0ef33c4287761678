import { readCommands } from "../../contract/read-bundled-contract.ts";
import type { OperationTable } from "./operation-table.ts";

export const operationTable = readCommands() as unknown as OperationTable;

/** The values that the contract has for a parameter or a field. */
export function choicesOf(id: string, name: string): readonly string[] {
  return operationTable[id]?.flags.find((flag) => flag.name === name)?.values ?? [];
}
