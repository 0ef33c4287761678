import {
  type CallStep,
  callsWithoutTokens,
  checksOf,
  statusOf,
  type Workflow,
} from "../../workflows/read-workflows.ts";
import { CENTER, code, drawSequence, LEFT, type Message, RIGHT } from "./draw-sequence.ts";

const LANES = [
  { name: "Sandbox", x: LEFT },
  { name: "Program", x: CENTER },
  { name: "Service", x: RIGHT },
];
const [SANDBOX, PROGRAM, SERVICE] = [0, 1, 2];

/** What is wider would break into several lines, and more values would hide the calls. The program has them all. */
const SHOWN = { characters: 16, values: 3 };

/** The calls of a workflow, and what its steps expect of the responses. */
export function workflowSequence(workflow: Workflow): string {
  const { summary, description } = workflow;
  return drawSequence({
    title: summary,
    description,
    lanes: LANES,
    messages: callsWithoutTokens(workflow).flatMap(messagesOf),
  });
}

function messagesOf(step: CallStep): Message[] {
  const other = step.source === "service" ? SERVICE : SANDBOX;
  const values = checksOf(step)
    .filter(({ expected }) => !expected.startsWith("$"))
    .map(({ pointer, expected }) => `${fieldOf(pointer)} ${shown(expected)}`.trim())
    .filter((value) => value.length <= SHOWN.characters);
  const response = values.length > 0 ? [...new Set(values)] : [`${statusOf(step)}`];
  return [
    { from: PROGRAM, to: other, lines: [code(step.operation.id)] },
    {
      from: other,
      to: PROGRAM,
      reply: true,
      lines: response.slice(0, SHOWN.values).map(code),
    },
  ];
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
