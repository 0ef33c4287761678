import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ClaimedPostback } from "../../../generated/sandbox-control-types.ts";
import { forwardPostbacks } from "../../../src/cli/forward-postbacks.ts";
import { forwardedUrl } from "../../../src/http-server/server-address.ts";
import { HEADERS } from "../../../src/sandbox/postbacks/delivery.ts";
import { startSandbox } from "../../../src/sandbox-node/index.ts";
import { freePort } from "../../free-port.ts";
import { runHere } from "../../run-command-line.ts";
import { openSandbox, Shop, START } from "../company-fixture.ts";
import { newFile } from "../database-file.ts";
import { forwardTo } from "../forwarding.ts";
import { firstPostback, payWithPostback, statusesAt } from "../postbacks/postback-fixtures.ts";
import { type Reply, receive } from "../receiver.ts";

const UNREACHABLE = "https://shop.example/postbacks/1042/token?t=1";

test("delivers in order, tries again after the usual time, and follows no redirect", async () => {
  const shop = await openSandbox();
  const elsewhere = await receive();
  const redirect: Reply = (response) =>
    void response.writeHead(302, { location: elsewhere.url }).end();
  const receiver = await receive(500, redirect, 200);
  const { states, forwarded } = forwardTo(receiver.url, shop);
  await expect.poll(() => states).toEqual(["active"]);
  const { id } = await payWithPostback(shop, UNREACHABLE);
  await shop.decide(id, "DISPUTED");
  await shop.control.clock.advance({ seconds: 360 });
  expect(statusesAt(receiver)).toEqual(["SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "DISPUTED"]);
  expect(elsewhere.deliveries).toEqual([]);
  expect((await firstPostback(shop)).attempts).toMatchObject([
    { at: START.replace("Z", ".000Z"), status: 500, forwarded: true },
    { at: "2026-03-02T12:01:00.000Z", status: 302 },
    { at: "2026-03-02T12:06:00.000Z", status: 200 },
  ]);
  expect(forwarded.map(({ postback, outcome }) => [postback.attempt, outcome.status])).toEqual([
    [1, 500],
    [2, 302],
    [3, 200],
    [1, 200],
  ]);
});

test("a dead server is a failed attempt", async () => {
  const shop = await openSandbox();
  const { forwarded } = forwardTo(`http://127.0.0.1:${await freePort()}`, shop);
  await payWithPostback(shop, UNREACHABLE);
  await expect.poll(() => forwarded).toHaveLength(1);
  const problem = "Nothing listens at this address (ECONNREFUSED).";
  expect((await firstPostback(shop)).attempts).toMatchObject([{ status: null, problem }]);
});

test("while the sandbox is away, it tries again, and then goes on with what is due", async () => {
  const options = { db: newFile(), clock: START, port: await freePort() };
  const first = await startSandbox(options);
  const shop = new Shop(first.url, first);
  const receiver = await receive();
  const { states } = forwardTo(receiver.url, shop);
  await expect.poll(() => states).toEqual(["active"]);
  await first.close();
  await expect.poll(() => states).toEqual(["active", "away"]);
  await openSandbox(options);
  await payWithPostback(shop, UNREACHABLE);
  await receiver.arrived(1);
  expect(states).toEqual(["active", "away", "active"]);
});

test("a second listener stands by, and takes over when the first one stops", async () => {
  const shop = await openSandbox();
  const [one, other] = [await receive(), await receive()];
  const first = forwardTo(one.url, shop);
  await expect.poll(() => first.states).toEqual(["active"]);
  const second = forwardTo(other.url, shop);
  await expect.poll(() => second.states).toEqual(["standby"]);
  await payWithPostback(shop, UNREACHABLE);
  await one.arrived(1);
  await first.stop();
  await payWithPostback(shop, UNREACHABLE);
  await other.arrived(1);
  expect([one.deliveries.length, second.states]).toEqual([1, ["standby", "active"]]);
});

test("it ends if the sandbox refuses it", async () => {
  const shop = await openSandbox();
  const { control } = new Shop(shop.url, { ...shop.keys, privateKey: "wrong" });
  const ended = forwardPostbacks({
    ...{ control, target: new URL("http://localhost"), signal: new AbortController().signal },
    ...{ show: () => {}, announce: () => {} },
  });
  await expect(ended).rejects.toMatchObject({ status: 401 });
});

const CLAIMED: ClaimedPostback = {
  claim: "1-1",
  eventId: "f3b09c57-6a1e-4d82-9e40-7c25d8b1a693",
  type: "payment",
  resourceId: "0b6b9a3e-6c6c-4a3e-8d0f-5b5d2c1a7e90",
  resourceStatus: "SUCCEEDED",
  url: UNREACHABLE,
  attempt: 1,
  method: "POST",
  headers: { "content-type": "application/json", "user-agent": "centavo-sandbox/0.1.0" },
  body: "{}",
  timeout: 10_000,
};

/** A server that says it is a sandbox, and answers the first claim of a listener with anything. */
async function impostor(claimed: unknown) {
  const answers: Record<string, unknown[]> = {
    "/_sandbox/health": [{ data: { status: "ok" } }],
    "/auth": [{ data: { access_token: "token", refresh_token: "", expires_in: "3600s" } }],
    "/_sandbox/listener/claim": [claimed, { data: { role: "active", postbacks: [] } }],
  };
  const answer: RequestListener = (request, response) => {
    const left = answers[request.url ?? ""] ?? [{ data: {} }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(left.length > 1 ? left.shift() : left[0]));
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => server.closeAllConnections() ?? void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function claimOf(...postbacks: unknown[]) {
  return { data: { role: "active", postbacks } };
}

test.each<[what: string, claimed: unknown]>([
  ["no data", {}],
  ["no list", { data: { role: "active", postbacks: 1 } }],
  ["null", claimOf(null)],
  ["no timeout", claimOf({ ...CLAIMED, timeout: "soon" })],
  ["an address that is no text", claimOf({ ...CLAIMED, url: { toString: 1 } })],
  ["a type that is no text", claimOf({ ...CLAIMED, type: 1 })],
])("centavo listen ends in one line if a sandbox answers with %s", async (_, claimed) => {
  const [url, { url: receiver }] = [await impostor(claimed), await receive()];
  // Without a path, it keeps that of the postback's own address.
  const target = new URL(receiver).origin;
  const { status, stderr } = await runHere(["listen", "--url", url, "--forward-to", target]);
  const lines = stderr.split("\n").filter((line) => !line.startsWith("Delivering"));
  const problem = `centavo: the server at ${url} does not answer as a sandbox of this version does`;
  expect([status, lines]).toEqual([1, [problem, ""]]);
});

/** A sandbox that wants others to be called as it likes. */
function wanting(shop: Shop, postbacks: ClaimedPostback[]): Pick<Shop, "control"> {
  const claims = [postbacks];
  const claim = async () => ({ data: { role: "active", postbacks: claims.pop() ?? [] } });
  const { listener, ...control } = shop.control;
  return {
    control: { ...control, listener: { ...listener, claim } } as unknown as Shop["control"],
  };
}

const HOSTILE = { ...CLAIMED, timeout: 1e12 };
Object.assign(HOSTILE.headers, {
  "user-agent": "curl/8",
  "content-type": "text/html",
  "a\nb": "1",
});

test("a sandbox decides no header of what is sent, does not make it wait longer, and gets 16 at once", async () => {
  const shop = await openSandbox();
  const receiver = await receive();
  const { forwarded } = forwardTo(receiver.url, wanting(shop, Array(40).fill(HOSTILE)));
  await expect.poll(() => forwarded).toHaveLength(16);
  const { deliveries } = receiver;
  const { host: _, connection, "content-length": length, ...sent } = deliveries[0]?.headers ?? {};
  expect([deliveries.length, sent]).toEqual([16, HEADERS]);
});

test("what a sandbox wants to be sent to the controls of another one is refused there", async () => {
  const [shop, other] = [await openSandbox(), await openSandbox()];
  const paths = ["/_sandbox/companies", "/_sandbox/reset", "/_sandbox/clock/advance"];
  const postbacks = paths.map((path) => ({ ...HOSTILE, url: `https://shop.example${path}` }));
  const { forwarded } = forwardTo(other.url, wanting(shop, postbacks));
  await expect.poll(() => forwarded).toHaveLength(3);
  expect(forwarded.map(({ outcome }) => outcome.status)).toEqual([403, 403, 403]);
});

test.each([
  ["http://localhost:3000/postbacks", UNREACHABLE, "http://localhost:3000/postbacks"],
  ["http://localhost:3000", UNREACHABLE, "http://localhost:3000/postbacks/1042/token?t=1"],
  ["http://localhost:3000", "https://shop.example//evil.example/a", /^http:\/\/localhost:3000\//],
  ["http://localhost:3000", "no URL", "http://localhost:3000/"],
])("with the target %s, a postback for %s goes to %s", (target, postbackUrl, url) => {
  const forwarded = forwardedUrl(new URL(target), postbackUrl);
  expect(forwarded).toEqual(typeof url === "string" ? url : expect.stringMatching(url));
});

test.each([
  [[], /missing --forward-to/],
  [["--forward-to", "ftp://localhost"], /invalid --forward-to/],
  [["--forward-to", "http://ana:secret@localhost"], /invalid --forward-to/],
  [["--forward-to", "http://192.0.2.1"], /192\.0\.2\.1, which is not this machine/],
  [["--forward-to", "http://localhost", "--types", "refund"], /invalid --types/],
])("centavo listen refuses %j", async (args, problem) => {
  const { status, stderr } = await runHere(["listen", ...args]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(problem)]);
});
