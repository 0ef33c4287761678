import {
  examples,
  isList,
  isPublic,
  mediaTypes,
  type Operation,
  operations,
  parametersIn,
} from "../../src/contract/operations.ts";
import type { Place } from "../../src/contract/place.ts";

/** One way to make a call, made from a named example of the contract. */
export type Sample = {
  operationId: string;
  /** The example's name; empty where the operation takes no body. */
  example: string;
  language: "curl" | "TypeScript";
  source: string;
};

/** Without settings of its own a sample calls the mock, so that it works as soon as it is pasted. */
export const MOCK_URL = "http://127.0.0.1:4010";
const BEARER = "\u0024{CENTAVO_TOKEN:-any-for-the-mock}";

/** A call in curl and one in TypeScript for every named request example of every operation. */
export function samples(contract: Place): Sample[] {
  return operations(contract).flatMap((operation) => {
    const bodies = mediaTypes(operation.place.at("requestBody")).flatMap((mediaType) =>
      mediaType.at("examples").members(),
    );
    const calls = bodies.map((body) => ({ example: body.key, body: body.at("value").value }));
    return (calls.length > 0 ? calls : [{ example: "", body: undefined }]).flatMap((call) => [
      sample(operation, call.example, "curl", curl(operation, call.body)),
      sample(operation, call.example, "TypeScript", typescript(operation, call.body)),
    ]);
  });
}

function sample(
  { id }: Operation,
  example: string,
  language: Sample["language"],
  source: string,
): Sample {
  return { operationId: id, example, language, source };
}

function curl(operation: Operation, body: unknown): string {
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
  return [`curl ${verb}"\${CENTAVO_URL:-${MOCK_URL}}${path}"`, ...options].join(" \\\n  ");
}

function shellQuoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}

function typescript(operation: Operation, body: unknown): string {
  const args = [
    ...parametersIn(operation, "path").map((parameter) => JSON.stringify(exampleOf(parameter))),
    ...(body === undefined ? [] : [literal(body)]),
  ];
  const call = `centavo.${operation.id}(${args.join(", ")})`;
  const use = isList(operation)
    ? `for await (const item of ${call}) {\n  console.log(item);\n}`
    : `const { data } = await ${call};\nconsole.log(data);`;
  return `import { createCentavo } from "centavo";

const centavo = createCentavo({
  baseUrl: process.env.CENTAVO_URL ?? "${MOCK_URL}",
  publicKey: process.env.CENTAVO_PUBLIC_KEY ?? "any-for-the-mock",
  privateKey: process.env.CENTAVO_PRIVATE_KEY ?? "any-for-the-mock",
});

${use}`;
}

/** JSON as a person writes it in TypeScript. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"(\w+)":/gm, "$1$2:");
}

function nameOf(parameter: Place): string {
  return String(parameter.at("name").value);
}

function exampleOf(parameter: Place): string {
  return String(parameter.at("example").value ?? examples(parameter)[0]?.at("value").value);
}
