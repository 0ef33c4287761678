import type { ValidateFunction } from "ajv";
import { parseJson } from "../../../src/client/parse-json.ts";
import { isObject } from "../../../src/contract/cursor.ts";
import { createCompile } from "../../compile-schema.ts";
import { service } from "../../sandbox/contract-examples.ts";
import { violationsOf } from "../../sandbox/validate-response.ts";
import type { Attempt } from "./fuzzed-requests.ts";
import { cardNumbers, otherCardNumbers } from "./hostile-values.ts";

/** A response as it was received. */
export interface ReceivedResponse {
  status: number;
  body: Buffer;
}

const envelope: ValidateFunction = createCompile(service)({
  $ref: "#/components/schemas/ErrorEnvelope",
});

/** Not part of a longer word, and with its groups separated in any way. */
const patternOf = (numbers: readonly string[]) =>
  new RegExp(
    `(?<![\\w-])(${numbers.map((digits) => [...digits].join("[ .-]?")).join("|")})(?![\\w-])`,
  );

const ownCard = patternOf(cardNumbers);
const anyCard = patternOf([...cardNumbers, ...otherCardNumbers]);

/** Whether a text holds any of the card numbers that are sent here. */
export function showsCard(text: string): boolean {
  return anyCard.test(text);
}

/** What is wrong with a response to any request. A server error is, unless it was requested. */
export function commonProblems({ status, body }: ReceivedResponse, mayFail = false): string[] {
  const text = body.toString();
  const value = parseJson(text);
  return [
    ...(status >= 500 && !mayFail ? [`it failed: ${text}`] : []),
    ...(ownCard.test(text) ? [`it shows a card number: ${text}`] : []),
    ...(value === undefined ? [`it is no JSON: ${text}`] : []),
    ...(value !== undefined && status >= 400 ? problemsOfError(status, value) : []),
  ];
}

/** What is wrong with the response to a request for an operation. */
export function problemsOf(attempt: Attempt, response: ReceivedResponse): string[] {
  const { status, body } = response;
  const common = commonProblems(response);
  if (common.length > 0) return common;
  const value: unknown = JSON.parse(body.toString());
  const { method, path, isAllowed, isAdmitted } = attempt;
  const isRejected = status >= 400;
  return [
    ...(isRejected ? [] : violationsOf(method, `http://sandbox${path}`, status, value)),
    ...(isAllowed === false && !isRejected
      ? ["it is taken, and the contract does not allow it"]
      : []),
    ...(isAllowed && isInvalid(value)
      ? [`the contract allows it, and it is refused: ${body}`]
      : []),
    ...(isAdmitted === false && status !== 401 ? [`it is let in: ${status} ${body}`] : []),
    ...(isAdmitted && status === 401 && attempt.operation !== "auth.createToken"
      ? [`it is not let in: ${body}`]
      : []),
  ];
}

function problemsOfError(status: number, value: unknown): string[] {
  if (!envelope(value)) return [`it is no error of the contract: ${JSON.stringify(value)}`];
  const { statusCode = status } = (value as { data: { statusCode?: number } }).data;
  return statusCode === status ? [] : [`it has the status ${status} and says ${statusCode}`];
}

/** What the sandbox requires of values beyond the contract, and reports in the same format. */
const ownRules =
  /must not contain a card number|^address\.\w+ is required|^(to|since|until) must be a time|^from must not be after to|must be an operation of the service|more than \d+ items/;

/** Whether an error response lists what is wrong with a request. */
function isInvalid(value: unknown): boolean {
  const data = isObject(value) && isObject(value.data) ? value.data : {};
  const { message } = data;
  return Array.isArray(message) && !message.some((problem) => ownRules.test(problem));
}
