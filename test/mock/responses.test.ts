import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { complete } from "../contract/broken-requests.ts";
import {
  documented,
  guarded,
  open,
  problems,
  responseSchema,
  shown,
} from "./requests-from-examples.ts";
import { send } from "./send-request.ts";

let mock: Mock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock?.close());

describe("a valid request gets the matching example:", () => {
  test.each(shown)("$name", async ({ request, response }) => {
    const { status, headers, body } = await send(mock.url, request);
    expect({ status, body }).toEqual({ status: 200, body: response.value });
    expect(headers.get("content-type")).toBe("application/json");

    const { status: ofAll, body: toAll } = await send(mock.url, complete(request));
    expect({ status: ofAll, body: toAll }, "with every optional field").toMatchObject({
      status: 200,
    });
    expect(problems(responseSchema(request.operation, "200"), toAll)).toEqual([]);
  });
});

describe("without a token", () => {
  test.each(guarded)("$name returns 401", async ({ request }) => {
    for (const authorization of ["", "any", "Basic any", "Bearer "]) {
      const { status, body } = await send(mock.url, request, { authorization });
      const schema = responseSchema(request.operation, "401");
      expect([status, problems(schema, body)]).toEqual([401, []]);
    }
  });

  test.each(open)("$name still returns its example", async ({ request }) => {
    expect(await send(mock.url, request, { authorization: "" })).toMatchObject({ status: 200 });
  });
});

describe("every example can be chosen with Prefer, and is valid:", () => {
  test.each(documented)("$name", async ({ request, code, example, schema }) => {
    const prefer = `code=${code}, example=${example.name}`;
    const { status, body } = await send(mock.url, request, { prefer });

    expect({ status, body }).toEqual({ status: code, body: example.value });
    expect(problems(schema, body)).toEqual([]);
  });
});
