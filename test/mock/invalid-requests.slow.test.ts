import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestSchema } from "../../src/contract/operations.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { complete, type Fault, faults } from "../contract/invalid-requests.ts";
import { problems, responseSchema, shown } from "./contract-examples.ts";
import { send } from "./send-request.ts";

/** What the contract forbids but the mock accepts. Remove an entry once the mock detects it. */
const unseen: Record<string, string> = {
  "x-fraction-digits": "Prism does not know the extension",
  "given empty": "Prism takes a query parameter without a value for one that was not sent",
};

let mock: Mock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock?.close());

describe("a request with one violation is rejected with a message about it:", () => {
  test.each(faultyRequests((rule) => !(rule in unseen)))("$name", async ({ all }) => {
    for (const fault of all) {
      const { status, body } = await send(mock.url, fault.request);
      const schema = responseSchema(fault.request.operation, "400");

      expect({ ...summary(fault), status, body }).toMatchObject({ status: 400 });
      expect(problems(schema, body)).toEqual([]);
      expect(messages(body).filter((message) => isAbout(fault, message))).not.toEqual([]);
    }
  });
});

describe("a request is not rejected, though it breaks", () => {
  test.each(Object.entries(unseen))("%s: %s", async (broken) => {
    const all = faultyRequests((rule) => rule === broken).flatMap((request) => request.all);
    expect(all).not.toEqual([]);
    for (const fault of all) {
      const { status } = await send(mock.url, fault.request);
      expect({ ...summary(fault), status }).toMatchObject({ status: 200 });
    }
  });
});

test("each invalid body is invalid by the contract", () => {
  const bodies = faultyRequests(() => true)
    .flatMap(({ all }) => all)
    .filter(({ where }) => where === "body");
  const harmless = bodies.filter(({ request: { operation, body } }) => {
    return problems(requestSchema(operation).value, body ?? null).length === 0;
  });
  expect(harmless.map(summary)).toEqual([]);
});

function faultyRequests(wanted: (rule: string) => boolean) {
  return shown
    .map(({ name, request }) => ({
      name,
      all: faults(complete(request)).filter(({ rule }) => wanted(rule)),
    }))
    .filter(({ all }) => all.length > 0);
}

function messages(body: unknown): string[] {
  return [(body as { data: { message: string | string[] } }).data.message].flat();
}

/** A message names the field, or the object that lacks it and its name. Prism writes parameters in lower case. */
function isAbout({ field }: Fault, message: string): boolean {
  const steps = field.toLowerCase().split(".");
  const [last = ""] = steps.slice(-1);
  const before = steps.slice(0, -1).join(".");
  return message.toLowerCase().includes(last) && message.toLowerCase().includes(before);
}

function summary({ where, rule, field, request }: Fault) {
  return { operation: request.operation.id, where, field, rule };
}
