import { type Cursor, isObject } from "../../../src/contract/cursor.ts";
import {
  carriesFile,
  httpMethodOf,
  isList,
  isPublic,
  nameOf,
  type Operation,
  operations,
  parametersIn,
  requestExamples,
  requiredIn,
} from "../../../src/contract/operations.ts";
import { MOCK_URL, SANDBOX_URL } from "../../default-servers.ts";
import { callExpression, exampleOf, literal } from "../../generate/call-sample.ts";
import { php, python, type SampleRequest } from "./request-code.ts";

/** A code sample that calls an operation with a named example of the contract. */
export type Sample = {
  operationId: string;
  /** The name of the example. Empty if the operation takes no body. */
  example: string;
  /** The summary of the example. */
  title: string;
  language: Language;
  source: string;
};

export type Language = keyof typeof WRITERS;

/** The server that the samples of a contract call. */
export type Target = {
  url: string;
  /** The URL and the token, as shell words. */
  address: string;
  token: string;
  /** The TypeScript expression of the client, and a program around a use of it. */
  client: string;
  program(use: string): string;
  /**
   * For calls by path: the server's URL, TypeScript expressions of its URL and of the token, and a program around a use
   * of `api`.
   */
  byPath?: { server: string; url: string; token: string; program(use: string): string };
};

/** Samples call the mock unless environment variables say otherwise, so they work when you paste them. */
export function mockAt(url = MOCK_URL): Target {
  const baseUrl = `process.env.CENTAVO_URL ?? "${url}"`;
  const token = 'process.env.CENTAVO_TOKEN ?? "any-for-the-mock"';
  const options = `{
  baseUrl: ${baseUrl},
  publicKey: process.env.CENTAVO_PUBLIC_KEY ?? "any-for-the-mock",
  privateKey: process.env.CENTAVO_PRIVATE_KEY ?? "any-for-the-mock",
}`;
  return {
    url,
    address: `\u0024{CENTAVO_URL:-${url}}`,
    token: "\u0024{CENTAVO_TOKEN:-any-for-the-mock}",
    client: "centavo",
    program: (use) =>
      `import { createCentavo } from "centavo";\n\nconst centavo = createCentavo(${options});\n\n${use}`,
    byPath: {
      server: url,
      url: baseUrl,
      token,
      program: (use) =>
        `import { createCentavoFetch } from "centavo";\n\nconst api = createCentavoFetch(${options});\n\n${use}`,
    },
  };
}

/** Only a sandbox has controls. A program starts its own; a shell command calls the running one. */
export function sandboxAt(url = SANDBOX_URL): Target {
  return {
    url,
    address: url,
    token: "$TOKEN",
    client: "sandbox.control",
    program: (use) => `import { startSandbox } from "centavo/sandbox";

const sandbox = await startSandbox();

${use}

await sandbox.close();`,
  };
}

type Write = (operation: Operation, body: unknown, target: Target) => string | undefined;

const WRITERS = {
  curl,
  TypeScript: typescript,
  "openapi-fetch": openapiFetch,
  fetch: plainFetch,
  Python: byPathIn(python),
  PHP: byPathIn(php),
} satisfies Record<string, Write>;

/** A sample in each language for every named request example of every operation. */
export function samples(contract: Cursor, target: Target): Sample[] {
  return operations(contract).flatMap((operation) => samplesOf(operation, target));
}

export function samplesOf(operation: Operation, target: Target): Sample[] {
  return calls(operation).flatMap(({ body, ...about }) =>
    (Object.keys(WRITERS) as Language[]).flatMap((language) => {
      const source = WRITERS[language](operation, body, target);
      return source === undefined ? [] : [{ ...about, language, source }];
    }),
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
  const method = httpMethodOf(operation);
  const options = [
    ...(isPublic(operation) ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...headersOf(operation).map(([name, value]) => `-H '${shellQuoted(`${name}: ${value}`)}'`),
    ...(carriesFile(operation) ? [fileOption(body)] : []),
    ...(body === undefined || carriesFile(operation)
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${shellQuoted(JSON.stringify(body, null, 2))}'`,
        ]),
  ];
  const verb = method === "GET" ? "" : `-X ${method} `;
  return [`curl ${verb}"${address}${pathAndQuery(operation)}"`, ...options].join(" \\\n  ");
}

function fileOption(body: unknown): string {
  if (body === undefined) return "-o shop.ndjson";
  return '-H "Content-Type: application/x-ndjson" --data-binary @shop.ndjson';
}

function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function typescript(
  operation: Operation,
  body: unknown,
  { client, program }: Target,
): string | undefined {
  // The client has no method for it.
  if (carriesFile(operation)) return undefined;
  const call = callExpression(client, operation, body === undefined ? undefined : literal(body));
  return program(
    isList(operation)
      ? `for await (const item of ${call}) {\n  console.log(item);\n}`
      : `const { data } = await ${call};\nconsole.log(data);`,
  );
}

function openapiFetch(operation: Operation, body: unknown, { byPath }: Target): string | undefined {
  const params = paramsOf(operation);
  const settings = [
    ...(params === undefined ? [] : [`  params: ${onOneLine(params)},`]),
    ...(body === undefined ? [] : [`  body: ${indented(literal(body))},`]),
  ];
  const method = httpMethodOf(operation);
  const path = JSON.stringify(operation.pathItem.key);
  const args = settings.length > 0 ? `${path}, {\n${settings.join("\n")}\n}` : path;
  return byPath?.program(
    `const { data, error } = await api.${method}(${args});\nconsole.log(error ?? data);`,
  );
}

/** The ids and the required query of an operation, in the form that openapi-fetch takes. */
function paramsOf(operation: Operation): object | undefined {
  const named = (all: Cursor[]) =>
    Object.fromEntries(
      all.map((each) => [nameOf(each), each.at("example").value ?? exampleOf(each)]),
    );
  const ids = parametersIn(operation, "path");
  const query = requiredIn(operation, "query");
  const header = requiredIn(operation, "header");
  if (ids.length + query.length + header.length === 0) return undefined;
  return {
    ...(header.length > 0 && { header: named(header) }),
    ...(ids.length > 0 && { path: named(ids) }),
    ...(query.length > 0 && { query: named(query) }),
  };
}

function onOneLine(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${/^\w+$/.test(name) ? name : `"${name}"`}: ${onOneLine(each)}`,
  );
  return `{ ${members.join(", ")} }`;
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function plainFetch(operation: Operation, body: unknown, { byPath }: Target): string | undefined {
  if (!byPath) return undefined;
  const method = httpMethodOf(operation);
  const headers = [
    ...(isPublic(operation) ? [] : ["    authorization: `Bearer \u0024{token}`,"]),
    ...headersOf(operation).map(([name, value]) => `    "${name}": ${JSON.stringify(value)},`),
    ...(body === undefined ? [] : ['    "content-type": "application/json",']),
  ];
  const settings = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(literal(body))}),`]),
  ];
  const token = isPublic(operation) ? "" : `const token = ${byPath.token};\n`;
  const end = settings.length > 0 ? `, {\n${settings.join("\n")}\n}` : "";
  return `const baseUrl = ${byPath.url};
${token}
const response = await fetch(\`\${baseUrl}${pathAndQuery(operation)}\`${end});
console.log(response.status, await response.json());`;
}

/** The code of a language that needs to know no more than the request. */
function byPathIn(write: (request: SampleRequest) => string): Write {
  return (operation, body, { byPath }) =>
    byPath &&
    write({
      server: byPath.server,
      method: httpMethodOf(operation),
      path: pathAndQuery(operation),
      needsToken: !isPublic(operation),
      headers: headersOf(operation),
      body,
    });
}

/** The required headers, besides the token and the type of the body. */
function headersOf(operation: Operation): [name: string, value: string][] {
  return requiredIn(operation, "header").map((each) => [nameOf(each), exampleOf(each)]);
}

/** The path with the example ids, and the required query. */
function pathAndQuery(operation: Operation): string {
  const path = parametersIn(operation, "path").reduce(
    (rest, parameter) =>
      rest.replace(`{${nameOf(parameter)}}`, encodeURIComponent(exampleOf(parameter))),
    operation.pathItem.key,
  );
  const query = requiredIn(operation, "query").map(
    (parameter) => `${nameOf(parameter)}=${encodeURIComponent(exampleOf(parameter))}`,
  );
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}
