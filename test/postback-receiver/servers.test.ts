import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../listen.ts";
import { deliverDue, postbacksOf } from "../sandbox/postbacks/postback-fixtures.ts";
import { openShopWithReceiver, payByPix, post, type ServerName, servers } from "./shop-server.ts";

const names = Object.keys(servers) as ServerName[];

test.each(names)("with %s, each change arrives once, and what is no postback not", async (name) => {
  const { shop, url, postbackUrl, received } = await openShopWithReceiver({}, name);
  expect(await post(`${url}/1042/${"0".repeat(64)}`, "{}")).toBe(401);
  for (const body of ["no JSON", "null", "", "{}", '"text"', "[]"]) {
    expect(await post(postbackUrl, body), body).toBe(400);
  }
  expect(received).toEqual([]);

  const { id } = await payByPix(shop, postbackUrl);
  await shop.decide(id, "PAID");
  await deliverDue(shop);
  expect(received).toMatchObject([
    { reference: "1042", resource: { id, status: "PENDING" } },
    { reference: "1042", resource: { id, status: "PAID" } },
  ]);
  const attempts = (await postbacksOf(shop)).flatMap(({ attempts }) => attempts);
  expect(attempts.map(({ status }) => status)).toEqual([204, 204]);
});

// The others have their own parsers with their own limits.
test.each(["node:http", "Hono"] as const)("with %s, a large body is 413", async (name) => {
  const { postbackUrl } = await openShopWithReceiver({}, name);
  // More than 100 kB, at once and in chunks without a length.
  const large = JSON.stringify({ text: "x".repeat(200_000) });
  expect(await post(postbackUrl, large)).toBe(413);
  expect(await post(postbackUrl, new Blob([large]).stream())).toBe(413);
  // The server still responds, on the same connections.
  expect(await post(postbackUrl, "{}")).toBe(400);
});

test("a body that someone else has read is a failure of the shop", async () => {
  const { postbacks, postbackUrl, failures } = await openShopWithReceiver();
  const server = createServer((request, response) => {
    request.resume().on("end", () => postbacks.node(request, response));
  });
  const url = (await listen(server)) + new URL(postbackUrl).pathname;
  expect(await post(url, "{}")).toBe(500);
  const message = expect.stringContaining("Something has read the body of the request.");
  expect(failures).toMatchObject([{ error: { message } }]);
});

test("a response that a deadline of the shop has sent stays, and ends no process", async () => {
  const { postbacks, postbackUrl } = await openShopWithReceiver();
  let handled: Promise<void> | undefined;
  const server = createServer((request, response) => {
    handled = postbacks.node(request, response);
    response.writeHead(503).end();
  });
  const url = (await listen(server)) + new URL(postbackUrl).pathname;
  expect(await post(url, "{}")).toBe(503);
  await expect(handled).resolves.toBeUndefined();
});

test("a GET is 405", async () => {
  const { postbackUrl } = await openShopWithReceiver();
  const response = await fetch(postbackUrl);
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});
