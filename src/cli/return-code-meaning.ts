import { returnCodes } from "../contract/return-codes.ts";
import { businessRules } from "../sandbox/domain/sandbox-return-codes.ts";
import { bundled } from "./operation-commands/operation-table.ts";

/** What the contract says of a return code. */
type StatedCode = ReturnType<typeof returnCodes>[number];

/** What is known of a return code, of the contract or of the sandbox alone, or undefined. */
export function explainReturnCode(
  code: number | undefined,
): (Pick<StatedCode, "name" | "meaning" | "whatToDo"> & Partial<StatedCode>) | undefined {
  const stated = returnCodes(bundled.service.root).find((each) => each.code === code);
  if (stated) return stated;
  const rules = Object.entries(businessRules);
  const [name, rule] = rules.find(([, { returnCode }]) => returnCode === code) ?? [];
  return name === undefined || !rule ? undefined : { name, ...rule };
}
