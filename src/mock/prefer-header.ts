import { isDeepStrictEqual } from "node:util";
import { type Cursor, isObject } from "../contract/cursor.ts";
import { type Operation, requestSchema, responses } from "../contract/operations.ts";
import { RequestError } from "./request-error.ts";

/** Which of the possible responses of an operation to send. */
export interface Preference {
  code?: number;
  example?: string;
  dynamic?: boolean;
}

/** The supported preferences of the header `Prefer`. Others are ignored. */
const preferenceReaders = new Map<string, (value: string) => Preference>([
  ["code", readCode],
  ["example", (value) => ({ example: value })],
  ["dynamic", readDynamic],
]);

function readCode(value: string): Preference {
  if (/^[2-5]\d\d$/.test(value)) return { code: Number(value) };
  throw new RequestError(400, `Prefer: code=${value} is not a status from 200 to 599`, {
    logged: "Prefer: code is not a status from 200 to 599",
  });
}

function readDynamic(value: string): Preference {
  if (value === "true" || value === "false") return { dynamic: value === "true" };
  throw new RequestError(400, `Prefer: dynamic=${value} is neither true nor false`, {
    logged: "Prefer: dynamic is neither true nor false",
  });
}

/** Reads the preference of a request, if it has one. @throws {RequestError} 400 if it is invalid. */
export function readPreference(header: string, operation: Operation): Preference | undefined {
  const parts = header.split(/[,;]/).flatMap((part) => {
    const [name = "", value = ""] = part.split("=").map((side) => side.trim());
    return preferenceReaders.get(name.toLowerCase())?.(value.replace(/^"(.*)"$/, "$1")) ?? [];
  });
  if (parts.length === 0) return undefined;
  const preference = Object.assign({}, ...parts);
  assertExampleExists(preference, operation);
  return preference;
}

function assertExampleExists({ code, example }: Preference, operation: Operation): void {
  const names = responseExamples(operation, code).map(({ key }) => key);
  if (example === undefined || names.includes(example)) return;
  const where = `${operation.id}${code === undefined ? "" : ` with status ${code}`}`;
  const known = names.join(", ");
  throw new RequestError(400, `Prefer: ${where} has no example ${example}, only ${known}`, {
    logged: `Prefer: ${where} has no such example, only ${known}`,
  });
}

/**
 * Finds the example to respond with. In the contract, the examples of a request and of its response
 * have the same name, and the example of a resource has its id.
 */
export function preferExample(operation: Operation, path: string, body: unknown): Preference {
  const requests = examples(operation.cursor.at("requestBody"));
  const responses = responseExamples(operation);
  const kindOf = (value: unknown) =>
    isObject(value) ? value[discriminator(operation)] : undefined;
  const hasIdOfPath = (response: Cursor) =>
    path.split("/").includes(String(response.at("value", "data", "id").value));
  const example =
    requests.find((request) => isDeepStrictEqual(request.at("value").value, body)) ??
    requests.find(
      (request) => kindOf(body) && kindOf(request.at("value").value) === kindOf(body),
    ) ??
    responses.find(hasIdOfPath);
  return example && responses.some(({ key }) => key === example.key)
    ? { example: example.key }
    : {};
}

/** The property that selects a schema of a union. Without a union it is "", which no body has. */
function discriminator(operation: Operation): string {
  return String(requestSchema(operation).at("discriminator", "propertyName").value ?? "");
}

/** The examples of the response with a status. By default, of the success response. */
function responseExamples(operation: Operation, code?: number): Cursor[] {
  const all = responses(operation);
  const response =
    all.find(({ status }) => (code ? status === `${code}` : status.startsWith("2"))) ??
    all.find(({ status }) => status === "default");
  return response ? examples(response.cursor) : [];
}

function examples(body: Cursor): Cursor[] {
  return body.at("content", "application/json", "examples").members();
}
