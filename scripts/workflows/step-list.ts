import { httpMethodOf } from "../../src/contract/operations.ts";
import { code } from "../docs/from-contract/markdown-table.ts";
import { operationPage } from "../docs/navigation.ts";
import {
  type CallStep,
  callsWithoutTokens,
  checksOf,
  statusOf,
  type Workflow,
} from "./read-workflows.ts";

/** The folders of the operations, and whose the operations are if not the service's. */
const SOURCES = {
  service: { folder: "operations", owner: "" },
  sandbox: { folder: "controls", owner: " of the sandbox" },
} as const;

/** If more of the steps than this read, they are what the workflow is about. */
const MOST = 3 / 4;

/**
 * The steps of a workflow as Markdown. What changes something has a number; what is read after that stands below it. A
 * workflow of reads numbers them all.
 */
export function stepList(workflow: Workflow): string {
  const steps = callsWithoutTokens(workflow);
  const isOfReads = steps.filter(isRead).length > steps.length * MOST;
  let number = 0;
  return steps
    .map((step) => {
      const isBelow = isRead(step) && number > 0 && !isOfReads;
      return isBelow ? `    - ${lineOf(step)}` : `${++number}. ${lineOf(step)}`;
    })
    .join("\n");
}

function isRead({ operation }: CallStep): boolean {
  return httpMethodOf(operation) === "GET";
}

/** e.g. `The shop charges R$ 49,90. ([payments.create](…): PENDING)`. */
function lineOf(step: CallStep): string {
  const { description, source, operation } = step;
  const { folder, owner } = SOURCES[source];
  const outcome = outcomeOf(step);
  const link = `[${operation.id}](../${folder}/${operationPage(folder, operation.id)})`;
  return `${description} (${link}${owner}${outcome && `: ${code(outcome)}`})`;
}

/** The status of the resource in the response, or the HTTP status of an error. */
function outcomeOf(step: CallStep): string {
  const status = statusOf(step);
  if (status !== 200) return `${status}`;
  const shown = checksOf(step).find(({ pointer }) => pointer === "/data/status");
  return shown?.expected.replaceAll("'", "") ?? "";
}
