import { readFileSync } from "node:fs";
import type { Control } from "../../generated/sandbox-control-client.ts";
import type { ApiPromise, Centavo, OperationId } from "../../src/client/index.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import {
  isPublic,
  jsonContent,
  type Operation,
  operations,
  parametersIn,
} from "../../src/contract/operations.ts";

type Values = Record<string, unknown>;
type Shown = { name: string; value: unknown };

/** A call from the contract, built from its examples. */
export interface ShownCall {
  name: string;
  id: OperationId;
  method: string;
  path: string;
  /** The path as the contract writes it, and the values for it. */
  template: string;
  ids: Values;
  query: Values;
  headers: Shown[];
  body: { value: unknown; schema: Cursor } | undefined;
  isPublic: boolean;
  /** What the method takes. */
  args: unknown[];
  options: object;
  /** The response of the service. */
  response: unknown;
}

export const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** Every operation of a contract, once for each of its named examples. */
export function callsOf(document: JsonObject): ShownCall[] {
  return operations(Cursor.root(document)).flatMap(callsOfOperation);
}

function callsOfOperation(operation: Operation): ShownCall[] {
  const { cursor, pathItem } = operation;
  const template = pathItem.key;
  const inPath = valuesByName(parametersIn(operation, "path").map(shown));
  const query = valuesByName(parametersIn(operation, "query").map(shown));
  const headers = parametersIn(operation, "header").map(shown);
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const ids = Object.fromEntries(names.map((name) => [name, String(inPath[name])]));
  const requests = bodies(cursor.at("requestBody"));
  const responses = bodies(cursor.at("responses", "200"));

  return [...new Set([...requests, ...responses].map(({ name }) => name))].map((name) => {
    const body = named(requests, name);
    const payload = body ? [body.value] : Object.keys(query).length > 0 ? [query] : [];
    return {
      name: `${operation.id} ${name}`,
      id: operation.id as OperationId,
      method: cursor.key.toUpperCase(),
      path: template.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? ""),
      template,
      ids,
      query,
      headers,
      body,
      isPublic: isPublic(operation),
      args: [...Object.values(ids), ...payload],
      options: valuesByName(headers.map((one) => ({ ...one, name: optionName(one.name) }))),
      response: named(responses, name)?.value,
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

export function valuesByName(parameters: Shown[]): Values {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

function shown(parameter: Cursor): Shown {
  return { name: String(parameter.at("name").value), value: parameter.at("example").value };
}

/** The client reads only JSON, also of an operation that can stream. */
function bodies(owner: Cursor) {
  const json = jsonContent(owner);
  return json
    .at("examples")
    .members()
    .map((example) => ({
      name: example.key,
      value: example.at("value").value,
      schema: json.at("schema"),
    }));
}

/** A response belongs to the request of the same name, or to any request if there is none. */
function named<Body extends { name: string }>(all: Body[], name: string): Body | undefined {
  return all.find((one) => one.name === name) ?? all[0];
}

/** `x-subaccount-id` is `subaccountId` in a call. */
function optionName(header: string): string {
  return header.replace(/^x-/, "").replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
