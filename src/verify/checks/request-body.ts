import type { JsonObject } from "../../contract/cursor.ts";
import { requestSchema, successSchema } from "../../contract/operations.ts";
import { variantsOf } from "../../contract/schema-fields.ts";
import { type Exchange, isRefusal, isSuccess, type Probe } from "../exchange.ts";
import { describeValue, type Finding, kindOf, undecided } from "../finding.ts";
import { valueAt } from "../json-pointer.ts";
import { matchSchema, type Visit } from "../match-schema.ts";
import type { Knowledge } from "../run-state.ts";
import { dataOf } from "./error-response.ts";
import { ownerOf } from "./response-schema.ts";

/** Whether the service accepts what the contract accepts, and rejects what it rejects. */
export function checkRequestBody(exchange: Exchange, knowledge: Knowledge): Finding[] {
  const { about, expect, differs = [] } = exchange.probe ?? expectationOf(exchange, knowledge);
  const outcome = outcomeOf(exchange);
  if (outcome === undefined || !expect || expect.outcome === "error") return [];
  const reason = outcome === "rejected" ? otherReason(exchange, differs) : undefined;
  if (reason !== undefined)
    return about.map((pointer) => undecided(pointer, `the service refused it for ${reason}`));
  const { status } = exchange;
  const holds = outcome === expect.outcome;
  const kind = outcome === "accepted" ? "accepted" : "refused";
  if (holds && expect.outcome === "accepted" && expect.values)
    return about.flatMap((pointer) => checkValues(pointer, exchange, expect.values ?? {}));
  const compared = {
    holds,
    kind,
    at: "status",
    expected: expect.outcome === "accepted" ? "a success" : "a rejection",
    got: `${status}`,
  } as const;
  const isExample = differs.length === 0 && !holds && expect.outcome === "accepted";
  const named = isExample ? namedIn(exchange) : [];
  // The account may not have a form of the body.
  const isForm = about.includes(requestSchema(exchange.operation).pointer);
  if (isExample && isForm && named.length === 0)
    return about.map((each) => undecided(each, `the service answered ${status} to the example`));
  const concerned = isExample ? nearestTo(named, about, exchange) : about;
  return concerned.map((pointer) => ({ pointer, ...compared }));
}

/** Of the assumptions that an example is about, those nearest to the fields which its refusal names. Its form has all. */
function nearestTo(named: readonly Visit[], about: readonly string[], { operation }: Exchange) {
  const property = variantsOf(requestSchema(operation))?.property;
  if (named.length === 0 || named.some(({ at }) => at === `/${property}`)) return about;
  const pointers = named.map(({ schemas }) => schemas.map(({ pointer }) => pointer));
  return about.filter((each) =>
    pointers.some((around) => around.findLast((pointer) => about.includes(pointer)) === each),
  );
}

/**
 * What an answer says of the request. 402 is a decline, where a certain result was expected. A valid body may be refused for
 * what it refers to, such as a refunded payment. One that lacks what the service has not shown is none. A recorded refusal
 * says nothing: a valid request of the same operation is missing.
 */
function outcomeOf({ operation, requestBody, status, probe }: Exchange) {
  if (isSuccess(status)) return "accepted";
  if (!probe) return undefined;
  const { expect } = probe;
  const isDeclined = status === 402 && expect?.outcome === "accepted" && expect.values;
  const isPlain = status === 400 || status === 422 || isDeclined;
  const isExpected = expect?.outcome !== "accepted" && isRefusal(status);
  if (isPlain && isExpected) return "rejected";
  const isValid = () => matchSchema(requestSchema(operation), requestBody).faults.length === 0;
  return (isPlain || isExpected) && isValid() ? "rejected" : undefined;
}

/** The fields of the contract that the text of a refusal names. */
function namedIn({ operation, requestBody, body }: Exchange): Visit[] {
  const words = new Set(JSON.stringify(dataOf(body).message ?? "").match(/[A-Za-z]\w*/g));
  const { visits } = matchSchema(requestSchema(operation), requestBody);
  return visits.filter(({ at }) => words.has(at.slice(at.lastIndexOf("/") + 1)));
}

/** The field that a refusal names, if it names none of those that differ from a valid request. */
function otherReason(exchange: Exchange, differs: readonly string[]): string | undefined {
  const named = differs.length > 0 ? namedIn(exchange).map(({ at }) => at) : [];
  const isOurs = named.some((at) =>
    differs.some((ours) => `${ours}/`.startsWith(`${at}/`) || `${at}/`.startsWith(`${ours}/`)),
  );
  return isOurs ? undefined : named[0]?.slice(1).replaceAll("/", ".");
}

/** A recorded body that breaks one assumption, and nothing else, should have been rejected. */
function expectationOf({ operation, requestBody }: Exchange, knowledge: Knowledge): Probe {
  const schema = requestSchema(operation);
  const faults =
    schema.exists && requestBody !== undefined ? matchSchema(schema, requestBody).faults : [];
  const [only, ...others] = new Set(
    faults.map((fault) => ownerOf(fault, knowledge.aboutBodies, "in place")?.pointer),
  );
  const about = only === undefined || others.length > 0 ? [] : [only];
  return { about, purpose: "", expect: { outcome: "rejected" } };
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
    const holds = got === value;
    const schema = visits.findLast((visit) => visit.at === at)?.schema;
    const shown = (each: unknown) => (schema ? describeValue(schema, each) : kindOf(each));
    const isHidden = !holds && shown(got) === shown(value);
    const expected = shown(value);
    const described = isHidden ? `${expected} with another value` : shown(got);
    return { pointer, holds, kind: "accepted", at, expected, got: described };
  });
}
