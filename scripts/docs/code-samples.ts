import type { Cursor } from "../../src/contract/cursor.ts";
import {
  isList,
  isPublic,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
  requiredQuery,
} from "../../src/contract/operations.ts";
import { callExpression, exampleOf, literal, nameOf } from "../typescript-call-sample.ts";

/** A code sample that calls an operation with a named example of the contract. */
export type Sample = {
  operationId: string;
  /** The name of the example. Empty if the operation takes no body. */
  example: string;
  /** The summary of the example. */
  title: string;
  language: "curl" | "TypeScript";
  source: string;
};

/** The server that the samples of a contract call. */
export type Target = {
  /** The URL and the token, as shell words. */
  address: string;
  token: string;
  /** The TypeScript expression of the client, and a program around a use of it. */
  client: string;
  program(use: string): string;
};

export const MOCK_URL = "http://127.0.0.1:4010";
export const SANDBOX_URL = "http://127.0.0.1:4020";

/** Samples call the mock unless environment variables say otherwise, so they work when you paste them. */
export function mockAt(url = MOCK_URL): Target {
  return {
    address: `\u0024{CENTAVO_URL:-${url}}`,
    token: "\u0024{CENTAVO_TOKEN:-any-for-the-mock}",
    client: "centavo",
    program: (use) => `import { createCentavo } from "centavo";

const centavo = createCentavo({
  baseUrl: process.env.CENTAVO_URL ?? "${url}",
  publicKey: process.env.CENTAVO_PUBLIC_KEY ?? "any-for-the-mock",
  privateKey: process.env.CENTAVO_PRIVATE_KEY ?? "any-for-the-mock",
});

${use}`,
  };
}

/** Only a sandbox has controls. A program starts its own; a shell command calls the running one. */
export function sandboxAt(url = SANDBOX_URL): Target {
  return {
    address: url,
    token: "$TOKEN",
    client: "sandbox.control",
    program: (use) => `import { startSandbox } from "centavo/sandbox";

const sandbox = await startSandbox();

${use}

await sandbox.close();`,
  };
}

/** A curl and a TypeScript sample for every named request example of every operation. */
export function samples(contract: Cursor, target: Target): Sample[] {
  return operations(contract).flatMap((operation) =>
    calls(operation).flatMap(({ body, ...about }) => [
      { ...about, language: "curl" as const, source: curl(operation, body, target) },
      { ...about, language: "TypeScript" as const, source: typescript(operation, body, target) },
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

function curl(operation: Operation, body: unknown, { address, token }: Target): string {
  const path = parametersIn(operation, "path").reduce(
    (rest, parameter) => rest.replace(`{${nameOf(parameter)}}`, exampleOf(parameter)),
    operation.pathItem.key,
  );
  const query = requiredQuery(operation).map(
    (parameter) => `${nameOf(parameter)}=${encodeURIComponent(exampleOf(parameter))}`,
  );
  const target = query.length > 0 ? `${path}?${query.join("&")}` : path;
  const method = operation.cursor.key.toUpperCase();
  const options = [
    ...(isPublic(operation) ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`,
        ]),
  ];
  const verb = method === "GET" ? "" : `-X ${method} `;
  return [`curl ${verb}"${address}${target}"`, ...options].join(" \\\n  ");
}

function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function typescript(operation: Operation, body: unknown, { client, program }: Target): string {
  const call = callExpression(client, operation, body === undefined ? undefined : literal(body));
  return program(
    isList(operation)
      ? `for await (const item of ${call}) {\n  console.log(item);\n}`
      : `const { data } = await ${call};\nconsole.log(data);`,
  );
}
