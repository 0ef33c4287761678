import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/contract/cursor.ts";
import { callsOf, operationCalls } from "../../client/example-calls.ts";
import { NOBODY, openShop, type Shop, START } from "../company-fixture.ts";
import { control, shownError } from "../contract-examples.ts";

/** Calls of every operation that takes a token, of the service and of the sandbox's control. */
const guardedOperations = operationCalls.filter(({ isPublic }) => !isPublic);
const guardedControls = callsOf(control.value as JsonObject).filter(({ isPublic }) => !isPublic);
const guarded = [...guardedOperations, ...guardedControls];

test("the keys of a company are exchanged for a token that lasts an hour", async () => {
  const shop = await openShop();
  const { access_token, refresh_token, expires_in } = await shop.tokens();
  expect(expires_in).toBe("3600s");
  const issued = Date.parse(START) / 1000;
  expect(claimsOf(access_token)).toMatchObject({ iat: issued, exp: issued + 3600 });
  expect(refresh_token).not.toBe(access_token);
});

test("two tokens are never the same, and the second does not end the first", async () => {
  const shop = await openShop();
  const [first, second] = [await shop.token(), await shop.token()];
  expect(first).not.toBe(second);
  expect((await shop.send("GET", "/payments", { token: first })).status).toBe(200);
});

test("the private key of another company is rejected", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const mixed = { publicKey: shop.keys.publicKey, privateKey: other.keys.privateKey };
  await expect(shop.centavo.auth.createToken(mixed)).rejects.toMatchObject(
    shownError("auth.createToken", "WrongKeys"),
  );
});

test("an unknown public key is rejected like a wrong private key", async () => {
  const shop = await openShop();
  const unknown = { ...shop.keys, publicKey: `sandbox_public_${NOBODY.replaceAll("-", "")}` };
  await expect(shop.centavo.auth.createToken(unknown)).rejects.toMatchObject(
    shownError("auth.createToken", "WrongKeys"),
  );
});

test("a token is valid up to the last second of its hour", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.control.clock.advance({ seconds: 3599 });
  expect((await shop.send("GET", "/payments", { token })).status).toBe(200);
  await shop.control.clock.advance({ seconds: 1 });
  const { status, body } = await shop.send("GET", "/payments", { token });
  expect(status).toBe(401);
  expect(JSON.stringify(body)).toContain("expired");
});

test("a token opens its own company and no other", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { id } = await shop.pay("pix");
  const { status } = await shop.send("GET", `/payments/${id}`, { token: await other.token() });
  expect(status).toBe(404);
});

test("the scheme Bearer may be written in any case", async () => {
  const shop = await openShop();
  const headers = { authorization: `bearer ${await shop.token()}` };
  expect((await shop.send("GET", "/payments", { headers })).status).toBe(200);
});

test("the control interface accepts an expired token, because it moves the clock that expires tokens", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.control.clock.advance({ seconds: 3600 });
  for (const { id, method, path, body } of guardedControls) {
    const { status } = await shop.send(method, path, { token, json: body?.value });
    expect({ id, isRejected: status === 401 }).toEqual({ id, isRejected: false });
  }
});

test("every operation of the service rejects an expired token", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.control.clock.advance({ seconds: 3600 });
  for (const { id, method, path, body } of guardedOperations) {
    const { status } = await shop.send(method, path, { token, json: body?.value });
    expect({ id, status }).toEqual({ id, status: 401 });
  }
});

/** Invalid tokens, made from a valid one. */
const badTokens: Record<string, (shop: Shop) => Promise<string | undefined>> = {
  "no token": async () => undefined,
  "an empty token": async () => "",
  "a word": async () => "token",
  "three words": async () => "a.b.c",
  "a token with a part too many": async (shop) => `${await shop.token()}.more`,
  "a token of another secret": async (shop) => forged(await shop.token()),
  "a token without a signature": async (shop) =>
    `${(await shop.token()).split(".").slice(0, 2).join(".")}.`,
  "a token that says that it needs no signature": async (shop) => unsigned(await shop.token()),
  "a token whose company was changed": async (shop) => changed(await shop.token()),
  "a refresh token": async (shop) => (await shop.tokens()).refresh_token,
};

test.each(Object.entries(badTokens))("%s opens no operation", async (_, make) => {
  const shop = await openShop();
  const token = await make(shop);
  for (const { id, method, path, body } of guarded) {
    const sent = token === undefined ? {} : { token };
    const { status, headers } = await shop.send(method, path, { ...sent, json: body?.value });
    expect({ id, status, asks: headers.get("www-authenticate") }).toEqual({
      id,
      status: 401,
      asks: "Bearer",
    });
  }
});

test("a token in another scheme is rejected", async () => {
  const shop = await openShop();
  const headers = { authorization: `Basic ${await shop.token()}` };
  expect((await shop.send("GET", "/payments", { headers })).status).toBe(401);
});

test("a company that is not authorized gets a token, and -1001 from every operation of the service", async () => {
  const shop = await openShop({ authorized: false });
  const token = await shop.token();
  for (const { id, method, path, body } of operationCalls.filter((each) => !each.isPublic)) {
    const response = await shop.send(method, path, { token, json: body?.value });
    expect(response, id).toMatchObject(shownError(id, "NotAuthorized"));
  }
});

test("a company that is not authorized still has its control interface", async () => {
  const { control } = await openShop({ authorized: false });
  expect((await control.clock.get()).data.now).toBe(new Date(START).toISOString());
});

test("a request without a token learns nothing about its errors", async () => {
  const shop = await openShop();
  const { status, body } = await shop.send("POST", "/payments", {
    json: { paymentType: "cheque" },
  });
  expect(status).toBe(401);
  expect(JSON.stringify(body)).not.toContain("paymentType");
});

function claimsOf(token: string): { sub: string; iat: number; exp: number } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function forged(token: string): string {
  const signed = token.split(".").slice(0, 2).join(".");
  return `${signed}.${createHmac("sha256", "guess").update(signed).digest("base64url")}`;
}

function unsigned(token: string): string {
  return `${encode({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`;
}

function changed(token: string): string {
  const [head, , signature] = token.split(".");
  return `${head}.${encode({ ...claimsOf(token), sub: NOBODY })}.${signature}`;
}
