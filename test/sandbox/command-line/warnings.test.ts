import { describe, expect, onTestFinished, test } from "vitest";
import { operations, requestExamples } from "../../../src/contract/operations.ts";
import { warningsAbout } from "../../../src/sandbox/http/request-warnings.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import {
  dropUnknownFields,
  type SchemaFields,
  type UnknownField,
} from "../../../src/sandbox/openapi/drop-unknown-fields.ts";
import { routes } from "../../../src/sandbox/openapi/index.ts";
import { SECRETS, showsSecret } from "../../secret-texts.ts";
import { NOBODY, openShop, Shop, START } from "../company-fixture.ts";
import { body, control, type OperationName, service } from "../contract-examples.ts";

const HEADER = "x-sandbox-warning";

/** Without a postback, whose delivery would be one more event at some time. */
const pix = (change: object = {}) =>
  body("payments.create", "pix", { billingData: { postbackUrl: undefined }, ...change });

async function post(shop: Shop, path: string, json: unknown) {
  const sent = await shop.send("POST", path, { token: await shop.token(), json });
  return { ...sent, warnings: warningsIn(sent.headers) };
}

function warningsIn(headers: Headers): string[] {
  return (headers.get(HEADER) ?? "").split("; ").filter(Boolean).map(decodeURIComponent);
}

const events = async ({ control }: Shop) =>
  (await control.events.list({ limit: 100 })).data.toReversed();

/** A company whose sandbox logs to a list. */
async function openLogged() {
  const lines: string[] = [];
  const sandbox = await startSandbox({ clock: START, log: (line) => lines.push(line) });
  onTestFinished(sandbox.close);
  return { shop: new Shop(sandbox.url, sandbox), lines };
}

test("a misspelt filter of a list is named, with the right one", async () => {
  const shop = await openShop();
  const query = "statuss=PAID&page=2";
  const { status, headers } = await shop.send("GET", `/payments?${query}`, {
    token: await shop.token(),
  });
  expect(status).toBe(200);
  expect(warningsIn(headers)).toEqual(["statuss is unknown and was ignored: did you mean status?"]);
});

describe("an unknown field", () => {
  test.each<[string, OperationName, string, object, string]>([
    [
      "with a wrong letter, at any depth",
      ...(["payments.create", "/payments"] as const),
      pix({ customerData: { address: { complemment: "Casa" } } }),
      "customerData.address.complemment is unknown and was ignored: did you mean complement?",
    ],
    [
      "like no other",
      ...(["payments.create", "/payments"] as const),
      pix({ note: "for Ana" }),
      "note is unknown and was ignored",
    ],
    [
      "in a control operation",
      ...(["customers.create", "/_sandbox/customers"] as const),
      body("customers.create", "customer", { birthDate: "1990-05-17" }),
      "birthDate is unknown and was ignored: did you mean birthdate?",
    ],
  ])("%s causes a warning", async (_, operationId, path, json, warning) => {
    const shop = await openShop();
    const { status, warnings } = await post(shop, path, json);
    expect(status).toBe(200);
    expect(warnings).toEqual([warning]);
    const all = await events(shop);
    const warned = all.filter(({ type }) => type === "request.warned");
    expect(warned).toMatchObject([{ data: { operationId, warnings: [warning] } }]);
  });

  test("in an item of an array is named with its index", async () => {
    const shop = await openShop();
    const split = { subaccountId: await shop.subaccount(), splitPercentage: 10 };
    const splits = [split, { ...split, percent: 10 }];
    const { warnings } = await post(shop, "/payments", body("payments.create", "card", { splits }));
    expect(warnings).toEqual(["splits.1.percent is unknown and was ignored"]);
  });

  test("also causes a warning if the request is rejected", async () => {
    const shop = await openShop();
    const { status, body, warnings } = await post(shop, "/payments/refund", {
      transactionID: NOBODY,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ data: { message: ["transactionId is required"] } });
    const warning = "transactionID is unknown and was ignored: did you mean transactionId?";
    expect(warnings).toEqual([warning]);
    expect((await events(shop)).slice(-2)).toMatchObject([
      { type: "request.completed", resource: null, data: { status: 400 } },
      { type: "request.warned", resource: null, data: { warnings: [warning] } },
    ]);
  });

  test("causes a warning in a public operation, which has no timeline", async () => {
    const { shop, lines } = await openLogged();
    const { publicKey, privateKey } = shop.keys;
    const { warnings } = await post(shop, "/auth", { publicKey, privateKey, scope: "all" });
    expect(warnings).toEqual(["scope is unknown and was ignored"]);
    expect(lines.slice(-2)).toEqual([
      "POST /auth 200",
      "  warning: scope is unknown and was ignored",
    ]);
  });
});

test("the event comes after request.completed, with the same cause and resource", async () => {
  const shop = await openShop();
  const { id } = await shop.customer();
  await shop.send("PUT", `/customers/${id}`, { token: await shop.token(), json: { phone: "1" } });
  const [completed, warned] = (await events(shop)).slice(-2);
  expect(warned).toEqual({
    id: (completed?.id ?? 0) + 1,
    at: completed?.at,
    type: "request.warned",
    cause: completed?.cause,
    resource: { type: "customer", id },
    data: { operationId: "customers.update", warnings: ["phone is unknown and was ignored"] },
  });
  expect(completed).toMatchObject({ type: "request.completed", resource: warned?.resource });
  const { data } = await shop.control.events.list({ requestId: `${warned?.cause.requestId}` });
  expect(data).toEqual([warned, completed]);
});

test("the log has one line with the warnings, after the line of the request", async () => {
  const { shop, lines } = await openLogged();
  await shop.control.clock.get();
  await post(shop, "/payments", pix({ note: "x", memo: "y" }));
  await shop.control.clock.get();
  const index = lines.findIndex((line) => line.includes("payments.create"));
  expect(lines.slice(index)).toEqual([
    expect.stringMatching(/ {2}payments\.create .* 200 PENDING, /),
    expect.stringMatching(
      / {4}warning .* note is unknown and was ignored; memo is unknown and was ignored$/,
    ),
    expect.stringMatching(/ {2}clock\.get .* 200, /),
  ]);
});

test("a request without mistakes has no warning anywhere", async () => {
  const { shop, lines } = await openLogged();
  const { headers } = await post(shop, "/payments", pix());
  expect(headers.has(HEADER)).toBe(false);
  expect(lines.join()).not.toContain("warning");
  expect((await events(shop)).map(({ type }) => type)).not.toContain("request.warned");
});

describe("tax ids:", () => {
  test.each([
    ["39053344706", ["customerData.document is no CPF or CNPJ with correct check digits"]],
    ["39053344705", []],
  ])("%s causes the warnings %j", async (document, expected) => {
    const shop = await openShop();
    const { status, warnings } = await post(shop, "/payments", pix({ customerData: { document } }));
    expect(status).toBe(200);
    expect(warnings).toEqual(expected);
  });

  test("a CNPJ is no CPF", async () => {
    const shop = await openShop();
    const json = body("subaccounts.createPf", "pf", {
      juridicDataPartner: { cpf: "11222333000181" },
      accountBank: { document: "123" },
    });
    expect((await post(shop, "/subaccounts/pf", json)).warnings).toEqual([
      "juridicDataPartner.cpf is no CPF with correct check digits",
      "accountBank.document is no CPF or CNPJ with correct check digits",
    ]);
  });

  test("a warning never contains the value", async () => {
    const { shop, lines } = await openLogged();
    const json = pix({ customerData: { document: "39053344706" }, note: "a secret note" });
    const { headers } = await post(shop, "/payments", json);
    const warned = (await events(shop)).filter(({ type }) => type === "request.warned");
    expect(JSON.stringify([headers.get(HEADER), lines, warned])).not.toMatch(/39053344706|secret/);
  });
});

describe("a buyer that no bank would take:", () => {
  const buyers: [field: string, values: (string | number)[], problem: string][] = [
    ["firstName", ["", " "], "is empty"],
    ["lastName", [""], "is empty"],
    ["email", ["", "maria", "@", "maria@"], "is no e-mail address"],
    ["address.street", [""], "is empty"],
    ["address.streetNumber", [0, -1], "is less than 1"],
    ["address.state", ["", "XX", "sp", "São Paulo"], "is no state of Brazil, such as SP"],
    [
      "address.zipcode",
      ["", "0", "1310200", "00131020", "013102000", "abcdefgh"],
      "does not have the eight digits of a CEP",
    ],
  ];
  const at = (path: string, value: unknown) =>
    path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

  test.each(buyers)("%s %j causes a warning", async (field, values, problem) => {
    const shop = await openShop();
    for (const value of values) {
      const sent = await post(shop, "/payments", pix({ customerData: at(field, value) }));
      expect(sent.status).toBe(200);
      expect(sent.warnings).toEqual([`customerData.${field} ${problem}`]);
    }
  });

  test.each<[string, unknown]>([
    ["address.state", "DF"],
    ["address.zipcode", "01310-200"],
    ["address.streetNumber", 1],
    ["email", "maria@localhost"],
  ])("%s %s does not", async (field, value) => {
    const shop = await openShop();
    const sent = await post(shop, "/payments", pix({ customerData: at(field, value) }));
    expect(sent.warnings).toEqual([]);
  });

  test("a zipcode that is a number lacks at most one zero", async () => {
    const shop = await openShop();
    const { id } = await shop.customer();
    const token = await shop.token();
    for (const [zipcode, count] of [
      [1_310_200, 0],
      [69_900_000, 0],
      [131_020, 1],
      [100_000_000, 1],
    ] as const) {
      const json = { address: { zipcode } };
      const { headers } = await shop.send("PUT", `/customers/${id}`, { token, json });
      expect(warningsIn(headers)).toHaveLength(count);
    }
  });
});

test("the contract marks every field of these names, and no other", () => {
  const marks: Record<string, string> = {
    ...{ document: "CPF,CNPJ", cpf: "CPF", cnpj: "CNPJ" },
    ...{ name: "filled", firstName: "filled", lastName: "filled", holderName: "filled" },
    ...{ email: "email", street: "filled", streetNumber: "streetNumber", neighborhood: "filled" },
    ...{ city: "filled", state: "state", zipcode: "zipcode" },
  };
  const fields = [...routes.service, ...routes.control].flatMap(({ id, body }) =>
    body ? fieldsBelow(body.fields).map(({ name, mark }) => ({ id, name, mark })) : [],
  );
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(marks)));
  expect(fields).toEqual(fields.map((field) => ({ ...field, mark: marks[field.name] })));
});

/** All fields of a body, each with what the contract says of its values. */
function fieldsBelow({
  properties,
  items,
}: SchemaFields): { name: string; mark: string | undefined }[] {
  const own = Object.entries(properties).flatMap(([name, field]) => [
    { name, mark: field.taxIds?.join() ?? field.plausible },
    ...fieldsBelow(field),
  ]);
  return items ? [...own, ...fieldsBelow(items)] : own;
}

test("a refused request gets no warning that says it was accepted", async () => {
  const shop = await openShop();
  const json = pix({ customerData: { document: "123", firstName: "" }, note: 1 });
  const { status, warnings } = await post(shop, "/payments", json);
  expect(status).toBe(400);
  expect(warnings).toEqual([
    "note is unknown and was ignored",
    "customerData.document is no CPF or CNPJ with correct check digits",
    "customerData.firstName is empty",
  ]);
});

const shown = [service, control].flatMap(operations).flatMap((operation) =>
  requestExamples(operation).map((example) => ({
    id: operation.id,
    name: example.key,
    value: example.at("value").value,
  })),
);

test.each(shown)("the contract's example $name of $id causes no warning", ({ id, value }) => {
  const route = [...routes.service, ...routes.control].find((each) => each.id === id);
  if (!route?.body) return;
  const unknown: UnknownField[] = [];
  const known = dropUnknownFields(value, route.body.fields, unknown);
  expect(warningsAbout(known, route.body, unknown)).toEqual([]);
});

describe("a name that the caller chose", () => {
  test("cannot add a header or a line to the log", async () => {
    const { shop, lines } = await openLogged();
    const name = "x\r\nset-cookie: a=b\r\n\r\n\u001b[31m\u2028; y";
    const before = lines.length;
    const { status, headers, warnings } = await post(shop, "/payments", { ...pix(), [name]: 1 });
    expect(status).toBe(200);
    expect(headers.has("set-cookie")).toBe(false);
    expect(headers.get(HEADER)).toMatch(/^[\w.%~!*'()-]+$/);
    expect(warnings).toEqual([`${name} is unknown and was ignored`]);
    const written = lines.slice(before);
    expect(written).toHaveLength(3);
    expect(written.join("")).not.toMatch(/\p{C}|\u2028/u);
  });

  test("is cut at 50 characters", async () => {
    const shop = await openShop();
    const { warnings } = await post(shop, "/payments", pix({ ["n".repeat(200_000)]: 1 }));
    expect(warnings).toEqual([`${"n".repeat(50)}… is unknown and was ignored`]);
  });

  test.each(["\ud800", `${"n".repeat(49)}😀`])(
    "may be ill-formed, also where it is cut: %j",
    async (name) => {
      const shop = await openShop();
      const json = JSON.stringify(pix()).replace("{", `{${JSON.stringify(name)}:1,`);
      const { status, headers } = await shop.send("POST", "/payments", {
        ...{ token: await shop.token(), body: json },
        headers: { "content-type": "application/json" },
      });
      expect(status).toBe(200);
      expect(warningsIn(headers)[0]).toContain("\ufffd");
    },
  );

  test.each(Object.entries(SECRETS))("is masked if it is %s", async (_, secret) => {
    const { shop, lines } = await openLogged();
    const long = `${"n".repeat(45)} ${secret}`;
    const { warnings } = await post(shop, "/payments", { ...pix(), [secret]: 1, [long]: 1 });
    expect(warnings[0]).toBe("[redacted] is unknown and was ignored");
    expect(showsSecret(JSON.stringify([warnings, lines, await events(shop)]))).toBe(false);
  });

  test("like __proto__ is ordinary", async () => {
    const shop = await openShop();
    const json = JSON.stringify(pix()).replace("{", '{"__proto__":{},"constructor":1,');
    const { headers } = await shop.send("POST", "/payments", {
      ...{ token: await shop.token(), body: json },
      headers: { "content-type": "application/json" },
    });
    expect(warningsIn(headers)).toEqual([
      "__proto__ is unknown and was ignored",
      "constructor is unknown and was ignored",
    ]);
  });
});

describe("many warnings", () => {
  const many = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, 1]));

  test("are five in the header, and all in the event", async () => {
    const shop = await openShop();
    const { warnings } = await post(shop, "/payments", pix(many(7, "w")));
    expect(warnings).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `w${index} is unknown and was ignored`),
      "and 2 more, on the timeline",
    ]);
    const warned = (await events(shop)).find(({ type }) => type === "request.warned");
    expect(warned?.data).toMatchObject({ warnings: expect.toSatisfy((all) => all.length === 7) });
  });

  test("are fewer in the header if they are long, and none is cut", async () => {
    const shop = await openShop();
    const { headers, warnings } = await post(shop, "/payments", pix(many(5, "ção".repeat(15))));
    expect(headers.get(HEADER)?.length).toBeLessThanOrEqual(1_000);
    expect(warnings.length).toBeGreaterThan(1);
    for (const warning of warnings.slice(0, -1))
      expect(warning).toMatch(/ is unknown and was ignored$/);
    expect(warnings.at(-1)).toBe(`and ${6 - warnings.length} more, on the timeline`);
  });

  test("one long warning is in the header", async () => {
    const shop = await openShop();
    const { headers } = await post(shop, "/payments", pix({ ["あ".repeat(80)]: 1 }));
    expect(headers.get(HEADER)?.length).toBeLessThanOrEqual(1_000);
    expect(headers.get(HEADER)).toContain("%20is%20unknown");
  });

  test("end at 50", async () => {
    const shop = await openShop();
    await post(shop, "/payments", pix(many(60_000, "w")));
    const warned = (await events(shop)).find(({ type }) => type === "request.warned");
    expect(Object(warned?.data).warnings).toHaveLength(50);
  });
});
