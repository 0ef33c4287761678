import { expect, test } from "vitest";
import { forwardedUrl, forwardPostbacks } from "../../../src/cli/forward-postbacks.ts";
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
