import { type Cursor, isObject, type JsonObject } from "../../contract/cursor.ts";
import {
  errorResponses,
  examples,
  isPublic,
  jsonContent,
  nameOf,
  parametersIn,
} from "../../contract/operations.ts";
import type { Check } from "../checked-assumptions.ts";
import { type Cause, type Exchange, isRefusal, isSuccess } from "../exchange.ts";
import { type Finding, isSandboxCode, numberOrKind } from "../finding.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { ownerOf } from "./response-schema.ts";

/** Compares an error with the response that the contract has for its cause. */
export function checkErrorResponse(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { status, probe, body } = exchange;
  const { assumptions } = knowledge;
  const cause = causeOf(exchange);
  const isAboutTokens = cause === "no-token" || cause === "wrong-keys";
  if (isSuccess(status)) return checkAcceptance(exchange, cause, knowledge);
  const isLookedAt = status === 401 ? isAboutTokens : isRefusal(status);
  // What is no JSON may be a gateway's, and somebody else's account may not be allowed to do it.
  if (!isLookedAt || body === undefined || (!probe && status === 403)) return [];
  const got = `${status}`;
  return [
    ...expectedResponses(exchange, cause, assumptions).flatMap(
      ({ response, forms, ...expected }) => {
        const { check } = assumptions.get(response.pointer) ?? {};
        const ofStatus = check ? [checkStatus(exchange, expected.status, response, check)] : [];
        return [...ofStatus, ...forms.map((example) => checkForm(exchange, example))];
      },
    ),
    ...(cause === "invalid-query" ? assumedLimits(exchange, knowledge) : []).map(
      (pointer): Finding => ({ pointer, holds: true, kind: "refused", ...REJECTION, got }),
    ),
  ];
}

/** The assumptions about the error that a request of ours should cause. */
export function assumedErrors(exchange: Exchange, { assumptions }: Knowledge): string[] {
  return expectedResponses(exchange, causeOf(exchange), assumptions)
    .flatMap(({ response, forms }) => [response, ...forms])
    .map(({ pointer }) => pointer)
    .filter((pointer) => assumptions.get(pointer)?.check);
}

const REJECTION = { at: "status", expected: "a rejection" };

/**
 * The responses of the operation that the cause leads to, or that the request of ours is about, with the assumed examples
 * of a response to such a request.
 */
function expectedResponses(
  { operation, probe }: Exchange,
  cause: Cause | undefined,
  assumptions: Knowledge["assumptions"],
) {
  const isExpected = ({ pointer }: Cursor) =>
    probe?.about.includes(pointer) || (cause && assumptions.get(pointer)?.check?.when === cause);
  return errorResponses(operation)
    .map(({ status, cursor: response }) => {
      const forms = examples(jsonContent(response)).filter(isExpected);
      return { status, response, forms };
    })
    .filter(({ response, forms }) => isExpected(response) || forms.length > 0);
}

function checkStatus(
  { status, body }: Exchange,
  expected: string,
  response: Cursor,
  { withoutCode }: Check,
): Finding {
  const shown = examples(jsonContent(response)).map((each) => codeOf(each.at("value").value));
  const known = shown.filter((each) => each !== undefined);
  const mayLack = known.length < shown.length;
  const code = codeOf(body);
  // A code where the examples have none is for the assumption about the example, unless the response's own speaks of it.
  const isOpen = known.length === 0 && !withoutCode;
  const hasCode = code === undefined ? mayLack : isOpen || known.includes(code);
  const codes = mayLack ? "" : ` with return code ${known.join(" or ")}`;
  return {
    pointer: response.pointer,
    holds: `${status}` === expected && hasCode,
    kind: "answered",
    at: "status",
    expected: `${expected}${withoutCode ? " without a return code" : codes}`,
    got: `${status}${code === undefined ? "" : ` with return code ${numberOrKind(code)}`}`,
  };
}

/** Whether an error has the fields of the example, and one message or several, as it has. */
function checkForm({ body }: Exchange, { pointer, value }: Cursor): Finding {
  const expected = formOf(Object(value).value);
  const got = formOf(body);
  return { pointer, holds: expected === got, kind: "answered", at: "/data", expected, got };
}

function formOf(body: unknown): string {
  const { message, statusCode } = dataOf(body);
  const parts = [
    Array.isArray(message) ? "a list of messages" : message !== undefined && "a message",
    codeOf(body) !== undefined && "a return code",
    statusCode !== undefined && "the status",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "none of the fields of an error";
}

/** That it should be a number, another assumption says. */
function codeOf(body: unknown): number | undefined {
  const { returnCode } = dataOf(body);
  const code = Number(returnCode ?? undefined);
  return returnCode == null || isSandboxCode(code) ? undefined : code;
}

export function dataOf(body: unknown): JsonObject {
  const data = isObject(body) ? body.data : undefined;
  return isObject(data) ? data : {};
}

/** The description does not state that a service rejects these. */
const UNSTATED: ReadonlySet<Cause> = new Set(["invalid-id", "invalid-body"]);

/** A request that should have been rejected was not. Without an assumption about it, the description states that. */
function checkAcceptance(
  exchange: Exchange,
  cause: Cause | undefined,
  knowledge: Knowledge,
): Finding[] {
  const { probe, status } = exchange;
  const purpose = cause === undefined ? `, ${probe?.purpose}` : "";
  const expected = `${REJECTION.expected}${purpose}`;
  const accepted = {
    ...REJECTION,
    holds: false,
    kind: "refused",
    expected,
    got: `${status}`,
  } as const;
  const isAskedFor = probe?.expect?.outcome === "error";
  if (cause === undefined ? !isAskedFor : UNSTATED.has(cause)) return [];
  const isContradicted = (pointer: string) =>
    cause === "unknown-id"
      ? /\/responses\//.test(pointer)
      : knowledge.assumptions.get(pointer)?.check?.rule;
  const assumed =
    cause === "invalid-query"
      ? assumedLimits(exchange, knowledge)
      : assumedErrors(exchange, knowledge).filter(isContradicted);
  return assumed.length === 0 ? [accepted] : assumed.map((pointer) => ({ pointer, ...accepted }));
}

/** Why the service rejects a request: what we meant it to be rejected for, or what the contract says of its address. */
function causeOf(exchange: Exchange): Cause | undefined {
  const { probe, operation, path, status } = exchange;
  if (probe) return probe.expect?.outcome === "error" ? probe.expect.cause : undefined;
  if (status === 401) return isPublic(operation) ? "wrong-keys" : "no-token";
  const isInvalid = (each: Cursor, value: unknown) => matchSchema(each, value).faults.length > 0;
  const ids = parametersIn(operation, "path");
  if (ids.some((id) => isInvalid(id.at("schema"), path[nameOf(id)]))) return "invalid-id";
  return queryFaults(exchange).length > 0 ? "invalid-query" : undefined;
}

/** The assumed limits that a query exceeds. */
function assumedLimits(exchange: Exchange, knowledge: Knowledge): string[] {
  return queryFaults(exchange).flatMap(
    (fault) => ownerOf(fault, knowledge.assumptions)?.pointer ?? [],
  );
}

function queryFaults({ operation, query }: Exchange) {
  return parametersIn(operation, "query").flatMap((parameter) => {
    const text = query[nameOf(parameter)];
    if (text === undefined) return [];
    return matchSchema(parameter.at("schema"), parameterValue(parameter, text)).faults;
  });
}

/** Parses the text of a parameter to the type of its schema. */
export function parameterValue(parameter: Cursor, text: string): unknown {
  const isNumeric = ["integer", "number"].includes(`${parameter.at("schema", "type").value}`);
  return isNumeric && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}
