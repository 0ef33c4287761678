import { describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "../../../src/contract/cursor.ts";
import { callsOf, type ShownCall } from "../../client/example-calls.ts";
import * as controlRequests from "../../contract/valid-and-invalid-control-requests.ts";
import * as serviceRequests from "../../contract/valid-and-invalid-requests.ts";
import { invalid, openShop, type Shop } from "../company-fixture.ts";
import { body, control, type OperationName, service } from "../contract-examples.ts";

const calls = [service, control].flatMap((contract) => callsOf(contract.value as JsonObject));
const withBody = calls.filter((call) => call.body);

/** The messages of an error response; none if a call is not rejected as invalid. */
async function problemsOf(shop: Shop, { method, path, isPublic }: ShownCall, json: unknown) {
  const token = isPublic ? {} : { token: await shop.token() };
  const response = await shop.send(method, path, { ...token, json });
  const { data } = response.body as { data: { message: unknown; returnCode?: number } };
  if (response.status !== 400 || !Array.isArray(data.message)) return [];
  expect(data).toMatchObject({ error: "Bad Request", statusCode: 400 });
  return data.message as string[];
}

type Path = (string | number)[];

/** The paths of everything in a value, the value itself left aside. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const members = Array.isArray(value)
    ? value.map((member, index): [number, unknown] => [index, member])
    : Object.entries(isObject(value) ? value : {});
  return members.flatMap(([key, member]) => [[...path, key], ...pathsIn(member, [...path, key])]);
}

/** A copy with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, member: unknown): unknown {
  if (key === undefined) return member;
  const copy: JsonObject = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[key] = replaced(copy[key], rest, member);
  return copy;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((found: unknown, key) => Object(found)[key], value);
}

/** A value of no type that a field has where the example has this one. */
function misfit(value: unknown): unknown {
  return Array.isArray(value) ? "secret-text" : [];
}

test.each(withBody)(
  "$name: every field of a wrong type is named, and nothing else",
  async (call) => {
    const shop = await openShop();
    for (const path of pathsIn(call.body?.value)) {
      const wrong = replaced(call.body?.value, path, misfit(valueAt(call.body?.value, path)));
      const problems = await problemsOf(shop, call, wrong);
      const name = path.join(".");
      expect(problems, name).not.toEqual([]);
      for (const problem of problems) expect(problem).toMatch(`${name} `);
      expect(problems.join()).not.toContain("secret-text");
    }
  },
);

test.each(withBody)("$name: a missing required field is named", async (call) => {
  const shop = await openShop();
  for (const path of pathsIn(call.body?.value).filter((each) => typeof each.at(-1) === "string")) {
    const name = path.join(".");
    const problems = await problemsOf(shop, call, replaced(call.body?.value, path, undefined));
    for (const problem of problems) {
      expect(problem).toMatch(
        / (is required|must have (exactly|at least) one of .*|must be one of .*)$/,
      );
      if (problem.endsWith("is required")) expect(problem).toBe(`${name} is required`);
    }
  }
});

test("all errors of a body are reported together", async () => {
  const shop = await openShop();
  const { centavo } = shop;
  const wrong = body("payments.create", "card", {
    billingData: { amount: 0 },
    customerData: { firstName: undefined, address: { streetNumber: "1578" } },
    cardData: { cardNumber: "none" },
  });
  const rejection = await centavo.payments.create(wrong).catch((error) => error);
  expect(rejection.messages.toSorted()).toEqual([
    "billingData.amount must not be less than 1",
    "cardData.cardNumber must match ^\\d{13,16}$",
    "customerData.address.streetNumber must be an integer",
    "customerData.firstName is required",
  ]);
});

const SUBACCOUNT = "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846";

test.each([
  [{}, "splits.0 must have at least one of splitPercentage, splitAmount"],
  [
    { splitPercentage: 101, splitAmount: 500 },
    "splits.0.splitPercentage must not be greater than 100",
  ],
  [{ splitAmount: 0 }, "splits.0.splitAmount must not be less than 1"],
  [
    { splitPercentage: 10, splitAmount: 49.9 },
    "splits.0.splitAmount must be an integer or null",
    "splits.0.splitAmount must be an integer",
  ],
])("only the errors of a payment's split %o are reported", async (split, ...problems) => {
  const splits = [{ subaccountId: SUBACCOUNT, ...split }];
  const payment = (await openShop()).pay("card", { splits });
  await expect(payment).rejects.toMatchObject(invalid(...problems));
});

test("the error of a percentage with a third decimal says how many it may have", async () => {
  const { centavo } = await openShop();
  const split = body("subscriptions.addSplit", "percentage", { splitPercentage: 33.333 });
  await expect(centavo.subscriptions.addSplit(split)).rejects.toMatchObject(
    invalid("splitPercentage must not have more than 2 decimal places"),
  );
});

test("a message does not quote the value, which may be secret", async () => {
  const shop = await openShop();
  const cardNumber = "4111 1111 1111 1111";
  const payment = shop.pay("card", { cardData: { cardNumber, securityCode: "98765" } });
  const { messages } = await payment.catch((error) => error);
  expect(messages.join()).not.toMatch(/4111|98765/);
  expect(messages).toHaveLength(2);
});

const tables = [
  { contract: "service", ...serviceRequests },
  { contract: "control", ...controlRequests },
];

describe.each(tables)("of the $contract", ({ invalidBodies, acceptedBodies, invalidArguments }) => {
  const bodiesOf = (table: typeof invalidBodies) =>
    Object.entries(table)
      // Postbacks are bodies that no operation takes.
      .filter(([id]) => withBody.some((call) => call.id === id))
      .flatMap(([id, bodies]) =>
        Object.entries(bodies).map(([what, { example, change }]) => ({
          id,
          what,
          example,
          change,
        })),
      );

  const problemsIn = async ({ id, example, change }: ReturnType<typeof bodiesOf>[number]) =>
    problemsOf(await openShop(), callOf(id), body(id as OperationName, example, change));

  test.each(bodiesOf(invalidBodies))("$id rejects $what, and names the field", async (row) => {
    expect((await problemsIn(row)).join()).toContain(changedField(row.change));
  });

  test.each(bodiesOf(acceptedBodies))("$id does not reject $what as invalid", async (row) => {
    expect(await problemsIn(row)).toEqual([]);
  });

  const given = Object.entries(invalidArguments).flatMap(([id, rows]) =>
    rows.map(([parameter, value]) => ({ id, parameter, value: `${value}` })),
  );

  test.each(given)(
    "$id rejects $parameter $value, and names it",
    async ({ id, parameter, value }) => {
      const shop = await openShop();
      const { method, template, path, query, headers, body } = callOf(id);
      const inQuery = query.some(({ name }) => name === parameter);
      const inHeaders = headers.some(({ name }) => name === parameter);
      const address = inQuery
        ? `${path}?${new URLSearchParams({ [parameter]: value })}`
        : template.replace(`{${parameter}}`, value);
      const response = await shop.send(method, address, {
        token: await shop.token(),
        headers: inHeaders ? { [parameter]: value } : {},
        json: body?.value,
      });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({
        data: { message: [expect.stringMatching(`^${parameter} `)] },
      });
    },
  );
});

function callOf(id: string): ShownCall {
  const call = calls.find((each) => each.id === id);
  if (!call) throw new Error(`No contract has ${id}.`);
  return call;
}

function changedField(change: object): string {
  const [[key, part] = ["", undefined]] = Object.entries(change);
  return isObject(part) ? changedField(part) : key;
}
