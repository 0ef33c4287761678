import {
  isList,
  isPublic,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
} from "../../src/contract/operations.ts";
import type { Place } from "../../src/contract/place.ts";
import { callExpression, exampleOf, literal, nameOf } from "../call.ts";

/** One way to make a call, made from a named example of the contract. */
export type Sample = {
  operationId: string;
  /** The example's name; empty where the operation takes no body. */
  example: string;
  /** What the example shows, in a few words. */
  title: string;
  language: "curl" | "TypeScript";
  source: string;
};

/** Without settings of its own a sample calls the mock, so that it works as soon as it is pasted. */
export const MOCK_URL = "http://127.0.0.1:4010";
const BEARER = "\u0024{CENTAVO_TOKEN:-any-for-the-mock}";

/** A call in curl and one in TypeScript for every named request example of every operation. */
export function samples(contract: Place, baseUrl = MOCK_URL): Sample[] {
  return operations(contract).flatMap((operation) =>
    calls(operation).flatMap(({ body, ...about }) => [
      { ...about, language: "curl" as const, source: curl(operation, body, baseUrl) },
      { ...about, language: "TypeScript" as const, source: typescript(operation, body, baseUrl) },
    ]),
  );
}

function calls(operation: Operation) {
  const { id: operationId } = operation;
  const bodies = requestExamples(operation);
  if (bodies.length === 0) return [{ operationId, example: "", title: "", body: undefined }];
  return bodies.map((body) => ({
    operationId,
    example: body.key,
    title: String(body.at("summary").value),
    body: body.at("value").value,
  }));
}

function curl(operation: Operation, body: unknown, baseUrl: string): string {
  const path = parametersIn(operation, "path").reduce(
    (rest, parameter) => rest.replace(`{${nameOf(parameter)}}`, exampleOf(parameter)),
    operation.pathItem.key,
  );
  const method = operation.place.key.toUpperCase();
  const options = [
    ...(isPublic(operation) ? [] : [`-H "Authorization: Bearer ${BEARER}"`]),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`,
        ]),
  ];
  const verb = method === "GET" ? "" : `-X ${method} `;
  return [`curl ${verb}"\${CENTAVO_URL:-${baseUrl}}${path}"`, ...options].join(" \\\n  ");
}

function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function typescript(operation: Operation, body: unknown, baseUrl: string): string {
  const call = callExpression("centavo", operation, body === undefined ? undefined : literal(body));
  const use = isList(operation)
    ? `for await (const item of ${call}) {\n  console.log(item);\n}`
    : `const { data } = await ${call};\nconsole.log(data);`;
  return `import { createCentavo } from "centavo";

const centavo = createCentavo({
  baseUrl: process.env.CENTAVO_URL ?? "${baseUrl}",
  publicKey: process.env.CENTAVO_PUBLIC_KEY ?? "any-for-the-mock",
  privateKey: process.env.CENTAVO_PRIVATE_KEY ?? "any-for-the-mock",
});

${use}`;
}
