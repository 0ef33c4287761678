import { STATUS_CODES } from "node:http";
import { isMarked } from "../../../src/contract/assumptions.ts";
import type { Cursor } from "../../../src/contract/cursor.ts";
import { errorResponses, operations } from "../../../src/contract/operations.ts";
import { anchor, code } from "./markdown-table.ts";

/** What an error without a return code says, and what to do about it, by its status. */
const STATUSES: Readonly<Record<string, readonly [meaning: string, whatToDo: string]>> = {
  "400": [
    "The request breaks a limit or a rule.",
    "Correct the request. `message` lists what is wrong with it. Repeating it as it is does not help.",
  ],
  "401": [
    "The token is missing, malformed or expired, or the keys are wrong.",
    "Get a new token. The client does this by itself, once.",
  ],
  "403": [
    "The account may not use the API.",
    "Ask the service to authorize your account. Repeating the call does not help.",
  ],
  "404": [
    "Nothing has this id.",
    "Check the id, and whether it belongs to this company or subaccount.",
  ],
  "409": [
    "The state of the resource forbids the call.",
    "Read the resource again, and decide by its current status.",
  ],
};

const OTHER = "Repeat a read later. After a write, look first whether it took effect.";

export function whatToDo(status: string): string {
  return STATUSES[status]?.[1] ?? OTHER;
}

/** The statuses of errors that a contract names, and whether the service's specification states them. */
export function statusList(contract: Cursor, linkTo: (operationId: string) => string): string {
  const all = operations(contract).flatMap((operation) =>
    errorResponses(operation)
      .filter(({ status }) => status !== "default")
      .map(({ status, cursor }) => ({
        status,
        id: operation.id,
        stated: !isMarked(cursor.target),
      })),
  );
  const byStatus = [...Map.groupBy(all, ({ status }) => status)].toSorted();
  return byStatus
    .map(([status, same]) => {
      const [meaning, action] = STATUSES[status] ?? [];
      if (!meaning) throw new Error(`Say what status ${status} means in http-statuses.ts.`);
      const stated = same.filter((each) => each.stated).map(({ id }) => linkTo(id));
      const but = stated.length > 0 ? `, and stated for ${stated.join(", ")}` : "";
      return chapter(`status-${status}`, code(`${status} ${STATUS_CODES[status]}`), [
        meaning,
        `**What to do:** ${action}`,
        `Assumed for ${same.length - stated.length} of ${operations(contract).length} operations${but}.`,
      ]);
    })
    .join("\n\n");
}

/** A heading, which the contents of the page list, with an anchor that lasts, and a paragraph each for what there is to say. */
export function chapter(id: string, title: string, paragraphs: readonly string[]): string {
  return [`### ${anchor(id)}${title}`, ...paragraphs].filter(Boolean).join("\n\n");
}
