import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { problems, requests, responseSchema } from "./contract-examples.ts";
import { send } from "./send-request.ts";

let mock: Mock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock?.close());

describe("50 dynamic responses of the mock are valid:", () => {
  test.each(requests)("$name", async ({ request }) => {
    const schema = responseSchema(request.operation, "200");
    const responses = new Set<string>();
    for (let count = 0; count < 50; count++) {
      const { status, body } = await send(mock.url, request, { prefer: "dynamic=true" });
      const found = { status, problems: problems(schema, body), body };
      expect(found).toMatchObject({ status: 200, problems: [] });
      responses.add(JSON.stringify(body));
    }
    expect(responses.size).toBeGreaterThan(1);
  });
});
