import { expect } from "vitest";
import {
  httpMethodOf,
  mediaTypes,
  nameOf,
  parametersIn,
  requestExamples,
  responses,
} from "../../../src/contract/operations.ts";
import { NOBODY, test } from "../company-fixture.ts";
import { operationsById } from "../contract-examples.ts";

/** Only the operator, who has no token, names a company in a header: test/sandbox/companies tests that. */
const named = [...operationsById.values()].filter(
  (operation) =>
    !parametersIn(operation, "header").some((each) => nameOf(each) === "x-sandbox-company"),
);

/** What the contract shows first where an operation does not find what its request names. */
const rows = named.flatMap((operation) => {
  const errors = responses(operation).flatMap(({ status, cursor }) =>
    mediaTypes(cursor)
      .flatMap((type) => type.at("examples").members())
      .filter(({ key }) => key.includes("NotFound"))
      .map((shown) => ({ error: shown.key, status, body: shown.at("value").value })),
  );
  return errors.slice(0, 1).map((error) => ({ id: operation.id, operation, ...error }));
});

/** An unknown id in place of an id. */
const idOr = (example: unknown) => (/^[\da-f-]{36}$/.test(`${example}`) ? NOBODY : `${example}`);

test.for(rows)("$id with an unknown id: $error", async ({ operation, status, body }, { shop }) => {
  const inPath = parametersIn(operation, "path").map((each) => [nameOf(each), each] as const);
  const ids = new Map(inPath.map(([name, each]) => [name, idOr(each.at("example").value)]));
  const path = operation.pathItem.key.replaceAll(/\{(\w+)\}/g, (_, name) => ids.get(name) ?? "");
  // What has no id in its path or its body may name a subaccount.
  const names = path.includes(NOBODY) ? "" : `?subaccountId=${NOBODY}`;
  const headers: HeadersInit = path.includes(NOBODY) ? {} : { "x-subaccount-id": NOBODY };
  // The ids of the contract's bodies are unknown too. Of those of a payment, one has ids.
  const bodies = requestExamples(operation);
  const json = bodies.find(({ key }) => key === "tokenizedCard") ?? bodies[0];
  const response = await shop.send(httpMethodOf(operation).toUpperCase(), path + names, {
    ...{ token: await shop.token(), headers },
    ...(json && { json: json.at("value").value }),
  });
  expect([`${response.status}`, response.body]).toEqual([status, body]);
});
