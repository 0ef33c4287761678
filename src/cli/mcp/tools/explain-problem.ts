import type { Postback } from "../../../../generated/sandbox-control-types.ts";
import { type JsonObject, textAt } from "../../../contract/cursor.ts";
import { returnCodes } from "../../../contract/return-codes.ts";
import { bundled } from "../../operation-commands/operation-table.ts";
import { explainReturnCode } from "../../return-code-meaning.ts";
import type { Page } from "../read-pages.ts";
import { type Tool, text } from "../tool.ts";
import { call } from "./call-operation.ts";
import { findOperation } from "./describe-operation.ts";

const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const NOT_AUTHORIZED =
  "companies.create with { authorized: false } makes a company whose own keys get it. The tools do not show them, so use the control client.";
const PAGES_OF_CODES = ["docs/errors.md", "docs/sandbox/outcomes-and-faults.md"];
const PAGES_OF_POSTBACKS = ["docs/guides/postbacks.md"];

export function explainProblem(pages: readonly Page[]): Tool {
  const pagesOf = (files: string[]) => pages.filter(({ file }) => files.includes(file));
  return {
    name: "explain_problem",
    description:
      "Explains a return code, and says how to provoke it in the sandbox. Or explains why postbacks fail: those of a payment or withdrawal, one by its eventId, or all that were not delivered.",
    input: {
      code: { type: "integer", description: "A return code, e.g. -7708." },
      resourceId: text("The id of a payment or withdrawal."),
      eventId: text("The event of a postback."),
    },
    async run({ code, eventId, ...of }, context) {
      if (code !== undefined)
        return { facts: explainCode(Number(code)), links: pagesOf(PAGES_OF_CODES) };
      const operation = findOperation(eventId ? "postbacks.get" : "postbacks.list");
      const parameters = eventId ? { eventId } : { limit: 20, ...of };
      const answer = await call(operation, parameters, {}, context);
      if (answer.isError) return answer;
      const isAsked = eventId !== undefined || of.resourceId !== undefined;
      const found = [answer.data as Postback | Postback[]].flat();
      const data = found.filter(({ status }) => isAsked || status !== "DELIVERED");
      return { facts: { postbacks: data.map(explain) }, data, links: pagesOf(PAGES_OF_POSTBACKS) };
    },
  };
}

function explainCode(code: number): JsonObject {
  const known = explainReturnCode(code);
  if (known) {
    const { name, meaning, whatToDo, statedFor, assumedFor } = known;
    if (!assumedFor)
      return {
        name,
        meaning,
        whatToDo,
        provoke: "Break this rule. Only the sandbox has the code.",
      };
    const returnedBy = [statedFor ?? [], assumedFor].flat();
    const example = statedFor ? provoke(statedFor) : NOT_AUTHORIZED;
    return { name, meaning, whatToDo, returnedBy, provoke: example };
  }
  const { root } = bundled.service;
  const names = returnCodes(root).map((each) => `${each.code} ${each.name}`);
  return {
    meaning: `${code} is in no contract, so nothing is known of it. Known are ${names.join(", ")}.`,
    whatToDo: textAt(root.at("components", "schemas", "ReturnCode"), "description"),
    provoke: "Nothing makes the sandbox return it. faults.set provokes a failure by its status.",
  };
}

/** With an id that nothing has, or else with a fault, which has the code of a failure that the contract shows. */
function provoke(id: string): string {
  const [, name] = /\{(\w+)\}/.exec(findOperation(id).path) ?? [];
  const unknown = name && { operation: id, parameters: { [name]: UNKNOWN_ID } };
  if (unknown) return `call_operation with ${JSON.stringify(unknown)}`;
  const faults = [{ operationId: id, status: 500, times: 1 }];
  const fault = JSON.stringify({ operation: "faults.set", body: { faults } });
  return `call_operation with ${fault}, then with ${id}`;
}

/** What the latest attempt means, by whether there was one, and by the status of the answer. */
const CAUSES = {
  none: "No attempt yet: it is due at nextAttemptAt, or an earlier postback of the resource goes first.",
  silent:
    "No answer: the problem in the data says why. Start a receiver at this address that answers within 10 seconds, or allow its host with centavo sandbox --postbacks HOST.",
  accepted: "The receiver accepted it.",
  refused:
    "Only a status of 2xx accepts it, and no redirect is followed. Read the receiver's log, and its answer in the data.",
};

function explain({ eventId, status, nextAttemptAt, attempts }: Postback): JsonObject {
  const { status: answer = 0 } = attempts.at(-1) ?? {};
  const cause =
    answer === 0 ? "none" : answer === null ? "silent" : answer < 300 ? "accepted" : "refused";
  return { eventId, status, nextAttemptAt, attempts: attempts.length, advice: CAUSES[cause] };
}
