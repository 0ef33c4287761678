import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "../mock/contract-examples.ts";
import { send } from "../mock/send-request.ts";
import { type Prism, startPrismMock } from "../prism.ts";

/** Prism's own mock, on the contract as it is published: what our mock does to it is not done here. */
let prism: Prism;

beforeAll(async () => {
  prism = await startPrismMock();
});

afterAll(() => prism?.close());

// It makes up a timestamp by its format alone, so the pattern beside that is not held against it.
describe("Prism generates an answer, ten times of ten:", () => {
  test.each(requests)("$name", async ({ request }) => {
    for (let count = 0; count < 10; count++) {
      const { status, body } = await send(prism.url, request, { prefer: "dynamic=true" });
      expect({ status, body }).toMatchObject({ status: 200 });
    }
  });
});
