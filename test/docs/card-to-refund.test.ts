import { expect, test } from "vitest";
import { cardToRefund, STEPS } from "../../scripts/docs/pictures/sequences.ts";
import { words } from "../../scripts/docs/pictures/words.ts";
import type { JsonObject } from "../../src/contract/cursor.ts";
import { openShop } from "../sandbox/company-fixture.ts";
import { body, type OperationName, operationsById, service } from "../sandbox/contract-examples.ts";

type Received = { id?: string; status?: string; access_token?: string };

test("the calls from a card to a refund succeed in order with a new account", async () => {
  const shop = await openShop();
  // The ids and the token from earlier responses.
  const known: Record<string, string> = { ...shop.keys };
  for (const step of STEPS) {
    const name = step.operationId as OperationName;
    const { cursor, pathItem } = operationsById.get(name) ?? {};
    const path = `${pathItem?.key}`.replaceAll(/\{(\w+)\}/g, (_, id) => known[id] ?? id);
    const shown = step.example && (body(name, step.example) as JsonObject);
    const sent = Object.entries(shown || {}).map(([field, value]) => [
      field,
      known[field] ?? value,
    ]);
    const answer = await shop.send(`${cursor?.key}`.toUpperCase(), path, {
      ...(known.token !== undefined && { token: known.token }),
      ...(shown && { json: Object.fromEntries(sent) }),
    });
    expect({ step, ...answer }).toMatchObject({ status: 200 });
    const { data } = answer.body as { data: Received | Received[] };
    const [{ id = "", status, access_token } = {}] = [data].flat();
    for (const field of step.idFor ?? []) known[field] = id;
    if (access_token) known.token = access_token;
    if (step.status) expect({ step, status }).toEqual({ step, status: step.status });
  }
});

test("the picture shows each call, and marks what is assumed", () => {
  const picture = cardToRefund(service, words.en);
  const drawn = [...picture.matchAll(/picture-code"[^>]*>(\w+\.\w+)</g)].map(([, id]) => id);
  expect(drawn).toEqual(STEPS.map(({ operationId }) => operationId));
  expect(picture).toContain("(assumed)");
});
