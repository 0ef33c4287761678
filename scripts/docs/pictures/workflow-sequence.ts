import {
  type CallStep,
  type Check,
  callsWithoutTokens,
  checksOf,
  statusOf,
  type Workflow,
} from "../../workflows/read-workflows.ts";
import type { Say } from "../translation.ts";
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
export function workflowSequence(workflow: Workflow, say: Say): string {
  const { summary, description } = workflow;
  return drawSequence({
    title: summary,
    description,
    lanes: LANES.map(({ name, x }) => ({ name: say(name), x })),
    messages: callsWithoutTokens(workflow).flatMap(messagesOf),
  });
}

function messagesOf(step: CallStep): Message[] {
  const other = step.source === "service" ? SERVICE : SANDBOX;
  // Of lengths, the picture shows only that of an empty list: the total says the others.
  const values = checksOf(step)
    .filter(({ expected }) => !expected.startsWith("$"))
    .filter(({ pointer, expected }) => expected === "0" || !pointer.endsWith("/length"))
    .map(shown)
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

/** e.g. `amount 1000`, or `splits []` for a list that must be empty. A text is without its quotes. */
function shown({ pointer, expected }: Check): string {
  const list = pointer.replace(/\/length$/, "");
  const value = list === pointer ? expected.replace(/^'(.+)'$/, "$1") : "[]";
  return `${fieldOf(list)} ${value}`.trim();
}

/** e.g. `amount` for `/data/receivable/0/amount`. The status alone says which one it is. */
function fieldOf(pointer: string): string {
  const name = pointer.split("/").at(-1) ?? "";
  return /status$/i.test(name) ? "" : name;
}
