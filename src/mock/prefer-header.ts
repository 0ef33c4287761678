import { isDeepStrictEqual } from "node:util";
import { type Cursor, isObject } from "../contract/cursor.ts";
import { type Operation, requestSchema, responses } from "../contract/operations.ts";
import { RequestError } from "./request-error.ts";

/** Which of its possible answers an operation is to give. */
export interface Preference {
  code?: number;
  example?: string;
  dynamic?: boolean;
}

/** What the header `Prefer` can say. Anything else in it is for others, and is passed over. */
const preferenceReaders = new Map<string, (value: string) => Preference>([
  ["code", readCode],
  ["example", (value) => ({ example: value })],
  ["dynamic", readDynamic],
]);

function readCode(value: string): Preference {
  if (/^[2-5]\d\d$/.test(value)) return { code: Number(value) };
  throw new RequestError(400, `Prefer: code=${value} is no status from 200 to 599`, {
    logged: "Prefer: code is no status from 200 to 599",
  });
}

function readDynamic(value: string): Preference {
  if (value === "true" || value === "false") return { dynamic: value === "true" };
  throw new RequestError(400, `Prefer: dynamic=${value} is neither true nor false`, {
    logged: "Prefer: dynamic is neither true nor false",
  });
}

/** Reads what a caller asks for, if anything, and refuses what the contract does not have. */
export function readPreference(header: string, operation: Operation): Preference | undefined {
  const found = header.split(/[,;]/).flatMap((part) => {
    const [name = "", value = ""] = part.split("=").map((side) => side.trim());
    return preferenceReaders.get(name.toLowerCase())?.(value.replace(/^"(.*)"$/, "$1")) ?? [];
  });
  if (found.length === 0) return undefined;
  const preference = Object.assign({}, ...found);
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
 * Finds the example that answers a request. The contract pairs requests and answers by the names of
 * their examples, and the example of a resource carries its id.
 */
export function preferExample(operation: Operation, path: string, body: unknown): Preference {
  const requests = examples(operation.cursor.at("requestBody"));
  const answers = responseExamples(operation);
  const kindOf = (value: unknown) =>
    isObject(value) ? value[discriminator(operation)] : undefined;
  const isAskedFor = (answer: Cursor) =>
    path.split("/").includes(String(answer.at("value", "data", "id").value));
  const found =
    requests.find((request) => isDeepStrictEqual(request.at("value").value, body)) ??
    requests.find(
      (request) => kindOf(body) && kindOf(request.at("value").value) === kindOf(body),
    ) ??
    answers.find(isAskedFor);
  return found && answers.some(({ key }) => key === found.key) ? { example: found.key } : {};
}

/** The property whose value decides between the schemas of a union; none has an empty name. */
function discriminator(operation: Operation): string {
  return String(requestSchema(operation).at("discriminator", "propertyName").value ?? "");
}

/** The examples of the answer with a status, or of the one when all went well. */
function responseExamples(operation: Operation, code?: number): Cursor[] {
  const all = responses(operation);
  const answer =
    all.find(({ status }) => (code ? status === `${code}` : status.startsWith("2"))) ??
    all.find(({ status }) => status === "default");
  return answer ? examples(answer.cursor) : [];
}

function examples(body: Cursor): Cursor[] {
  return body.at("content", "application/json", "examples").members();
}
