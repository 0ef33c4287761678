import { once } from "node:events";
import { createServer, request } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { listen } from "../listen.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import { deliverDue, postbacksOf } from "../sandbox/postbacks/postback-fixtures.ts";
import {
  openShopWithReceiver,
  payByPix,
  post,
  postbackOf,
  type ServerName,
  servers,
} from "./shop-server.ts";

/** More than 100 kB. */
const LARGE = JSON.stringify({ text: "x".repeat(200_000) });

describe.each(Object.keys(servers) as ServerName[])("with %s", (name) => {
  test("each change of a payment arrives once, and gets a 204", async () => {
    const { shop, postbacks, received } = await openShopWithReceiver({}, name);
    const { id } = await payByPix(shop, await postbacks.urlFor("1042"));
    await shop.decide(id, "PAID");
    await deliverDue(shop);

    expect(received).toMatchObject([
      { reference: "1042", resource: { id, status: "PENDING" } },
      { reference: "1042", resource: { id, status: "PAID" } },
    ]);
    const sent = await postbacksOf(shop);
    expect(sent.map(({ eventId }) => eventId)).toEqual(received.map(({ eventId }) => eventId));
    expect(sent.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      [204],
      [204],
    ]);
  });

  test("a wrong token is 401, and a body that is no postback 400", async () => {
    const { url, postbacks, received } = await openShopWithReceiver({}, name);
    const postbackUrl = await postbacks.urlFor("1042");

    expect(await post(`${url}/1042/${"0".repeat(64)}`, "{}")).toBe(401);
    for (const body of ["no JSON", "null", "", "{}", '"text"', "[]"]) {
      expect(await post(postbackUrl, body), body).toBe(400);
    }
    expect(received).toEqual([]);
  });
});

/** The others have their own parsers with their own limits. */
const readers = ["node:http", "Express", "Hono", "a fetch handler"] as const;

test.each(readers)("with %s, a large body is 413", async (name) => {
  const { postbacks } = await openShopWithReceiver({}, name);
  const postbackUrl = await postbacks.urlFor("1042");
  expect(await post(postbackUrl, LARGE)).toBe(413);
  // Sent in chunks, without a length.
  expect(await post(postbackUrl, new Blob([LARGE]).stream())).toBe(413);
  // The server still responds, on the same connections.
  expect(await post(postbackUrl, "{}")).toBe(400);
});

test("a body that is too large is read to its end, for senders that read the response only then", async () => {
  const { postbacks } = await openShopWithReceiver();
  const sent = request(await postbacks.urlFor("1042"), { method: "POST" });
  const response = once(sent, "response");
  // In chunks, and more than the buffers of a connection hold.
  sent.write("{");
  sent.end(Buffer.alloc(20_000_000));
  await once(sent, "finish", { signal: AbortSignal.timeout(10_000) });
  const [{ statusCode }] = await response;
  expect(statusCode).toBe(413);
});

test("a body that someone else has read is a failure of the shop", async () => {
  const server = createServer();
  const url = await listen(server);
  const { postbacks, failures } = await openShopWithReceiver();
  server.on("request", (request, response) =>
    request.resume().on("end", () => postbacks.node(request, response)),
  );
  const { pathname } = new URL(await postbacks.urlFor("1042"));
  expect(await post(`${url}${pathname}`, postbackOf(NOBODY))).toBe(500);
  expect(`${failures[0]?.error}`).toContain("Something has read the body of the request.");
});

test("a response that a deadline of the shop has sent stays, and ends no process", async () => {
  const { postbacks } = await openShopWithReceiver();
  let handled: Promise<void> | undefined;
  const server = createServer((request, response) => {
    handled = postbacks.node(request, response);
    response.writeHead(503).end();
  });
  const url = await listen(server);
  const { pathname } = new URL(await postbacks.urlFor("1042"));
  expect(await post(`${url}${pathname}`, postbackOf(NOBODY))).toBe(503);
  await expect(handled).resolves.toBeUndefined();
});

test("a Request that someone else has read is a failure of the shop", async () => {
  const { postbacks, failures } = await openShopWithReceiver();
  const request = new Request(await postbacks.urlFor("1042"), { method: "POST", body: "{}" });
  await request.text();
  expect((await postbacks.fetch(request)).status).toBe(500);
  expect(`${failures[0]?.error}`).toContain("Something has read the body of the request.");
});

test("a body whose connection ends is malformed, and no failure of the shop", async () => {
  const { postbacks, failures } = await openShopWithReceiver();
  const sent = request(await postbacks.urlFor("1042"), { method: "POST" });
  sent.on("error", () => {}).write("{");
  await once(sent, "socket");
  setTimeout(() => sent.destroy(), 50);
  await vi.waitFor(() => expect(failures).toMatchObject([{ status: 400 }]), 5_000);
});

test.each(["node:http", "a fetch handler"] as const)("with %s, a GET is 405", async (name) => {
  const { postbacks } = await openShopWithReceiver({}, name);
  const response = await fetch(await postbacks.urlFor("1042"));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});
