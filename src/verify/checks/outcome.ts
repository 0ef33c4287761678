import { type Cursor, isObject, type JsonObject } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import {
  errorResponses,
  examples,
  jsonContent,
  nameOf,
  parametersIn,
  requestSchema,
  successSchema,
} from "../../contract/operations.ts";
import { fieldsIn, formsOf, variantsOf } from "../../contract/schema-fields.ts";
import type { Check } from "../checked-assumptions.ts";
import { type Cause, type Exchange, isRefusal, isSuccess } from "../exchange.ts";
import {
  contradicted,
  describeValue,
  type Finding,
  held,
  isSandboxCode,
  kindOf,
  numberOrKind,
  undecided,
} from "../finding.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { ownerOf } from "./response-schema.ts";

/** Compares a response with what its request should lead to: a success, with certain values, or a certain error. */
export function checkOutcome(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { probe, status } = exchange;
  const broken = brokenRules(exchange, knowledge);
  if (!isSuccess(status))
    return [...checkError(exchange, knowledge), ...checkRefusal(exchange, broken)];
  if (probe?.expect?.outcome !== "accepted") return checkAcceptance(exchange, broken, knowledge);
  const { values } = probe.expect;
  return probe.about.flatMap((pointer) =>
    values ? checkValues(pointer, exchange, values) : [held(pointer, "accepted")],
  );
}

/** The assumed limits that a query exceeds, or what a body breaks. A recorded body may break one assumption only. */
function brokenRules(exchange: Exchange, { assumptions, aboutBodies }: Knowledge) {
  const { operation, probe, query, requestBody } = exchange;
  if (probe?.expect?.cause === "invalid-query") {
    const faults = parametersIn(operation, "query").flatMap((each) => parameterFaults(each, query));
    return faults.flatMap((fault) => ownerOf(fault, assumptions)?.pointer ?? []);
  }
  // The others are about what answers such a request.
  if (probe?.expect?.outcome === "rejected")
    return probe.about.filter((each) => !/^\/components\/(responses|examples)\//.test(each));
  if (probe || requestBody === undefined) return [];
  const { faults } = matchSchema(requestSchema(operation), requestBody);
  const owners = new Set(faults.map((fault) => ownerOf(fault, aboutBodies, "in place")?.pointer));
  return owners.size === 1 ? [...owners].flatMap((pointer) => pointer ?? []) : [];
}

function parameterFaults(parameter: Cursor, query: Exchange["query"]) {
  const text = query[nameOf(parameter)];
  if (text === undefined) return [];
  return matchSchema(parameter.at("schema"), parameterValue(parameter, text)).faults;
}

/** Parses the text of a parameter to the type of its schema. */
export function parameterValue(parameter: Cursor, text: string): unknown {
  const isNumeric = ["integer", "number"].includes(`${parameter.at("schema", "type").value}`);
  return isNumeric && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/** The description does not state that a service rejects these. */
const UNSTATED: ReadonlySet<Cause | undefined> = new Set(["invalid-id", "invalid-body"]);

/** A request that should have been rejected was not. Without an assumption about it, the description states that. */
function checkAcceptance(exchange: Exchange, broken: readonly string[], knowledge: Knowledge) {
  const { probe, status } = exchange;
  const { outcome, cause } = probe?.expect ?? {};
  if (UNSTATED.has(cause) || (outcome !== "rejected" && broken.length === 0)) return [];
  const isContradicted = (pointer: string) =>
    cause === "unknown-id"
      ? /\/responses\//.test(pointer)
      : knowledge.assumptions.get(pointer)?.check?.rule;
  const assumed = [...broken, ...assumedErrors(exchange, knowledge).filter(isContradicted)];
  const accepted = { at: "status", expected: "a rejection", got: `${status}` };
  if (assumed.length === 0) return [contradicted(undefined, accepted)];
  return assumed.map((pointer) => contradicted(pointer, accepted));
}

/**
 * What a refusal says of the request. 402 is a decline, where a certain result was expected. A valid body may be refused for
 * what it refers to, such as a refunded payment. One that lacks what the service has not shown is none. A recorded refusal
 * says nothing: a valid request of the same operation is missing.
 */
function checkRefusal(exchange: Exchange, broken: readonly string[]): Finding[] {
  const { operation, probe, requestBody, status } = exchange;
  if (!probe) return [];
  const { about, differs = [], expect } = probe;
  const schema = requestSchema(operation);
  const isValid = () => matchSchema(schema, requestBody).faults.length === 0;
  const isPlain = status === 400 || status === 422;
  if (expect?.outcome !== "accepted") {
    if (!isRefusal(status) || !(isPlain || isValid())) return [];
    return broken.map((each) => held(each, "refused"));
  }
  if (!(isPlain || (status === 402 && expect.values)) || !isValid()) return [];
  const concerned = differs.length > 0 ? about : concernedBy(exchange, about, schema);
  if (concerned.length === 0)
    return about.map((each) =>
      undecided(each, `the service answered ${status} to a valid request`),
    );
  const refusal = { at: "status", expected: "a success", got: `${status}` };
  return concerned.map((pointer) => contradicted(pointer, refusal));
}

/**
 * Of the assumptions that an example is about, those nearest to the fields which its refusal names. If it is about its form,
 * the account may lack that, or a limit of it may refuse a value. So only what the service names instead contradicts
 * something: other forms, or another field beside one that no other form has.
 */
function concernedBy(exchange: Exchange, about: readonly string[], schema: Cursor) {
  const named = namedIn(exchange);
  const { property = "", variants = new Map<string, Cursor>() } = variantsOf(schema) ?? {};
  const form = `${Object(exchange.requestBody)[property]}`;
  if (about.includes(`${variants.get(form)?.target.pointer}`)) {
    const words = wordsOf(exchange);
    const isInstead = words.some((word) => variants.has(word)) && !words.includes(form);
    if (isInstead && named.some(({ at }) => at === `/${property}`)) return about;
    const fields = fieldsIn(formsOf(schema));
    const isRenamed = words.some((word) => /[a-z][A-Z_]/.test(word) && !fields.has(word));
    const isOwn = ({ at }: Visit) => fields.get(at.slice(1))?.length === 1;
    if (!isRenamed || !named.every(isOwn)) return [];
  } else if (named.length === 0) return about;
  const nearest = named.map(({ schemas }) =>
    schemas.findLast(({ pointer }) => about.includes(pointer)),
  );
  return about.filter((each) => nearest.some((one) => one?.pointer === each));
}

/** The words in the text of a refusal, or in all of it if the text is elsewhere. */
export function wordsOf({ body }: Exchange): string[] {
  const text = dataOf(body).message ?? body ?? "";
  const values = JSON.stringify(text).replaceAll(/"\w+":/g, "");
  return values.match(/[A-Za-z]\w*/g) ?? [];
}

/** The fields of the contract that the text of a refusal names. */
export function namedIn(exchange: Exchange): Visit[] {
  const words = new Set(wordsOf(exchange));
  const { visits } = matchSchema(requestSchema(exchange.operation), exchange.requestBody);
  return visits.filter(({ at }) => words.has(at.slice(at.lastIndexOf("/") + 1)));
}

/** Compares an error with the responses that the contract has for its cause. What is no JSON may be a gateway's. */
function checkError(exchange: Exchange, { assumptions }: Knowledge): Finding[] {
  const { status, body, probe } = exchange;
  const cause = probe?.expect?.cause;
  const isAboutTokens = cause === "no-token" || cause === "wrong-keys";
  const isLookedAt = status === 401 ? isAboutTokens : isRefusal(status);
  if (!isLookedAt || body === undefined) return [];
  return expectedResponses(exchange, assumptions).flatMap(({ response, forms, ...expected }) => {
    const { check } = assumptions.get(response.pointer) ?? {};
    const ofStatus = check ? [checkStatus(exchange, expected.status, response, check)] : [];
    return [...ofStatus, ...forms.map((example) => checkForm(body, example))];
  });
}

/** The assumptions about the error that a request of ours should cause. */
export function assumedErrors(exchange: Exchange, { assumptions }: Knowledge): string[] {
  return expectedResponses(exchange, assumptions)
    .flatMap(({ response, forms }) => [response, ...forms])
    .map(({ pointer }) => pointer)
    .filter((pointer) => assumptions.get(pointer)?.check);
}

/**
 * The responses of the operation that the cause leads to, or that the request of ours is about, with the assumed examples
 * of a response to such a request.
 */
function expectedResponses({ operation, probe }: Exchange, assumptions: Knowledge["assumptions"]) {
  const cause = probe?.expect?.cause;
  const isExpected = ({ pointer }: Cursor) =>
    probe?.about.includes(pointer) || (cause && assumptions.get(pointer)?.check?.when === cause);
  return errorResponses(operation)
    .map(({ status, cursor: response }) => {
      const forms = examples(jsonContent(response)).filter(isExpected);
      return { status, response, forms };
    })
    .filter(({ response, forms }) => isExpected(response) || forms.length > 0);
}

/** A code where the examples have none is for the assumption about the example, unless the response's own speaks of it. */
function checkStatus(
  { status, body }: Exchange,
  expected: string,
  response: Cursor,
  { withoutCode }: Check,
): Finding {
  const { pointer } = response;
  const codes = examples(jsonContent(response)).map((each) => codeOf(each.at("value").value));
  const code = codeOf(body);
  const isOpen = !withoutCode && codes.every((each) => each === undefined);
  if (`${status}` === expected && (isOpen || codes.includes(code)))
    return held(pointer, "answered");
  const shown = codes.includes(undefined) ? "" : ` with return code ${codes.join(" or ")}`;
  const noCode = shown && " without a return code";
  const none = lacksData(body) ? " without an error in `data`" : noCode;
  const got = code === undefined ? none : ` with return code ${numberOrKind(code)}`;
  const wanted = withoutCode ? " without a return code" : shown;
  const compared = { expected: `${expected}${wanted}`, got: `${status}${got}` };
  return contradicted(pointer, { at: "status", ...compared });
}

/** Whether an error has the fields of the example, and one message or several, as it has. */
function checkForm(body: unknown, { pointer, value }: Cursor): Finding {
  const [expected, got] = [formOf(Object(value).value), formOf(body)];
  if (expected === got) return held(pointer, "answered");
  return contradicted(pointer, { at: "/data", expected, got });
}

function formOf(body: unknown): string {
  const { message, statusCode } = dataOf(body);
  if (lacksData(body)) return "nothing";
  const parts = [
    Array.isArray(message) ? "a list of messages" : message !== undefined && "a message",
    codeOf(body) !== undefined && "a return code",
    statusCode !== undefined && "the status",
  ];
  return `an error with ${parts.filter(Boolean).join(" and ") || "none of its fields"}`;
}

/** That it should be a number, another assumption says. */
function codeOf(body: unknown): number | undefined {
  const { returnCode } = dataOf(body);
  const code = Number(returnCode ?? undefined);
  return returnCode == null || isSandboxCode(code) ? undefined : code;
}

function lacksData(body: unknown): boolean {
  return !isObject(Object(body).data);
}

function dataOf(body: unknown): JsonObject {
  return lacksData(body) ? {} : Object(body).data;
}

/**
 * A value that belongs to no set may be a name or a date of birth, so only its kind is shown. One that is missing or
 * of another type says nothing: what should be there, another assumption says.
 */
function checkValues(
  pointer: string,
  { operation, body }: Exchange,
  values: JsonObject,
): Finding[] {
  const { visits } = matchSchema(successSchema(operation), body);
  return Object.entries(values).map(([at, value]): Finding => {
    const got = valueAt(body, at);
    if (value === undefined || typeof got !== typeof value)
      return undecided(pointer, `the response shows ${kindOf(got)} at ${at}`);
    if (got === value) return held(pointer, "accepted");
    const schema = visits.findLast((visit) => visit.at === at)?.schema;
    const shown = (each: unknown) => (schema ? describeValue(schema, each) : kindOf(each));
    const isHidden = shown(got) === shown(value);
    const expected = isHidden ? "the one asked for" : shown(value);
    return contradicted(pointer, { at, expected, got: isHidden ? "another value" : shown(got) });
  });
}
