import { callOf, httpMethodOf } from "../../contract/operations.ts";
import { counted } from "../../verify/finding.ts";
import type { PlannedRequest } from "../../verify/plan/planned-request.ts";
import { EFFECTS, NEVER } from "../../verify/plan/write-effects.ts";

/** One line about a run that only reads. `how` says where to, and how fast. */
export function announceReads(planned: readonly PlannedRequest[], how: string): string[] {
  return [`It sends at most ${counted(planned.length, "GET request")} ${how}. It changes nothing.`];
}

/** Everything that a run with `--write` sends, what it makes, and what that could cost. */
export function announceWrites(planned: readonly PlannedRequest[], how: string): string[] {
  const reads = planned.filter(isRead);
  const writes = planned.filter((each) => !isRead(each));
  const makes = writes.filter(({ expect }) => expect?.outcome === "accepted");
  const fails = writes.filter(({ expect }) => expect?.outcome !== "accepted");
  const made = [...new Set(makes.map(({ operation }) => operation.id))];
  return [
    `It sends at most ${counted(planned.length, "request")} ${how}. Then it cleans up: it undoes what it can, and reads each thing that it made.`,
    "",
    `${counted(makes.length, "request")} should make or change something:`,
    ...byOperation(makes),
    "",
    `${counted(fails.length, "request")} should be rejected. If the service accepts one, that makes or changes something too:`,
    ...byOperation(fails),
    "",
    `${counted(reads.length, "request")} only read:`,
    ...byOperation(reads),
    "",
    "What is made or changed:",
    ...made.map(
      (id) => `  ${id.padEnd(ID_WIDTH)}  ${EFFECTS[id]?.text ?? "something, which stays"}`,
    ),
    "",
    "Card payments use test cards: those of the contract, or CENTAVO_TEST_CARD and CENTAVO_DECLINED_TEST_CARD.",
    "The service may charge a fee for each payment, boleto, refund and subaccount. Centavo does not know its prices.",
    `It never calls ${[...NEVER].join(" or ")}.`,
    "The report lists everything that the run made, and what is left of it.",
    "",
  ];
}

const ID_WIDTH = 24;

function isRead({ operation }: PlannedRequest): boolean {
  return httpMethodOf(operation) === "GET";
}

/** A paragraph for each operation: its request, how often, and what each of them is. */
function byOperation(planned: readonly PlannedRequest[]): string[] {
  const operations = [...new Set(planned.map(({ operation }) => operation))];
  return operations.flatMap((operation) => {
    const purposes = planned
      .filter((each) => each.operation === operation)
      .map(({ purpose }) => purpose || "as it is");
    return [
      `  ${callOf(operation)}  ${purposes.length}`,
      `      ${countedPurposes(purposes).join("; ")}`,
    ];
  });
}

/** The same purpose is listed once, with how often it comes. */
function countedPurposes(purposes: readonly string[]): string[] {
  return [...new Set(purposes)].map((purpose) => {
    const times = purposes.filter((each) => each === purpose).length;
    return times === 1 ? purpose : `${purpose} (${times} times)`;
  });
}
