import { type Cursor, isObject, type JsonObject } from "../../contract/cursor.ts";
import {
  errorResponses,
  examples,
  httpMethodOf,
  isList,
  jsonContent,
  nameOf,
  parametersIn,
  requestSchema,
} from "../../contract/operations.ts";
import type { Cause, Exchange } from "../exchange.ts";
import type { Deviation, Finding } from "../finding.ts";
import { matchSchema } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { ownerOf } from "./response-schema.ts";

/** Statuses that say nothing of the request: it was not looked at. */
const NOT_LOOKED_AT = new Set([401, 403, 408, 429]);

/** Compares an error with the response that the contract has for its cause. */
export function checkErrorResponse(
  exchange: Exchange,
  knowledge: Knowledge,
): { findings: Finding[]; deviations: Deviation[] } {
  const cause = causeOf(exchange);
  if (exchange.status < 300) return checkAcceptance(exchange, cause, knowledge);
  if (exchange.status >= 500) return NOTHING;
  if (NOT_LOOKED_AT.has(exchange.status) && !ABOUT_TOKENS.has(cause)) return NOTHING;
  if (cause === "invalid-body" && isAboutSomethingElse(exchange)) return NOTHING;
  const expected = expectedResponses(exchange, cause, knowledge);
  const findings = expected.flatMap(({ status, response, forms }) => [
    ...checkStatus(exchange, status, response, knowledge),
    ...forms.map((example) => checkForm(exchange, example)),
  ]);
  const limits = cause === "invalid-query" ? assumedLimits(exchange, knowledge) : [];
  const rejected = { at: "status", expected: "a rejection", got: `${exchange.status}` };
  return {
    findings: [...findings, ...limits.map((pointer) => ({ pointer, holds: true, ...rejected }))],
    deviations: [],
  };
}

/** Statuses of a request that fails for what it refers to, or for what the account may do. */
const ABOUT_STATE = new Set([402, 404, 409, 410]);

/** Whether a recorded request may have failed for another reason than what is wrong in its body: such as the balance. */
export function isAboutSomethingElse({ probe, status, body }: Exchange): boolean {
  return !probe && (ABOUT_STATE.has(status) || dataOf(body).returnCode !== undefined);
}

const NOTHING = { findings: [], deviations: [] };
const ABOUT_TOKENS = new Set<Cause | undefined>(["no-token", "wrong-keys"]);

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
  const isAbout = ({ pointer }: Cursor) => probe?.about.includes(pointer) ?? false;
  const hasCause = ({ pointer }: Cursor) =>
    cause !== undefined && assumptions.get(pointer)?.check?.when === cause;
  return errorResponses(operation).flatMap(({ status, cursor: response }) => {
    const forms = examples(jsonContent(response)).filter(
      (example) => isAbout(example) || hasCause(example),
    );
    const isExpected = isAbout(response) || hasCause(response) || forms.length > 0;
    return isExpected ? [{ status, response, forms }] : [];
  });
}

function checkStatus(
  { status, body }: Exchange,
  expected: string,
  response: Cursor,
  { assumptions }: Knowledge,
): Finding[] {
  const { pointer } = response;
  if (!assumptions.get(pointer)?.check) return [];
  const codes = examples(jsonContent(response)).map(
    (each) => dataOf(each.at("value").value).returnCode,
  );
  const { returnCode } = dataOf(body);
  const isKnownCode = codes.includes(undefined) || codes.includes(returnCode);
  const holds = `${status}` === expected && isKnownCode;
  const withCode = codes.includes(undefined) ? "" : ` with return code ${codes.join(" or ")}`;
  const got = returnCode === undefined ? "" : ` with return code ${Number(returnCode)}`;
  return [
    { pointer, holds, at: "status", expected: `${expected}${withCode}`, got: `${status}${got}` },
  ];
}

/** Whether an error has the fields of the example, and one message or several, as it has. */
function checkForm({ body }: Exchange, example: Cursor): Finding {
  const expected = formOf(example.at("value").value);
  const got = formOf(body);
  return { pointer: example.pointer, holds: expected === got, at: "/data", expected, got };
}

/** A sandbox numbers its own rules below this. The service has no such codes, so they are not compared with it. */
const SANDBOX_CODES_BELOW = -90_000;

export function isSandboxCode(code: unknown): boolean {
  return typeof code === "number" && code < SANDBOX_CODES_BELOW;
}

function formOf(body: unknown): string {
  const { message, returnCode, statusCode } = dataOf(body);
  const parts = [
    Array.isArray(message) ? "a list of messages" : message !== undefined && "a message",
    returnCode !== undefined && !isSandboxCode(returnCode) && "a return code",
    statusCode !== undefined && "the status",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "none of the fields of an error";
}

function dataOf(body: unknown): JsonObject {
  const data = isObject(body) ? body.data : undefined;
  return isObject(data) ? data : {};
}

/** A request that should have been rejected was not. */
function checkAcceptance(exchange: Exchange, cause: Cause | undefined, knowledge: Knowledge) {
  if (cause === "unknown-id" && exchange.probe) {
    // A list for an unknown subaccount may be empty, and a deletion may be repeated: only a mock has such a resource.
    if (httpMethodOf(exchange.operation) === "GET" && !isList(exchange.operation))
      knowledge.isStateless = true;
    if (!knowledge.isStateless) return checkAcceptedId(exchange, cause, knowledge);
  }
  const accepted = { at: "status", expected: "a rejection", got: `${exchange.status}` };
  if (cause === "invalid-query") {
    const limits = assumedLimits(exchange, knowledge);
    const findings = limits.map((pointer) => ({ pointer, holds: false, ...accepted }));
    return { findings, deviations: limits.length === 0 ? [accepted] : [] };
  }
  if (knowledge.isStateless) return NOTHING;
  return ABOUT_TOKENS.has(cause) ? { findings: [], deviations: [accepted] } : NOTHING;
}

/** An id that does not exist should have been rejected. */
function checkAcceptedId(exchange: Exchange, cause: Cause, knowledge: Knowledge) {
  const accepted = { at: "status", expected: "a rejection", got: `${exchange.status}` };
  const assumed = expectedResponses(exchange, cause, knowledge)
    .map(({ response }) => response.pointer)
    .filter((pointer) => knowledge.assumptions.get(pointer)?.check);
  const findings = assumed.map((pointer) => ({ pointer, holds: false, ...accepted }));
  return { findings, deviations: assumed.length === 0 ? [accepted] : [] };
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
  return queryFaults(exchange).flatMap((fault) => ownerOf(fault, knowledge)?.pointer ?? []);
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
