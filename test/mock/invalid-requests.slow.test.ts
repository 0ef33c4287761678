import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestSchema } from "../../src/contract/operations.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { complete, type Mutation, mutated, violations } from "../contract/broken-requests.ts";
import { problems, responseSchema, shown } from "./requests-from-examples.ts";
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

const faulty = shown.map(({ name, request }) => {
  const whole = complete(request);
  const all = violations(whole).map((fault) => ({ ...fault, request: mutated(whole, fault) }));
  return { name, all };
});

describe("a request with one violation is rejected with a message about it, or known to be accepted:", () => {
  test.each(faulty)("$name", async ({ all }) => {
    for (const fault of all) {
      const { where, rule, field, request } = fault;
      const { status, body } = await send(mock.url, request);
      const expected = rule in unseen ? 200 : 400;
      expect({ where, rule, field, body, status }).toMatchObject({ status: expected });
      if (rule in unseen) continue;
      expect(problems(responseSchema(request.operation, "400"), body)).toEqual([]);
      expect(messages(body).filter((message) => isAbout(fault, message))).not.toEqual([]);
    }
  });
});

test("each invalid body is invalid by the contract, and each exception occurs", () => {
  const all = faulty.flatMap((request) => request.all);
  const harmless = all.filter(({ where, request: { operation, body } }) => {
    return where === "body" && problems(requestSchema(operation).value, body ?? null).length === 0;
  });
  expect(harmless).toEqual([]);
  const rules = new Set(all.map(({ rule }) => rule));
  expect(Object.keys(unseen).filter((rule) => !rules.has(rule))).toEqual([]);
});

function messages(body: unknown): string[] {
  return [(body as { data: { message: string | string[] } }).data.message].flat();
}

/** A message names the field, or the object that lacks it and its name. Prism writes parameters in lower case. */
function isAbout({ field }: Mutation, message: string): boolean {
  const steps = field.toLowerCase().split(".");
  const [last = ""] = steps.slice(-1);
  const before = steps.slice(0, -1).join(".");
  return message.toLowerCase().includes(last) && message.toLowerCase().includes(before);
}
