import { expect, onTestFinished, test } from "vitest";
import { cardToRefund, STEPS, type Step } from "../../scripts/docs/pictures/sequences.ts";
import { words } from "../../scripts/docs/pictures/words.ts";
import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { readContract } from "../../src/contract/read-bundled-contract.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { body, type OperationName, operationsById } from "../sandbox/contract-examples.ts";

interface Received {
  id?: string;
  status?: string;
  access_token?: string;
}

/** Sends the call of a step, with the ids and the token from earlier responses. */
async function send(
  { url }: Sandbox,
  step: Step,
  known: Record<string, string>,
): Promise<Received> {
  const { cursor, pathItem } = operationsById.get(step.operationId as OperationName) ?? {};
  const path = String(pathItem?.key).replaceAll(/\{(\w+)\}/g, (_, name) => known[name] ?? name);
  const shown = step.example
    ? (body(step.operationId as OperationName, step.example) as JsonObject)
    : undefined;
  const sent = Object.entries(shown ?? {}).map(([name, value]) => [name, known[name] ?? value]);
  const response = await fetch(url + path, {
    method: String(cursor?.key).toUpperCase(),
    headers: {
      "content-type": "application/json",
      ...(known.token !== undefined && { authorization: `Bearer ${known.token}` }),
    },
    ...(shown && { body: JSON.stringify(Object.fromEntries(sent)) }),
  });
  const received = (await response.json()) as { data: Received | Received[] };
  expect({ step, status: response.status, received }).toMatchObject({ status: 200 });
  return [received.data].flat()[0] ?? {};
}

test("the calls from a card to a refund succeed in order with a new account", async () => {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  const { publicKey, privateKey } = sandbox;
  const known: Record<string, string> = { publicKey, privateKey };
  for (const step of STEPS) {
    const { id = "", status, access_token } = await send(sandbox, step, known);
    for (const name of step.idFor ?? []) known[name] = id;
    if (access_token) known.token = access_token;
    if (step.status) expect({ step, status }).toEqual({ step, status: step.status });
  }
});

test("the picture shows each call, and marks what is assumed", () => {
  const contract = Cursor.root(readContract() as JsonObject);
  const picture = cardToRefund(contract, words.en);
  const drawn = [...picture.matchAll(/picture-code"[^>]*>(\w+\.\w+)</g)].map(([, id]) => id);
  expect(drawn).toEqual(STEPS.map(({ operationId }) => operationId));
  expect(picture).toContain("(assumed)");
});
