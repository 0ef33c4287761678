import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { complete } from "../contract/invalid-requests.ts";
import { documented, guarded, open, problems, responseSchema, shown } from "./contract-examples.ts";
import { send } from "./send-request.ts";

let mock: Mock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock?.close());

describe("a valid request gets the matching example:", () => {
  test.each(shown)("$name", async ({ request, response }) => {
    const { status, headers, body } = await send(mock.url, request);

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual(response.value);
    expect(problems(responseSchema(request.operation, "200"), body)).toEqual([]);
  });

  test.each(shown)("$name, with every optional field", async ({ request }) => {
    const { status, body } = await send(mock.url, complete(request));

    expect({ status, body }).toMatchObject({ status: 200 });
    expect(problems(responseSchema(request.operation, "200"), body)).toEqual([]);
  });
});

describe("without a token", () => {
  test.each(guarded)("$name returns 401", async ({ request }) => {
    for (const authorization of ["", "any", "Basic any", "Bearer "]) {
      const { status, body } = await send(mock.url, request, { authorization });

      expect(status).toBe(401);
      expect(problems(responseSchema(request.operation, "401"), body)).toEqual([]);
    }
  });

  test.each(open)("$name still returns its example", async ({ request }) => {
    const { status } = await send(mock.url, request, { authorization: "" });
    expect(status).toBe(200);
  });
});

describe("every example can be chosen with Prefer:", () => {
  test.each(documented)("$name", async ({ shown, code, example, schema }) => {
    const prefer = `code=${code}, example=${example.name}`;
    const { status, body } = await send(mock.url, shown.request, { prefer });

    expect({ status, body }).toEqual({ status: code, body: example.value });
    expect(problems(schema, body)).toEqual([]);
  });
});
