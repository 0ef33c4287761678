import { type Cursor, isObject, type JsonObject } from "../../contract/cursor.ts";
import {
  errorResponses,
  examples,
  jsonContent,
  nameOf,
  parametersIn,
  requestSchema,
} from "../../contract/operations.ts";
import { type Cause, type Exchange, isRefusal, isSuccess } from "../exchange.ts";
import { type Finding, isSandboxCode, numberOrKind } from "../finding.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { ownerOf } from "./response-schema.ts";

/** Compares an error with the response that the contract has for its cause. */
export function checkErrorResponse(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { status, probe, body } = exchange;
  const cause = causeOf(exchange);
  const isAboutTokens = cause === "no-token" || cause === "wrong-keys";
  if (isSuccess(status)) return checkAcceptance(exchange, cause, knowledge);
  const isLookedAt = status === 401 ? isAboutTokens : isRefusal(status);
  // What is no JSON may be a gateway's, and somebody else's account may not be allowed to do it.
  if (!isLookedAt || body === undefined || (!probe && status === 403)) return [];
  if (cause === "invalid-body" && isAboutSomethingElse(exchange)) return [];
  const got = `${status}`;
  return [
    ...expectedResponses(exchange, cause, knowledge).flatMap(({ response, forms, ...expected }) => [
      ...checkStatus(exchange, expected.status, response, knowledge),
      ...forms.map((example) => checkForm(exchange, example)),
    ]),
    ...(cause === "invalid-query" ? assumedLimits(exchange, knowledge) : []).map(
      (pointer): Finding => ({ pointer, holds: true, kind: "refused", ...REJECTION, got }),
    ),
  ];
}

/** Statuses of a request that fails for what it refers to, or for what the account may do. */
const ABOUT_STATE = new Set([402, 404, 409, 410]);

/** Whether a recorded request may have failed for another reason than what is wrong in its body: such as the balance. */
export function isAboutSomethingElse({ probe, status, body }: Exchange): boolean {
  return !probe && (ABOUT_STATE.has(status) || dataOf(body).returnCode !== undefined);
}

/** The assumptions about the error that a request of ours should cause. */
export function assumedErrors(exchange: Exchange, knowledge: Knowledge): string[] {
  return expectedResponses(exchange, causeOf(exchange), knowledge)
    .flatMap(({ response, forms }) => [response, ...forms])
    .map(({ pointer }) => pointer)
    .filter((pointer) => knowledge.assumptions.get(pointer)?.check);
}

const REJECTION = { at: "status", expected: "a rejection" };

interface ExpectedResponse {
  status: string;
  response: Cursor;
  /** The assumed examples of a response to such a request. */
  forms: Cursor[];
}

/** The responses of the operation that the cause leads to, or that the request of ours is about. */
function expectedResponses(
  { operation, probe }: Exchange,
  cause: Cause | undefined,
  { assumptions }: Knowledge,
): ExpectedResponse[] {
  const isExpected = ({ pointer }: Cursor) =>
    probe?.about.includes(pointer) ||
    (cause !== undefined && assumptions.get(pointer)?.check?.when === cause);
  return errorResponses(operation).flatMap(({ status, cursor: response }) => {
    const forms = examples(jsonContent(response)).filter(isExpected);
    return isExpected(response) || forms.length > 0 ? [{ status, response, forms }] : [];
  });
}

function checkStatus(
  { status, body }: Exchange,
  expected: string,
  response: Cursor,
  { assumptions }: Knowledge,
): Finding[] {
  const { pointer } = response;
  const { check } = assumptions.get(pointer) ?? {};
  if (!check) return [];
  const codes = examples(jsonContent(response)).map((each) => codeOf(each.at("value").value));
  const code = codeOf(body);
  const known = codes.filter((each) => each !== undefined);
  // A code where the examples have none is for the assumption about the example, unless the response's own speaks of it.
  const isUnexpected = code !== undefined && (known.length > 0 || check.withoutCode);
  const holds =
    `${status}` === expected && (isUnexpected ? known.includes(code) : mayLack(codes, code));
  const withCodes = known.length > 0 ? ` with return code ${known.join(" or ")}` : "";
  const wanted = check.withoutCode ? " without a return code" : withCodes;
  const got = code === undefined ? "" : ` with return code ${numberOrKind(code)}`;
  return [
    {
      pointer,
      holds,
      kind: "answered",
      at: "status",
      expected: `${expected}${codes.includes(undefined) && !check.withoutCode ? "" : wanted}`,
      got: `${status}${got}`,
    },
  ];
}

function mayLack(codes: readonly unknown[], code: unknown): boolean {
  return code !== undefined || codes.includes(undefined);
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

function codeOf(body: unknown): unknown {
  const { returnCode } = dataOf(body);
  return isSandboxCode(returnCode) ? undefined : returnCode;
}

export function dataOf(body: unknown): JsonObject {
  const data = isObject(body) ? body.data : undefined;
  return isObject(data) ? data : {};
}

/** A request that should have been rejected was not. Without an assumption about it, the description states that. */
function checkAcceptance(
  exchange: Exchange,
  cause: Cause | undefined,
  knowledge: Knowledge,
): Finding[] {
  const { probe, status } = exchange;
  const accepted = { holds: false, kind: "refused", ...REJECTION, got: `${status}` } as const;
  if (cause === "invalid-query" || (probe && cause === "unknown-id")) {
    const assumed =
      cause === "unknown-id"
        ? assumedErrors(exchange, knowledge).filter((pointer) => /\/responses\//.test(pointer))
        : assumedLimits(exchange, knowledge);
    return assumed.length === 0 ? [accepted] : assumed.map((pointer) => ({ pointer, ...accepted }));
  }
  if (cause === "no-token" || cause === "wrong-keys") return [accepted];
  const isStatedRule = probe?.expect?.outcome === "error" && cause === undefined;
  return isStatedRule ? [{ ...accepted, expected: `a rejection, ${probe.purpose}` }] : [];
}

/** Why the service rejects a request: what we meant it to be rejected for, or what the contract says of it. */
function causeOf(exchange: Exchange): Cause | undefined {
  const { probe, operation, path, requestBody, status } = exchange;
  if (probe) return probe.expect?.outcome === "error" ? probe.expect.cause : undefined;
  if (status === 401)
    return requestSchema(operation).at("properties", "privateKey").exists
      ? "wrong-keys"
      : "no-token";
  const isInvalidId = parametersIn(operation, "path").some(
    (parameter) => matchSchema(parameter.at("schema"), path[nameOf(parameter)]).faults.length > 0,
  );
  if (isInvalidId) return "invalid-id";
  if (queryFaults(exchange).length > 0) return "invalid-query";
  const schema = requestSchema(operation);
  return schema.exists && matchSchema(schema, requestBody).faults.length > 0
    ? "invalid-body"
    : undefined;
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
