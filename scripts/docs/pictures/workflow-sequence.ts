import {
  type CallStep,
  callsWithoutTokens,
  checksOf,
  statusOf,
  type Workflow,
} from "../../workflows/read-workflows.ts";
import { code, drawSequence, type Message } from "./sequences.ts";

const LANES = [
  { name: "Sandbox", x: 62 },
  { name: "Program", x: 200 },
  { name: "Service", x: 338 },
];
const [SANDBOX, PROGRAM, SERVICE] = [0, 1, 2];

/** The characters of code that fit between two lanes. */
const WIDEST = 18;

/** More would hide the calls. The program beside the picture has them all. */
const MOST_VALUES = 3;

/** The calls of a workflow, and what its steps expect of the responses. */
export function workflowSequence(workflow: Workflow): string {
  const { summary, description } = workflow;
  return drawSequence({
    ...{ title: summary, description, lanes: LANES, notes: [] },
    messages: callsWithoutTokens(workflow).flatMap(messagesOf),
  });
}

function messagesOf(step: CallStep): Message[] {
  const other = step.source === "service" ? SERVICE : SANDBOX;
  const values = checksOf(step)
    .filter(({ expected }) => !expected.startsWith("$"))
    .map(({ pointer, expected }) => `${fieldOf(pointer)} ${shown(expected)}`.trim())
    .filter((value) => value.length <= WIDEST);
  return [
    { from: PROGRAM, to: other, lines: nameLines(step.operation.id).map(code) },
    {
      ...{ from: other, to: PROGRAM, reply: true },
      lines: [...new Set(values.length > 0 ? values : [`${statusOf(step)}`])]
        .slice(0, MOST_VALUES)
        .map(code),
    },
  ];
}

/** A long name would reach into the next lane. */
function nameLines(operationId: string): string[] {
  return operationId.length > WIDEST ? operationId.split(/(?=\.)/) : [operationId];
}

/** A text without its quotes. What must be empty is a list. */
function shown(expected: string): string {
  return expected === "" ? "[]" : expected.replace(/^'(.+)'$/, "$1");
}

/** e.g. `amount` for `/data/receivable/0/amount`. The status alone says which one it is. */
function fieldOf(pointer: string): string {
  const name = pointer.split("/").at(-1) ?? "";
  return /status$/i.test(name) ? "" : name;
}
