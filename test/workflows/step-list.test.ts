import { expect, test } from "vitest";
import { readWorkflows } from "../../scripts/workflows/read-workflows.ts";
import { stepList } from "../../scripts/workflows/step-list.ts";

const workflows = readWorkflows().flatMap((file) => file.workflows);

function linesOf(id: string): string[] {
  const workflow = workflows.find(({ workflowId }) => workflowId === id);
  return workflow ? stepList(workflow).split("\n") : [];
}

test("what changes something has a number, and what is read after that stands below it", () => {
  expect(linesOf("pixExpires")).toEqual([
    "1. The shop charges R$ 49,90. ([payments.create](../operations/payments.create.md): `PENDING`)",
    "2. Almost a day passes. ([clock.advance](../controls/clock.md#clockadvance) of the sandbox)",
    "    - The buyer can still pay. ([payments.get](../operations/payments.get.md): `PENDING`)",
    "3. The day is over. ([clock.advance](../controls/clock.md#clockadvance) of the sandbox)",
    "    - The payment is canceled. ([payments.get](../operations/payments.get.md): `CANCELED`)",
    "    - Nothing was received. ([balance.get](../controls/balance.md#balanceget) of the sandbox)",
  ]);
});

test("a workflow of reads numbers them all, and an error shows its status", () => {
  const lines = linesOf("pages");
  expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
    lines.map((_, index) => index + 1),
  );
  expect(lines.at(-1)).toContain(": `400`)");
});
