import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/contract/cursor.ts";
import { callsOf, operationCalls } from "../../client/example-calls.ts";
import { NOBODY, openSandbox, openShop, START } from "../company-fixture.ts";
import { control, shownError } from "../contract-examples.ts";
import { badAuthorizations } from "./forged-tokens.ts";

/** Calls of every operation that takes a token, of the service and of the sandbox's control. */
const guardedOperations = operationCalls.filter(({ isPublic }) => !isPublic);
const guardedControls = callsOf(control.value as JsonObject).filter(({ isPublic }) => !isPublic);
const guarded = [...guardedOperations, ...guardedControls];

test("the keys of a company are exchanged for tokens that last an hour, each another", async () => {
  const shop = await openShop();
  const { access_token, refresh_token, expires_in } = await shop.tokens();
  expect(expires_in).toBe("3600s");
  const issued = Date.parse(START) / 1000;
  expect(claimsOf(access_token)).toMatchObject({ iat: issued, exp: issued + 3600 });
  const second = await shop.token();
  expect(new Set([access_token, refresh_token, second]).size).toBe(3);
  // The second does not end the first. The scheme may be written in any case.
  const headers = { authorization: `bearer ${access_token}` };
  expect((await shop.send("GET", "/payments", { headers })).status).toBe(200);
});

test("wrong keys get no token, and the response does not reveal which keys exist", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const { publicKey, privateKey } = shop.keys;
  const nobodys = `sandbox_public_${NOBODY.replaceAll("-", "")}`;
  const almost = (key: string) => [
    ...[...key].map((_, at) => `${key.slice(0, at)}#${key.slice(at + 1)}`),
    ...[key.toUpperCase(), key.slice(0, -1), `${key}0`, `${key} `, "x", "__proto__"],
  ];
  const pairs = [
    ...almost(privateKey).map((wrong) => ({ publicKey, privateKey: wrong })),
    ...almost(publicKey).map((wrong) => ({ publicKey: wrong, privateKey })),
    { publicKey, privateKey: other.keys.privateKey },
    { publicKey, privateKey: publicKey },
    { publicKey: nobodys, privateKey },
  ];
  for (const pair of pairs) {
    await expect(shop.centavo.auth.createToken(pair), JSON.stringify(pair)).rejects.toMatchObject(
      shownError("auth.createToken", "WrongKeys"),
    );
  }
});

test("a token is valid for its hour, and longer for the controls, which move the clock that ends it", async () => {
  const shop = await openShop();
  const token = await shop.token();
  await shop.control.clock.advance({ seconds: 3599 });
  expect((await shop.send("GET", "/payments", { token })).status).toBe(200);
  await shop.control.clock.advance({ seconds: 1 });
  const { status, body } = await shop.send("GET", "/payments", { token });
  expect(status).toBe(401);
  expect(JSON.stringify(body)).toContain("expired");
  // A rotation of the keys ends the token for those that follow.
  const others = guardedControls.filter(({ id }) => `${id}` !== "company.rotateKeys");
  for (const { id, method, path, body } of others)
    expect(await shop.send(method, path, { token, json: body?.value }), id).not.toMatchObject({
      status: 401,
    });
});

test("no invalid token opens an operation, or reveals what is wrong with the request", async () => {
  const [shop, expired, victim] = [await openShop(), await openShop(), await openShop()];
  const { access_token: access, refresh_token: refresh } = await shop.tokens();
  const stolen = { access, refresh, keys: shop.keys, expired: await expired.token() };
  await expired.control.clock.advance({ seconds: 3600 });
  const elsewhere = await (await openSandbox({ seed: "elsewhere" })).token();
  const { sub } = claimsOf(await victim.token());
  let tried = 0;
  const bad = badAuthorizations({ ...stolen, elsewhere, victim: sub });
  for (const [what, values] of Object.entries(bad)) {
    const calls = what === "an expired token" ? guardedOperations : guarded;
    // Of many values each is tried with every ninth operation, each with other ones.
    const share = values.length > 4 ? 9 : 1;
    for (const authorization of values) {
      const headers: HeadersInit = authorization === undefined ? {} : { authorization };
      const responses = new Set<string>();
      for (const { method, path, body } of calls.filter((_, at) => (at + tried) % share === 0)) {
        // Every other request is malformed.
        const isBroken = tried++ % 2 === 1;
        const broken = { body: "{", headers: { ...headers, "content-type": "application/json" } };
        const sent = isBroken && body ? broken : { headers, json: body?.value };
        const target = isBroken ? `${path}?page=x&limit=0` : path;
        const response = await shop.send(method, target, sent);
        expect(response.headers.get("www-authenticate"), what).toBe("Bearer");
        responses.add(JSON.stringify([response.status, response.body]));
      }
      expect([...responses], `${what}: ${authorization}`).toEqual([
        expect.stringMatching(/^\[401,/),
      ]);
    }
  }
});

test("a token counts in the header Authorization only", async () => {
  const shop = await openShop();
  const token = await shop.token();
  const { status } = await shop.send("GET", `/payments?access_token=${token}&token=${token}`, {
    headers: {
      cookie: `access_token=${token}`,
      "x-authorization": `Bearer ${token}`,
      "proxy-authorization": `Bearer ${token}`,
    },
  });
  expect(status).toBe(401);
});

test("a company that is not authorized gets -1001 from every operation of the service, but has its control API", async () => {
  const shop = await openShop({ authorized: false });
  const token = await shop.token();
  for (const { id, method, path, body } of guardedOperations) {
    const response = await shop.send(method, path, { token, json: body?.value });
    expect(response, id).toMatchObject(shownError(id, "NotAuthorized"));
  }
  expect((await shop.control.clock.get()).data.now).toBe(new Date(START).toISOString());
});

function claimsOf(token: string): { sub: string; iat: number; exp: number } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
