import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { fromSource, start } from "../../run-command-line.ts";
import { CARD, KEY, SECRETS, SECRETS_IN_PATHS, showsSecret } from "../../secret-texts.ts";
import { invalid, openSandbox, Shop, START } from "../company-fixture.ts";
import { body, type OperationName } from "../contract-examples.ts";
import { newFolder } from "../database-file.ts";

/** Card numbers of every length. The last ones are declined, or belong to no card. */
const numbers = {
  "13 digits": "4222222222222",
  "14 digits": "30569309025904",
  "15 digits": "378282246310005",
  "16 digits": CARD,
  "another brand": "5555555555554444",
  declined: "4000000000000002",
  "declined for funds": "4000000000009995",
  "a wrong check digit": "4111111111111112",
};
const everyNumber = Object.values(numbers);
const grouped = { spaces: "4111 1111 1111 1111", dashes: "4111-1111-1111-1111" };

/** A number in requests without a card, which could as well be an order number. */
const OTHER_CARD = "4012888888881881";
const otherCardGrouped = { spaces: "4012 8888 8888 1881", dashes: "4012-8888-8888-1881" };

/** Security codes that no other field has as its value. */
const CODE = "739";
const LONG_CODE = "7391";

/** Something that a caller sends, and ought not to. */
interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
}

/** Where something in a body is put in the place of something else. */
function instead(id: OperationName, example: string, change: object): Sent {
  const paths: Partial<Record<OperationName, string>> = {
    "payments.create": "/payments",
    "cards.tokenize": "/cards/tokenize",
    "customers.create": "/_sandbox/customers",
    "subscriptions.create": "/_sandbox/subscriptions",
    "withdrawals.create": "/_sandbox/withdrawals",
    "bankAccounts.create": "/bank_accounts",
    "subaccounts.createPf": "/subaccounts/pf",
  };
  return { path: paths[id] ?? "", json: body(id, example, change) };
}

const cardData = { cardNumber: CARD, securityCode: CODE };
const payment = (change: object) => instead("payments.create", "card", { cardData, ...change });

const attempts: Record<string, Sent> = {
  ...Object.fromEntries(
    Object.entries(numbers).map(([name, cardNumber]) => [
      `a payment with a card of ${name}`,
      payment({ cardData: { cardNumber, securityCode: LONG_CODE } }),
    ]),
  ),
  "a payment with an expired card": payment({ cardData: { ...cardData, expirationYear: "2020" } }),
  "a number as a number": payment({ cardData: { ...cardData, cardNumber: Number(CARD) } }),
  "a number with spaces": payment({ cardData: { ...cardData, cardNumber: grouped.spaces } }),
  "a number with dashes": payment({ cardData: { ...cardData, cardNumber: grouped.dashes } }),
  "a number in a list": payment({ cardData: { ...cardData, cardNumber: [CARD] } }),
  "a number in an object": payment({ cardData: { ...cardData, cardNumber: { value: CARD } } }),
  "a card in place of its data": payment({ cardData: CARD }),
  "a code as a number": payment({ cardData: { ...cardData, securityCode: Number(CODE) } }),
  "a code that is too long": payment({ cardData: { ...cardData, securityCode: `${LONG_CODE}5` } }),
  "a card as the amount": payment({ billingData: { amount: Number(CARD) } }),
  "a card as the payment type": payment({ paymentType: CARD }),
  "a card as the address to report to": payment({ billingData: { postbackUrl: CARD } }),
  "a card in an address to report to": payment({
    billingData: { postbackUrl: `https://shop.example/${CARD}` },
  }),
  "a card as the holder": payment({ cardData: { ...cardData, holderName: CARD } }),
  "a card in the holder's name": payment({
    cardData: { ...cardData, holderName: `MARIA ${grouped.spaces}` },
  }),
  "a card as the buyer": payment({ customerData: { firstName: CARD, lastName: grouped.dashes } }),
  "a card as the buyer's document": payment({ customerData: { document: CARD } }),
  "a card as a phone number": payment({ customerData: { phone: grouped.spaces } }),
  "a card in an e-mail address": payment({ customerData: { email: `${CARD}@shop.example` } }),
  "a card in the street": payment({ customerData: { address: { street: `Rua ${CARD}` } } }),
  "a card as the number of the house": payment({
    customerData: { address: { streetNumber: Number(CARD) } },
  }),
  "a card with dots in the path": {
    method: "GET",
    path: `/payments/${CARD.replace(/(?<=^(.{4})+)/g, ".")}`,
  },
  "a card in percent in the path": {
    method: "GET",
    path: `/payments/%3${CARD[0]}${CARD.slice(1)}`,
  },
  "a card as the zipcode": payment({ customerData: { address: { zipcode: CARD } } }),
  "a card in a field of no name": payment({ note: CARD, more: { [CARD]: [CARD] } }),
  "a card in the name of a field": payment({ [CARD]: true, [grouped.spaces]: true }),
  "a card as a customer": instead("customers.create", "customer", {
    firstName: OTHER_CARD,
    document: "16899535009",
  }),
  "a card as a title": instead("subscriptions.create", "lifelong", {
    title: otherCardGrouped.spaces,
  }),
  "a card as a PIX key": instead("withdrawals.create", "pix", { pixKey: OTHER_CARD }),
  "a card as a bank account": instead("bankAccounts.create", "checking", {
    accountNumber: `${OTHER_CARD}-0`,
    holderName: OTHER_CARD,
  }),
  "a card as a subaccount": instead("subaccounts.createPf", "pf", {
    name: otherCardGrouped.dashes,
  }),
  "a card in the query": { method: "GET", path: `/subscriptions?title=${CARD}` },
  "a card in a parameter of another kind": { method: "GET", path: `/payments?amount=${CARD}` },
  "a card in the name of a parameter": { method: "GET", path: `/payments?${CARD}=1` },
  "a card in a parameter given twice": { method: "GET", path: `/payments?${CARD}=1&${CARD}=2` },
  "a card as an id": { method: "GET", path: `/cards/${CARD}` },
  "a card with spaces as an id": {
    method: "GET",
    path: `/cards/${encodeURIComponent(grouped.spaces)}`,
  },
  "a card as a path": { path: `/${CARD}/${CARD}` },
  "a card in a header": {
    method: "GET",
    path: "/withdrawals",
    headers: { "x-subaccount-id": CARD },
  },
  "a card in a header of no name": {
    method: "GET",
    path: "/withdrawals",
    headers: { "x-card": CARD },
  },
  "a card as a token": { method: "GET", path: "/customers", headers: { authorization: CARD } },
  "JSON that breaks off": { path: "/payments", raw: `{"cardData":{"cardNumber":"${CARD}",` },
  "JSON with a comma too many": {
    path: "/cards/tokenize",
    raw: `{"cardNumber":"${CARD}","securityCode":"${CODE}",}`,
  },
  "JSON within text": payment({ note: JSON.stringify(JSON.stringify(cardData)) }),
  "a form": {
    path: "/payments",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    raw: `cardNumber=${CARD}&securityCode=${CODE}`,
  },
  "bytes that are no text": {
    path: "/payments",
    raw: Buffer.concat([Buffer.from(`"${CARD}`), Buffer.from([0xff, 0xfe]), Buffer.from(`"`)]),
  },
  "a card that stands very deep": {
    path: "/payments",
    raw: `${"[".repeat(100_000)}"${CARD}"${"]".repeat(100_000)}`,
  },
  "a body that is too large": { path: "/payments", raw: JSON.stringify(CARD.repeat(70_000)) },
};

/** All that came out of the sandbox, and all that it left behind. */
const found: Record<string, string> = {};
const secrets: Record<string, string> = {};

test("every request gets a response", async () => {
  const folder = newFolder();
  const db = join(folder, "sandbox.db");
  const command = [...fromSource, "sandbox", "--port", "0", "--clock", START, "--db", db];
  const sandbox = await start(command);
  const made = await fetch(`${sandbox.url}/_sandbox/companies`, { method: "POST" });
  const { data: keys } = (await made.json()) as { data: Shop["keys"] };
  const shop = new Shop(sandbox.url, keys);
  const { access_token: token, refresh_token: refreshToken } = await shop.tokens();
  Object.assign(secrets, { privateKey: keys.privateKey, token, refreshToken });

  const { id: customerId } = await shop.customer({ document: "11144477735" });
  for (const [name, sent] of Object.entries(attempts)) {
    found[`the answer to ${name}`] = await send(sandbox.url, token, sent);
  }
  for (const cardNumber of everyNumber) {
    const card = { customerId, cardNumber, securityCode: CODE };
    const response = await send(sandbox.url, token, instead("cards.tokenize", "card", card));
    found[`the answer to the storing of ${cardNumber.length} digits, ${cardNumber.slice(-4)}`] =
      response;
    const { id: tokenizedCardId } = JSON.parse(response.slice(4)).data;
    if (!tokenizedCardId) continue;
    const customerData = { document: "11144477735" };
    await shop.pay("tokenizedCard", { tokenizedCardId, customerData });
    await shop.centavo.cards.get(tokenizedCardId);
  }
  found["the answer to wrong keys"] = await send(sandbox.url, token, {
    path: "/auth",
    json: { publicKey: keys.privateKey, privateKey: `${keys.privateKey}0` },
  });
  found["the answer to no HTTP"] = await sendBytes(sandbox.url, `${CARD}\r\n${CARD}\r\n\r\n`);
  for (const path of ["/payments", "/customers", "/subscriptions", "/subaccounts"]) {
    found[path] = await send(sandbox.url, token, { method: "GET", path: `${path}?limit=100` });
  }
  const path = "/_sandbox/requests?limit=100";
  found["the list of requests"] = await send(sandbox.url, token, { method: "GET", path });
  readFolder(folder, "while it runs");
  sandbox.kill("SIGTERM");
  const { stdout, stderr } = await sandbox.ended;
  Object.assign(found, { stdout, stderr });
  readFolder(folder, "when it has ended");

  for (const name of Object.keys(attempts)) expect(found[`the answer to ${name}`]).toMatch(/^[24]/);
});

function readFolder(folder: string, when: string): void {
  for (const name of readdirSync(folder)) {
    found[`${name} ${when}`] = readFileSync(join(folder, name), "latin1");
  }
}

async function send(url: string, token: string, sent: Sent): Promise<string> {
  const { method = "POST", path, headers = {}, json, raw } = sent;
  const content = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  return `${response.status} ${await response.text()}`;
}

async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
}

/** Where something was found. */
function placesOf(pattern: RegExp): string[] {
  return Object.entries(found).flatMap(([place, content]) =>
    pattern.test(content) ? [place] : [],
  );
}

test("the search covers the responses, the lists, the log and the files", () => {
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining([
      "sandbox.db while it runs",
      "sandbox.db-wal while it runs",
      "sandbox.db when it has ended",
    ]),
  );
  expect(found.stdout).toMatch(/ payments\.create .* 200 /);
  expect(found["the list of requests"]).toContain('"cardNumber":"[redacted]"');
  expect(found["sandbox.db when it has ended"]).toContain('"last4Digits":"4444"');
  expect(found["/payments"]).toContain('"last4Digits":"4444"');
  for (const name of Object.keys(attempts))
    expect(found[`the answer to ${name}`]).toMatch(/^[245]/);
  expect(placesOf(/^500 /)).toEqual([]);
});

test.each(Object.entries(numbers))("the number of a card of %s is nowhere", (_, number) => {
  // With spaces and dashes too, and with spaces as an address has them.
  expect(placesOf(new RegExp([...number].join("(?:[ +-]|%20)?")))).toEqual([]);
});

test("another's card number in a free text is kept as it was given, and masked in the log", () => {
  const places = placesOf(new RegExp([...OTHER_CARD].join("[ -]?")));
  expect(places).toEqual(
    expect.arrayContaining([
      "the answer to a card as a customer",
      "the answer to a card as a subaccount",
      "sandbox.db when it has ended",
    ]),
  );
  expect(places).not.toContain("stdout");
  expect(places).not.toContain("stderr");
  expect(places).not.toContain("the list of requests");
  expect(found["the list of requests"]).toContain('"firstName":"[redacted]"');
});

test.each([CODE, LONG_CODE])("the security code %s is in no field", (code) => {
  // Of the ids some begin with it.
  expect(placesOf(new RegExp(`["':=]${code}(?![\\da-f])`))).toEqual([]);
});

test("private keys and tokens are only in the response that issues them", () => {
  for (const secret of Object.values(secrets)) {
    expect(secret.length).toBeGreaterThan(30);
    expect(placesOf(new RegExp(secret.replaceAll(".", "\\.")))).toEqual([]);
  }
});

describe("in a path, a query and a field of no name", () => {
  test.each(Object.entries(SECRETS_IN_PATHS))("%s is not shown", async (what, secret) => {
    const lines: string[] = [];
    const shop = await openSandbox({ log: (line) => lines.push(line) });
    const token = await shop.token();
    await shop.send("GET", `/payments/${secret}`, { token });
    await shop.send("PATCH", `/payments/${secret}%zz`, { token });
    await shop.send("GET", `/payments?page=1&${secret}=${secret}`, { token });
    // In a body, nothing is in percent.
    const text = SECRETS[what] ?? KEY;
    const more = { note: `it is ${text}`, [text]: [text], text: JSON.stringify({ text }) };
    const billingData = { postbackUrl: undefined };
    const json = body("payments.create", "pix", { billingData, ...more });
    await shop.send("POST", "/payments", { token, json });
    const { data } = await shop.control.requests.list({ limit: 100 });
    // One for each request, also for the tokens and the log, and two for warnings.
    expect(lines).toHaveLength(9);
    const shown = lines.join("\n") + JSON.stringify(data);
    expect(shown.includes(secret) || showsSecret(shown), shown).toBe(false);
    const paths = data.map(({ path }) => path).join();
    expect(paths).toContain("[redacted]");
    expect(data[0]?.body).toMatchObject({ note: "it is [redacted]", "[redacted]": ["[redacted]"] });
    expect(lines.join() + paths).not.toMatch(/\p{C}/u);
  });

  test("a short text with the beginning of a key is shown", async () => {
    const shop = await openSandbox();
    const path = "/payments/sandbox_payments/eyJson";
    await shop.send("GET", path, { token: await shop.token() });
    await shop.send("GET", "/payments/eyJson", { token: await shop.token() });
    expect((await shop.control.requests.list()).data[0]?.path).toBe("/payments/eyJson");
  });
});

describe("a text that is stored unchanged", () => {
  const inScript = CARD.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  const digitsInPercent = CARD.replaceAll(/\d/g, "%3$&");

  test.each([
    [payment({ cardData: { ...cardData, holderName: CARD } }), "cardData.holderName"],
    [payment({ customerData: { lastName: `x${grouped.spaces}` } }), "customerData.lastName"],
    [payment({ customerData: { lastName: inScript } }), "customerData.lastName"],
    [
      payment({ billingData: { postbackUrl: `https://shop.example/${digitsInPercent}` } }),
      "billingData.postbackUrl",
    ],
    [
      payment({ customerData: { address: { streetNumber: Number(CARD) } } }),
      "customerData.address.streetNumber",
    ],
  ])("may not contain the number of the request's own card, %#", async ({ path, json }, field) => {
    const shop = await openSandbox();
    const response = await shop.send("POST", path, { token: await shop.token(), json });
    expect(response).toMatchObject(invalid(`${field} must not contain a card number`));
    expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  });

  test("may contain any other number, even if it looks like a card number", async () => {
    const shop = await openSandbox();
    const legitimate = [
      "another card's number: 5555 5555 5555 4444, or 378282246310005",
      "a CNPJ that passes the check of a card: 30569309025904",
      "a phone number that does: +5511987654323",
      "a number of an order that is no brand's: 1234567812345670",
      "a card's number with a wrong check digit: 4111111111111112",
      "the bars of a billet: 00099137600000149000000000000000001807202603",
      "a part of an id: 6f4e0d7a-4111-1111-1111-1111a0000000",
      "a longer number: 94111111111111111",
    ];
    const card = await shop.card();
    for (const title of legitimate) {
      expect(await shop.subscription({ title }, card)).toMatchObject({ title });
    }
  });
});
