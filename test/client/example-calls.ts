import { readFileSync } from "node:fs";
import type { Control } from "../../generated/sandbox-control-client.ts";
import type { ApiPromise, Centavo, OperationId } from "../../src/client/index.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import {
  carriesFile,
  httpMethodOf,
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parametersIn,
} from "../../src/contract/operations.ts";

/** A call from the contract, built from its examples. */
export type ShownCall = ReturnType<typeof callsOf>[number];

export const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** Every operation of a contract, once for each of its named examples. */
export function callsOf(document: JsonObject) {
  const all = operations(Cursor.root(document));
  return all.filter((operation) => !carriesFile(operation)).flatMap(callsOfOperation);
}

function callsOfOperation(operation: Operation) {
  const template = operation.pathItem.key;
  const inPath = valuesByName(shownIn(operation, "path"));
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const ids = Object.fromEntries(names.map((name) => [name, String(inPath[name])]));
  const query = shownIn(operation, "query");
  const headers = shownIn(operation, "header");
  // The client reads only JSON, also of an operation that can stream.
  const request = jsonContent(operation.cursor.at("requestBody"));
  const requests = request.at("examples").members();
  const response = jsonContent(operation.cursor.at("responses", "200"));
  const responses = response.at("examples").members();

  return [...new Set([...requests, ...responses].map(({ key }) => key))].map((name) => {
    const sent = named(requests, name);
    const body = sent && { value: sent.at("value").value, schema: request.at("schema") };
    const payload = body ? [body.value] : query.length > 0 ? [valuesByName(query)] : [];
    return {
      name: `${operation.id} ${name}`,
      id: operation.id as OperationId,
      method: httpMethodOf(operation),
      path: template.replaceAll(/\{(\w+)\}/g, (_match, name) => ids[name] ?? ""),
      /** The path as the contract writes it, and the values for it. */
      template,
      ids,
      query,
      headers,
      body,
      isPublic: isPublic(operation),
      /** What the method takes. */
      args: [...Object.values(ids), ...payload] as unknown[],
      options: valuesByName(headers.map((one) => ({ ...one, name: optionName(one.name) }))),
      response: named(responses, name)?.at("value").value,
    };
  });
}

export const calls = callsOf(contract);

/** The first call of each operation. */
export const operationCalls = calls.filter(
  ({ id }, index) => calls.findIndex((call) => call.id === id) === index,
);

type Method = (...args: unknown[]) => ApiPromise<object>;

/** Calls the method of an operation. */
export function call(
  client: Centavo | Control,
  { id, args, options }: Pick<ShownCall, "id" | "args" | "options">,
): ApiPromise<object> {
  const [group, name] = id.split(".") as [string, string];
  const groups = client as unknown as Record<string, Record<string, Method | undefined>>;
  const method = groups[group]?.[name];
  if (!method) throw new Error(`The client has no ${id}.`);
  return method(...args, options);
}

export function valuesByName(parameters: { name: string; value: unknown }[]) {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

function shownIn(operation: Operation, where: "path" | "query" | "header") {
  return parametersIn(operation, where).map((parameter) => ({
    name: String(parameter.at("name").value),
    value: parameter.at("example").value,
  }));
}

/** A response belongs to the request of the same name, or to any request if there is none. */
function named(examples: Cursor[], name: string): Cursor | undefined {
  return examples.find(({ key }) => key === name) ?? examples[0];
}

/** `x-subaccount-id` is `subaccountId` in a call. */
export function optionName(header: string): string {
  return header.replace(/^x-/, "").replace(/-(\w)/g, (_match, letter) => letter.toUpperCase());
}
