import { describe, expect, onTestFinished, test } from "vitest";
import { operations, requestExamples } from "../../../src/contract/operations.ts";
import {
  dropUnknownFields,
  type UnknownField,
} from "../../../src/sandbox/contract-facts/drop-unknown-fields.ts";
import { routes } from "../../../src/sandbox/contract-facts/index.ts";
import { warningHeader, warningsAbout } from "../../../src/sandbox/validation/request-warnings.ts";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { SECRETS, showsSecret } from "../../secret-texts.ts";
import { openShop, Shop, START } from "../company-fixture.ts";
import { body, changed, control, type OperationName, service } from "../contract-examples.ts";

const HEADER = "x-sandbox-warning";

/** Without a postback, whose delivery would be one more event at some time. */
const pix = (change: object = {}) =>
  body("payments.create", "pix", { billingData: { postbackUrl: undefined }, ...change });

/** What is said about a valid body, without a request. */
function warningsOf(id: OperationName, value: unknown): string[] {
  const route = [...routes.service, ...routes.control].find((each) => each.id === id);
  if (!route?.body) return [];
  const unknown: UnknownField[] = [];
  const known = dropUnknownFields(value, route.body.fields, unknown);
  return warningsAbout(known, route.body, unknown);
}

/** Sends a body, as JSON or as the text that it is, and returns the response with its warnings. */
async function send(shop: Shop, path: string, given: unknown, method = "POST") {
  const sent = await shop.send(method, path, {
    token: await shop.token(),
    headers: { "content-type": "application/json" },
    body: typeof given === "string" ? given : JSON.stringify(given),
  });
  return { ...sent, warnings: warningsIn(sent.headers.get(HEADER) ?? "") };
}

function warningsIn(header: string): string[] {
  return header.split("; ").filter(Boolean).map(decodeURIComponent);
}

/** A company whose sandbox logs to a list. */
async function openLogged() {
  const lines: string[] = [];
  const sandbox = await startSandbox({ clock: START, log: (line) => lines.push(line) });
  onTestFinished(sandbox.close);
  return { shop: new Shop(sandbox.url, sandbox), lines };
}

const ignored = (name: string) => `${name} is unknown and was ignored`;

test("a warning is in the response, in one line of the log, and in an event after its request", async () => {
  const { shop, lines } = await openLogged();
  const { id } = await shop.customer();
  const { status, warnings } = await send(shop, `/customers/${id}`, { phone: 1, memo: 2 }, "PUT");
  await shop.control.receiver.set({ behavior: "accept" });
  expect(status).toBe(200);
  expect(warnings).toEqual([ignored("phone"), ignored("memo")]);
  expect(lines.slice(-3)).toEqual([
    expect.stringMatching(/ {2}customers\.update .* 200, /),
    expect.stringMatching(new RegExp(` {4}warning .* ${warnings.join("; ")}$`)),
    expect.stringMatching(/ {2}receiver\.set .* 200, /),
  ]);
  const [warned] = await shop.events({ type: "request.warned" });
  const completed = await shop.events({ requestId: `${warned?.cause.requestId}` });
  expect(completed).toEqual([
    expect.objectContaining({ type: "request.completed", resource: { type: "customer", id } }),
    {
      ...completed[0],
      id: (completed[0]?.id ?? 0) + 1,
      type: "request.warned",
      data: { operationId: "customers.update", warnings },
    },
  ]);
});

test("a misspelt filter of a list is named, with the right one", async () => {
  const shop = await openShop();
  const token = await shop.token();
  const { status, headers } = await shop.send("GET", "/payments?statuss=PAID&page=2", { token });
  expect(status).toBe(200);
  const warning = `${ignored("statuss")}: did you mean status?`;
  expect(warningsIn(headers.get(HEADER) ?? "")).toEqual([warning]);
});

test("an unknown field is named by its path, with a similar one if there is one", () => {
  const splits = [{ splitPercentage: 10 }, { splitPercentage: 10, percent: 10 }];
  const customerData = { address: { complemment: "Casa" } };
  const json = body("payments.create", "card", { splits, customerData, note: "for Ana" });
  expect(warningsOf("payments.create", json).toSorted()).toEqual([
    `${ignored("customerData.address.complemment")}: did you mean complement?`,
    ...[ignored("note"), ignored("splits.1.percent")],
  ]);
});

test("a public operation, which has no timeline, has the warning in its response and the log", async () => {
  const { shop, lines } = await openLogged();
  const { publicKey, privateKey } = shop.keys;
  const { warnings } = await send(shop, "/auth", { publicKey, privateKey, scope: "all" });
  expect(warnings).toEqual([ignored("scope")]);
  expect(lines.slice(-2)).toEqual(["POST /auth 200", `  warning: ${ignored("scope")}`]);
});

test("a rejected request has warnings, of which none says that it was accepted", async () => {
  const shop = await openShop();
  const json = pix({ customerData: { document: "123", firstName: "" }, note: 1 });
  const { status, warnings } = await send(shop, "/payments", json);
  expect({ status, warnings }).toEqual({
    status: 400,
    warnings: [
      ignored("note"),
      "customerData.document is no CPF or CNPJ with correct check digits",
      "customerData.firstName is empty",
    ],
  });
  expect((await shop.events()).slice(-2)).toMatchObject([
    { type: "request.completed", resource: null, data: { status: 400 } },
    { type: "request.warned", resource: null, data: { warnings } },
  ]);
});

describe("a value that no bank would take", () => {
  const implausible: [field: string, values: unknown[], problem: string][] = [
    ["document", ["39053344706"], "is no CPF or CNPJ with correct check digits"],
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
  const buyer = (field: string, value: unknown) =>
    field.split(".").reduceRight((inner, key) => ({ [key]: inner }), value) as object;

  test.each(implausible)("in %s, such as %j, causes a warning", (field, values, problem) => {
    for (const value of values)
      expect(warningsOf("payments.create", pix({ customerData: buyer(field, value) }))).toEqual([
        `customerData.${field} ${problem}`,
      ]);
  });

  test("is accepted, and not shown: five warnings are in the header, and all in the event", async () => {
    const { shop, lines } = await openLogged();
    const customerData = implausible.reduce(
      (all, [field, [value]]) => changed(all, buyer(field, value)) as object,
      {},
    );
    const json = pix({ customerData, note: "a secret note" });
    const { status, warnings } = await send(shop, "/payments", json);
    expect(status).toBe(200);
    const [warned] = await shop.events({ type: "request.warned" });
    const all: string[] = Object(warned?.data).warnings;
    const expected = implausible.map(([field, , problem]) => `customerData.${field} ${problem}`);
    expect(all.toSorted()).toEqual([...expected, ignored("note")].toSorted());
    expect(warnings).toEqual([...all.slice(0, 5), "and 4 more, on the timeline"]);
    expect(JSON.stringify([all, warnings, lines])).not.toMatch(/39053344706|secret/);
  });

  test("is no good value, nor a number as zipcode that lacks one zero", () => {
    const address = { state: "DF", zipcode: "01310-200", streetNumber: 1 };
    const customerData = { document: "39053344705", email: "maria@localhost", address };
    expect(warningsOf("payments.create", pix({ customerData }))).toEqual([]);
    const counts = [1_310_200, 69_900_000, 131_020, 100_000_000].map(
      (zipcode) => warningsOf("customers.update", { address: { zipcode } }).length,
    );
    expect(counts).toEqual([0, 0, 1, 1]);
  });
});

const shown = [service, control].flatMap(operations).flatMap((operation) =>
  requestExamples(operation).map((example) => ({
    id: operation.id as OperationName,
    name: example.key,
    value: example.at("value").value,
  })),
);

test.each(shown)("the contract's example $name of $id causes no warning", ({ id, value }) => {
  expect(warningsOf(id, value)).toEqual([]);
});

describe("a name that the caller chose", () => {
  test("cannot add a header or a line to the log", async () => {
    const { shop, lines } = await openLogged();
    const name = "x\r\nset-cookie: a=b\r\n\r\n\u001b[31m\u2028; y";
    const before = lines.length;
    const { status, headers, warnings } = await send(shop, "/payments", { ...pix(), [name]: 1 });
    expect(status).toBe(200);
    expect(headers.has("set-cookie")).toBe(false);
    expect(headers.get(HEADER)).toMatch(/^[\w.%~!*'()-]+$/);
    expect(warnings).toEqual([ignored(name)]);
    const written = lines.slice(before);
    expect(written).toHaveLength(3);
    expect(written.join("")).not.toMatch(/\p{C}|\u2028/u);
  });

  test.each([
    ["\ud800", "\ufffd"],
    [`${"n".repeat(49)}😀`, `${"n".repeat(49)}\ufffd…`],
    ["n".repeat(51), `${"n".repeat(50)}…`],
  ])("is well-formed where it is shown, and cut at 50 characters: %j", (name, shown) => {
    const warnings = warningsOf("payments.create", pix({ [name]: 1 }));
    expect(warningsIn(warningHeader(warnings))).toEqual([ignored(shown)]);
  });

  test("is redacted if it is a secret", async () => {
    const { shop, lines } = await openLogged();
    for (const [what, secret] of Object.entries(SECRETS)) {
      const long = `${"n".repeat(45)} ${secret}`;
      const { warnings } = await send(shop, "/payments", { ...pix(), [secret]: 1, [long]: 1 });
      expect(warnings[0], what).toBe(ignored("[redacted]"));
      expect(showsSecret(JSON.stringify([warnings, lines, await shop.events()])), what).toBe(false);
    }
  });
});

describe("many warnings", () => {
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`);

  test("are fewer in the header if they are long, and none is cut", () => {
    const all = many(5, "ção".repeat(15)).map(ignored);
    const header = warningHeader(all);
    const inHeader = warningsIn(header);
    const count = inHeader.length - 1;
    expect(header.length).toBeLessThanOrEqual(1_000);
    expect(count).toBeGreaterThan(0);
    expect(inHeader).toEqual([...all.slice(0, count), `and ${5 - count} more, on the timeline`]);
  });

  test("end at 50", () => {
    const names = Object.fromEntries(many(60_000, "w").map((name) => [name, 1]));
    expect(warningsOf("payments.create", pix(names))).toHaveLength(50);
  });
});
