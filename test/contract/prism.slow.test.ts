import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "../mock/contract-examples.ts";
import { send } from "../mock/send-request.ts";
import { type Prism, startPrismMock } from "../prism.ts";

/** Prism's own mock with the published contract, without the changes that our mock makes to it. */
let prism: Prism;

beforeAll(async () => {
  prism = await startPrismMock();
});

afterAll(() => prism?.close());

// It generates a timestamp from its format alone, so its pattern is not checked.
describe("Prism generates a valid response, ten times out of ten:", () => {
  test.each(requests)("$name", async ({ request }) => {
    for (let count = 0; count < 10; count++) {
      const { status, body } = await send(prism.url, request, { prefer: "dynamic=true" });
      expect({ status, body }).toMatchObject({ status: 200 });
    }
  });
});
