import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { fromSource, start } from "../../run-command-line.ts";
import { CARD, KEY, SECRETS, SECRETS_IN_PATHS, showsSecret } from "../../secret-texts.ts";
import { fetch, invalid, openSandbox, Shop, START } from "../company-fixture.ts";
import { body, type OperationName, operationsById } from "../contract-examples.ts";
import { newFolder } from "../database-file.ts";

/** Card numbers of two lengths and brands. The last ones are declined, or have a wrong check digit. */
const numbers = ["4222222222222", CARD, "5555555555554444", "4000000000000002", "4111111111111112"];
const grouped = { spaces: "4111 1111 1111 1111", dashes: "4111-1111-1111-1111" };

/** A number in requests without a card, which could as well be an order number. */
const OTHER_CARD = "4012888888881881";
const otherCardGrouped = { spaces: "4012 8888 8888 1881", dashes: "4012-8888-8888-1881" };

/** Security codes that no other field has as its value. */
const CODE = "739";
const LONG_CODE = "7391";

/** Something that a caller sends, and ought not to. */
type Sent = Parameters<Shop["send"]>;

/** A body with something in the place of something else. */
function instead(id: OperationName, example: string, change: object): Sent {
  const path = operationsById.get(id)?.pathItem.key ?? "";
  return ["POST", path, { json: body(id, example, change) }];
}

const cardData = { cardNumber: CARD, securityCode: CODE };
const payment = (change: object) => instead("payments.create", "card", { cardData, ...change });
const get = (path: string, headers = {}): Sent => ["GET", path, { headers }];

/** Bytes of any type. */
function raw(path: string, content: BodyInit, type = "application/json"): Sent {
  return ["POST", path, { body: content, headers: { "content-type": type } }];
}

const cardChanges = [
  ...numbers.map((cardNumber) => ({ cardNumber, securityCode: LONG_CODE })),
  { expirationYear: "2020" },
  { cardNumber: Number(CARD) },
  { cardNumber: grouped.spaces },
  { cardNumber: { value: [CARD] } },
  { securityCode: Number(CODE) },
  // Too long.
  { securityCode: `${LONG_CODE}5` },
  { holderName: `MARIA ${grouped.spaces}` },
];

/** A card where something else should be. */
const paymentChanges = [
  { cardData: CARD },
  { billingData: { amount: Number(CARD) } },
  { paymentType: CARD },
  { billingData: { postbackUrl: `https://shop.example/${CARD}` } },
  { customerData: { firstName: CARD, lastName: grouped.dashes } },
  { customerData: { phone: grouped.spaces } },
  { customerData: { email: `${CARD}@shop.example` } },
  { customerData: { address: { street: `Rua ${CARD}`, zipcode: CARD } } },
  { customerData: { address: { streetNumber: Number(CARD) } } },
  { note: CARD, more: { [CARD]: [CARD] } },
  { note: JSON.stringify(JSON.stringify(cardData)) },
];

const attempts: Sent[] = [
  ...cardChanges.map((change) => payment({ cardData: { ...cardData, ...change } })),
  ...paymentChanges.map(payment),
  instead("customers.create", "customer", { firstName: OTHER_CARD, document: "16899535009" }),
  instead("subscriptions.create", "lifelong", { title: otherCardGrouped.spaces }),
  instead("withdrawals.create", "pix", { pixKey: OTHER_CARD }),
  instead("bankAccounts.create", "checking", { accountNumber: `${OTHER_CARD}-0` }),
  instead("subaccounts.createPf", "pf", { name: otherCardGrouped.dashes }),
  get(`/payments/${CARD.replace(/(?<=^(.{4})+)/g, ".")}`),
  get(`/payments/%3${CARD[0]}${CARD.slice(1)}`),
  get(`/subscriptions?title=${CARD}`),
  get(`/payments?amount=${CARD}`),
  get(`/payments?${CARD}=1&${CARD}=2`),
  get(`/cards/${encodeURIComponent(grouped.spaces)}`),
  get("/withdrawals", { "x-subaccount-id": CARD }),
  get("/customers", { authorization: CARD }),
  ["POST", `/${CARD}/${CARD}`],
  // JSON that breaks off, and another type.
  raw("/payments", `{"cardData":{"cardNumber":"${CARD}",`),
  raw("/payments", `cardNumber=${CARD}&securityCode=${CODE}`, "application/x-www-form-urlencoded"),
  // No text, very deep, and too large.
  raw("/payments", Buffer.from(`"${CARD}\xff\xfe"`, "latin1")),
  raw("/payments", `${"[".repeat(100_000)}"${CARD}"${"]".repeat(100_000)}`),
  raw("/payments", JSON.stringify(CARD.repeat(70_000))),
];

/** All that came out of the sandbox, and all that it left behind. */
const found: Record<string, string> = {};
const secrets: string[] = [];

test("every request gets a response", async () => {
  const folder = newFolder();
  const db = join(folder, "sandbox.db");
  const command = [...fromSource, "sandbox", "--port", "0", "--clock", START, "--db", db];
  const sandbox = await start(command);
  const made = await fetch(`${sandbox.url}/_sandbox/companies`, { method: "POST" });
  const { data: keys } = (await made.json()) as { data: Shop["keys"] };
  const { privateKey } = keys;
  const shop = new Shop(sandbox.url, keys);
  const { access_token: token, refresh_token: refreshToken } = await shop.tokens();
  secrets.push(privateKey, token, refreshToken);
  const send = async (...[method, path, init]: Sent) => {
    const access = new Headers(init?.headers).has("authorization") ? {} : { token };
    const { status, body } = await shop.send(method, path, { ...access, ...init });
    return `${status} ${JSON.stringify(body)}`;
  };
  const ask = async (...sent: Sent) => {
    const answer = await send(...sent);
    const count = Object.keys(found).length;
    found[`the answer to ${JSON.stringify(sent).slice(0, 500)}, ${count}`] = answer;
    return answer;
  };

  const document = "11144477735";
  const { id: customerId } = await shop.customer({ document });
  for (const sent of attempts) expect(await ask(...sent), JSON.stringify(sent)).toMatch(/^[24]/);
  for (const cardNumber of numbers) {
    const card = { customerId, cardNumber, securityCode: CODE };
    const answer = await ask(...instead("cards.tokenize", "card", card));
    const { id: tokenizedCardId } = JSON.parse(answer.slice(4)).data;
    if (!tokenizedCardId) continue;
    await shop.pay("tokenizedCard", { tokenizedCardId, customerData: { document } });
    await shop.centavo.cards.get(tokenizedCardId);
  }
  // Wrong keys.
  const json = { publicKey: privateKey, privateKey: `${privateKey}0` };
  await ask("POST", "/auth", { json });
  found["the answer to no HTTP"] = await sendBytes(sandbox.url, `${CARD}\r\n${CARD}\r\n\r\n`);
  for (const path of ["/payments", "/customers", "/subscriptions", "/subaccounts"])
    found[path] = await send(...get(`${path}?limit=100`));
  found.requests = await send(...get("/_sandbox/requests?limit=100"));
  readFolder(folder, "while it runs");
  sandbox.kill("SIGTERM");
  const { stdout, stderr } = await sandbox.ended;
  Object.assign(found, { stdout, stderr });
  readFolder(folder, "when it has ended");
});

function readFolder(folder: string, when: string): void {
  for (const name of readdirSync(folder))
    found[`${name} ${when}`] = readFileSync(join(folder, name), "latin1");
}

async function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
}

/** Where something was found. */
function placesOf(pattern: RegExp): string[] {
  return Object.keys(found).filter((place) => pattern.test(found[place] ?? ""));
}

test("the search covers the responses, the lists, the log and the files", () => {
  const files = ["sandbox.db while it runs", "sandbox.db-wal while it runs"];
  expect(Object.keys(found)).toEqual(expect.arrayContaining(files));
  expect(found.stdout).toMatch(/ payments\.create .* 200 /);
  expect(found.requests).toContain('"cardNumber":"[redacted]"');
  expect(placesOf(/"last4Digits":"4444"/)).toEqual(
    expect.arrayContaining(["/payments", "sandbox.db when it has ended"]),
  );
});

test.each(numbers)("the number %s is nowhere", (number) => {
  // With spaces and dashes too, and with spaces as an address has them.
  expect(placesOf(new RegExp([...number].join("(?:[ +-]|%20)?")))).toEqual([]);
});

test("another's card number in a free text is kept as it was given, and redacted in the log", () => {
  const places = placesOf(new RegExp([...OTHER_CARD].join("[ -]?")));
  expect(places).toEqual(
    expect.arrayContaining([
      expect.stringMatching("^the answer to .*/customers"),
      expect.stringMatching("^the answer to .*/subaccounts"),
      "sandbox.db when it has ended",
    ]),
  );
  const logs = ["stdout", "stderr", "requests"];
  expect(places.filter((place) => logs.includes(place))).toEqual([]);
  expect(found.requests).toContain('"firstName":"[redacted]"');
});

test.each([CODE, LONG_CODE])("the security code %s is in no field", (code) => {
  // Of the ids some begin with it.
  expect(placesOf(new RegExp(`["':=]${code}(?![\\da-f])`))).toEqual([]);
});

test("private keys and tokens are only in the response that issues them", () => {
  expect(secrets.map((secret) => secret.length > 30)).toEqual([true, true, true]);
  for (const secret of secrets)
    expect(placesOf(new RegExp(secret.replaceAll(".", "\\.")))).toEqual([]);
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
    // One for each request but that of the log, also for the tokens, and two for warnings.
    expect(lines).toHaveLength(8);
    const shown = lines.join("\n") + JSON.stringify(data);
    expect(shown.includes(secret) || showsSecret(shown), shown).toBe(false);
    const paths = data.map(({ path }) => path).join();
    expect(paths).toContain("[redacted]");
    expect(data[0]?.body).toMatchObject({ note: "it is [redacted]", "[redacted]": ["[redacted]"] });
    expect(lines.join() + paths).not.toMatch(/\p{C}/u);
  });

  test("a short text with the beginning of a key is shown", async () => {
    const shop = await openSandbox();
    await shop.send("GET", "/payments/eyJson", { token: await shop.token() });
    expect((await shop.control.requests.list()).data[0]?.path).toBe("/payments/eyJson");
  });
});

describe("a text that is stored unchanged", () => {
  const inScript = CARD.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  const inPercent = `https://shop.example/${CARD.replaceAll(/\d/g, "%3$&")}`;

  test.each([
    [{ cardData: { ...cardData, holderName: CARD } }, "cardData.holderName"],
    [{ customerData: { lastName: inScript } }, "customerData.lastName"],
    [{ billingData: { postbackUrl: inPercent } }, "billingData.postbackUrl"],
    [
      { customerData: { address: { streetNumber: Number(CARD) } } },
      "customerData.address.streetNumber",
    ],
  ])("may not contain the number of the request's own card, %#", async (change, field) => {
    const shop = await openSandbox();
    const [method, path, init] = payment(change);
    const response = await shop.send(method, path, { ...init, token: await shop.token() });
    expect(response).toMatchObject(invalid(`${field} must not contain a card number`));
    expect((await shop.centavo.customers.list()).meta.total).toBe(0);
  });

  test("may contain any other number, even if it looks like a card number", async () => {
    const shop = await openSandbox();
    const lastName = "another card's number: 5555 5555 5555 4444, a CNPJ: 30569309025904";
    await shop.pay("card", { cardData: { cardNumber: CARD }, customerData: { lastName } });
    expect((await shop.centavo.customers.list()).data).toMatchObject([{ lastName }]);
  });
});
