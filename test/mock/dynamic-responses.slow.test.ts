import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMock } from "../../src/mock/index.ts";
import { type Prism, startPrismMock } from "../prism.ts";
import { problems, requests, responseSchema } from "./requests-from-examples.ts";
import { send } from "./send-request.ts";

const prefer = "dynamic=true";

/** The mock, and Prism's own with the published contract, without the changes that the mock makes to it. */
let servers: [mock: Prism, prism: Prism];

beforeAll(async () => {
  servers = await Promise.all([startMock(), startPrismMock()]);
});

afterAll(async () => {
  for (const server of servers ?? []) await server.close();
});

describe("50 dynamic responses of the mock, and 10 of Prism, are valid:", () => {
  test.each(requests)("$name", async ({ request }) => {
    const schema = responseSchema(request.operation, "200");
    const responses = new Set<string>();
    for (let count = 0; count < 50; count++) {
      const { status, body } = await send(servers[0].url, request, { prefer });
      const found = { status, problems: problems(schema, body), body };
      expect(found).toMatchObject({ status: 200, problems: [] });
      responses.add(JSON.stringify(body));
    }
    expect(responses.size).toBeGreaterThan(1);
    for (let count = 0; count < 10; count++) {
      const { status, body } = await send(servers[1].url, request, { prefer });
      // Prism generates a timestamp from its format alone, so its pattern is not checked.
      expect({ status, body }).toMatchObject({ status: 200 });
    }
  });
});
