import { callOf, httpMethodOf } from "../../contract/operations.ts";
import { groupBy } from "../../group-by.ts";
import { counted } from "../../verify/finding.ts";
import type { PlannedRequest } from "../../verify/plan/planned-request.ts";
import { EFFECTS, NEVER } from "../../verify/plan/write-effects.ts";

/** What a run sends, makes and could cost. `how` says where to, and how fast. */
export function announce(
  planned: readonly PlannedRequest[],
  how: string,
  write: boolean,
): string[] {
  const start = (noun: string) => `It sends at most ${counted(planned.length, noun)} ${how}.`;
  if (!write) return [`${start("GET request")} It changes nothing.`];
  const first = planned.filter(({ again }) => again === undefined);
  const { reads = [], makes = [], fails = [] } = Object.fromEntries(groupBy(first, groupOf));
  const made = new Set(makes.map(({ operation }) => operation.id));
  return [
    `${start("request")} Then it cleans up: it undoes what it can, and reads each thing that it made.`,
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
    `${counted(planned.length - first.length, "more request")} would repeat some of these: what is refused without a reason, with a valid request after it, and a filter that finds nothing.`,
    "",
    "What is made or changed:",
    ...[...made].map((id) => `  ${id.padEnd(24)}  ${EFFECTS[id]?.text}`),
    "",
    "Card payments use test cards: those of the contract, or CENTAVO_TEST_CARD and CENTAVO_DECLINED_TEST_CARD.",
    "The service may charge a fee for each payment, boleto, refund and subaccount. Centavo does not know its prices.",
    `It never calls ${[...NEVER].join(" or ")}.`,
    "The report lists everything that the run made, and what is left of it.",
    "",
  ];
}

function groupOf({ operation, expect }: PlannedRequest): "reads" | "makes" | "fails" {
  if (httpMethodOf(operation) === "GET") return "reads";
  return expect?.outcome === "accepted" ? "makes" : "fails";
}

/** A paragraph for each operation: its request, how often, and what each of them is, with how often that comes. */
function byOperation(planned: readonly PlannedRequest[]): string[] {
  return [...groupBy(planned, ({ operation }) => callOf(operation))].flatMap(([call, all]) => {
    const purposes = [...groupBy(all, ({ purpose }) => purpose || "as it is")].map(
      ([purpose, { length }]) => (length === 1 ? purpose : `${purpose} (${length} times)`),
    );
    return [`  ${call}  ${all.length}`, `      ${purposes.join("; ")}`];
  });
}
