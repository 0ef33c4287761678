import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import type { Exchange } from "../../src/verify/exchange.ts";
import { Verification } from "../../src/verify/verdicts.ts";
import { service } from "../sandbox/contract-examples.ts";

/** Everything that a report could show of an exchange. */
function shown(operationId: string, exchange: Omit<Exchange, "operation" | "path">): string {
  const verification = new Verification(service, readAssumptionChecks());
  const operation = operations(service).find(({ id }) => id === operationId);
  if (!operation) throw new Error(operationId);
  verification.observe({ operation, path: {}, ...exchange });
  const { verdicts, deviations, novelties } = verification.result(() => "");
  return JSON.stringify([verdicts.map(({ evidence }) => evidence), deviations, novelties]);
}

const about = ["/components/schemas/CustomerUpdate"];

test.each<[string, string, Omit<Exchange, "operation" | "path">]>([
  [
    "a title of one word that a filter should have left out",
    "subscriptions.list",
    { query: { title: "Maria" }, status: 200, body: { data: [{ title: "Joana" }], meta: {} } },
  ],
  [
    "a name that a change should have kept",
    "customers.update",
    {
      query: {},
      status: 200,
      body: { data: { firstName: "Joana" } },
      probe: {
        about,
        purpose: "",
        expect: { outcome: "accepted", values: { "/data/firstName": "Maria" } },
      },
    },
  ],
  [
    "the name of a field that is an address",
    "customers.list",
    { query: {}, status: 200, body: { data: [{ "maria@joana.example": 1 }] } },
  ],
  [
    "the name of a field that is an id",
    "customers.list",
    { query: {}, status: 200, body: { data: [{ "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274": 1 }] } },
  ],
])("%s is in no report", (_name, operationId, exchange) => {
  expect(shown(operationId, exchange)).not.toMatch(/maria|joana|95f1/i);
});
