import { httpMethodOf } from "../../src/contract/operations.ts";
import { headingAnchor } from "../docs/markdown-files.ts";
import { code, table } from "../docs/markdown-table.ts";
import type { Say } from "../docs/translation.ts";
import {
  type CallStep,
  callsWithoutTokens,
  checksOf,
  filesWithPages,
  statusOf,
  type Workflow,
} from "./read-workflows.ts";

/** The pages that list the operations, and whose they are if not the service's. */
const SOURCES = {
  service: { list: "../reference.md", owner: "" },
  sandbox: { list: "../control.md", owner: "of the sandbox" },
} as const;

/** If more of the steps than this read, they are what the workflow is about. */
const MOST = 3 / 4;

/**
 * The steps of a workflow as Markdown. What changes something has a number; what is read after that stands below it. A
 * workflow of reads numbers them all.
 */
export function stepList(workflow: Workflow, say: Say = (text) => text): string {
  const steps = callsWithoutTokens(workflow);
  const isOfReads = steps.filter(isRead).length > steps.length * MOST;
  let number = 0;
  return steps
    .map((step) => {
      const isBelow = isRead(step) && number > 0 && !isOfReads;
      return isBelow ? `    - ${lineOf(step, say)}` : `${++number}. ${lineOf(step, say)}`;
    })
    .join("\n");
}

/** The files of workflows, for the page about all of them. */
export function workflowTable(): string {
  const rows = filesWithPages().map(({ name, title, summary }) => [
    `[${title}](${name}.md)`,
    summary,
  ]);
  return table(["Workflow", "What happens"], rows);
}

function isRead({ operation }: CallStep): boolean {
  return httpMethodOf(operation) === "GET";
}

/** e.g. `The shop charges R$ 49,90. ([payments.create](…): PENDING)`. */
function lineOf(step: CallStep, say: Say): string {
  const { description, source, operation } = step;
  const { list, owner } = SOURCES[source];
  const link = `[${operation.id}](${list}#${headingAnchor(operation.id)})`;
  const outcome = outcomeOf(step);
  return `${description} (${link}${owner && ` ${say(owner)}`}${outcome && `: ${code(outcome)}`})`;
}

/** The status of the resource in the response, or the HTTP status of an error. */
function outcomeOf(step: CallStep): string {
  const status = statusOf(step);
  if (status !== 200) return `${status}`;
  const shown = checksOf(step).find(({ pointer }) => pointer === "/data/status");
  return shown?.expected.replaceAll("'", "") ?? "";
}
