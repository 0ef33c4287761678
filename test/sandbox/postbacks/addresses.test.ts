import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import {
  blockedAddresses,
  blockedByEgressPolicy,
} from "../../../src/sandbox-node/delivery/egress-policy.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { type PostbackTargets, readOptions } from "../../../src/sandbox-node/options.ts";
import { EXPOSED, openSandbox, openShop, type Shop, startSandbox } from "../company-fixture.ts";
import { receive } from "../receiver.ts";
import { deliverDue, firstPostback, payWithPostback, postbacksOf } from "./postback-fixtures.ts";

const notHere = (host: string) =>
  `Postbacks may only go to this machine. Run the sandbox with --postbacks ${host} to allow this host.`;
const notListed = (host: string) =>
  `Postbacks may only go to this machine and the hosts in the list of --postbacks. Add ${host} to the list to allow this host.`;
const NOT_HTTP = "The postback URL must be http or https.";
const WITH_USER = "The postback URL must not contain a user name or password.";
const NO_ADDRESS = "The postback URL is invalid.";
const ITSELF = "The sandbox does not send postbacks to itself.";

/** Sends a postback to each address, and returns why its first attempt failed. */
async function problemsAt(shop: Shop, addresses: string[]) {
  for (const address of addresses) await payWithPostback(shop, address);
  await deliverDue(shop);
  return (await postbacksOf(shop)).map(({ attempts }) => attempts[0]?.problem);
}

test("a refused postback is not sent, its attempt says why, and it delays no other", async () => {
  const receiver = await receive();
  const { port } = new URL(receiver.url);
  // Most of these would reach the receiver, so that a missing check shows.
  const refused: [address: string, problem: string][] = [
    [`http://0.0.0.0:${port}/`, notHere("0.0.0.0")],
    [`http://[::]:${port}/`, notHere("[::]")],
    [`http://[::ffff:127.0.0.1]:${port}/`, notHere("[::ffff:7f00:1]")],
    [`http://localhost.:${port}/`, notHere("localhost.")],
    [`http://127.0.0.1.example:${port}/`, notHere("127.0.0.1.example")],
    [`http://128.0.0.1:${port}/`, notHere("128.0.0.1")],
    ["https://Shop.example/postbacks?a=b#c", notHere("shop.example")],
    ["http://169.254.169.254/latest/meta-data/", notHere("169.254.169.254")],
    [`http://user:pass@127.0.0.1:${port}/`, WITH_USER],
    ["file://127.0.0.1/etc/hostname", NOT_HTTP],
    [`ftp://127.0.0.1:${port}/`, NOT_HTTP],
    ["data:text/plain,ok", NOT_HTTP],
    ["http://127.0.0.1:99999/", NO_ADDRESS],
  ];
  const shop = await openShop();
  for (const [address] of refused) await payWithPostback(shop, address);
  await payWithPostback(shop, receiver.url, "billet");
  await deliverDue(shop);
  const attempts = (await postbacksOf(shop)).map(({ url, status, attempts: [first] }) => [
    ...[url, status, first?.status, first?.answer, first?.problem],
  ]);
  expect(attempts).toEqual([
    ...refused.map(([address, problem]) => [address, "PENDING", null, null, problem]),
    [receiver.url, "DELIVERED", 200, "", null],
  ]);
  expect(receiver.deliveries).toMatchObject([{ body: { data: { paymentMethod: "billet" } } }]);
});

const loopback = [
  ...["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "017700000001"],
  ...["127.0.0.1", "127.0.0.1."],
];

test("a loopback receiver is called, however its address is written", async () => {
  const receiver = await receive();
  const { port } = new URL(receiver.url);
  const addresses = loopback.map((host) => `http://${host}:${port}/`);
  expect(await problemsAt(await openShop(), addresses)).toEqual(addresses.map(() => null));
  expect(receiver.deliveries).toHaveLength(addresses.length);
});

const interfaces = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
const thisMachine = [
  ...["127.0.0.1", "localhost", "0.0.0.0", "0", "[::]", "[::ffff:127.0.0.1]", "[::ffff:0:0]"],
  ...interfaces.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
];

test.each<[string, string[], SandboxOptions]>([
  ["this machine", [...loopback, "127.9.9.9", "[::1]", "[0:0::0:1]"], {}],
  ["any address", thisMachine, { ...EXPOSED, postbacks: "any" }],
  ["the hosts in a list", thisMachine, { ...EXPOSED, postbacks: thisMachine }],
])("a sandbox whose postbacks may go to %s does not call itself", async (_, hosts, options) => {
  const lines: string[] = [];
  const shop = await openSandbox({ port: 0, ...options, log: (line) => lines.push(line) });
  const { port } = new URL(shop.url);
  // It would create a company.
  const addresses = hosts.map((host) => `http://${host}:${port}/_sandbox/companies`);
  expect(await problemsAt(shop, addresses)).toEqual(addresses.map(() => ITSELF));
  expect(lines.filter((line) => line.includes("/_sandbox/companies"))).toEqual([]);
});

test("a postback to another sandbox cannot create a company there", async () => {
  const other = await startSandbox({ port: 0 });
  onTestFinished(other.close);
  const shop = await openShop();
  await payWithPostback(shop, `${other.url}/_sandbox/companies`);
  await deliverDue(shop);
  const refused = { status: "PENDING", attempts: [{ status: 403 }] };
  expect(await firstPostback(shop)).toMatchObject(refused);
});

test("an address without a port has the default port of its protocol", () => {
  expect(blockedAddresses("http://localhost/", "http://127.0.0.1:80")).toBeDefined();
  expect(blockedAddresses("https://localhost/", "http://127.0.0.1:443")).toBeDefined();
  expect(blockedAddresses("https://localhost/", "http://127.0.0.1:80")).toBeUndefined();
  expect(blockedAddresses("http://localhost:3000/", "http://127.0.0.1:4020")).toBeUndefined();
});

/** Why a postback is refused before any connection is made. */
function refusal(postbacks: PostbackTargets, url: string) {
  return blockedByEgressPolicy(url, readOptions({ postbacks }).postbacks)?.problem;
}

test.each([
  ["Receiver.Example", "http://receiver.example/"],
  ["receiver.example", "https://RECEIVER.example:8443/postbacks"],
  ["my_receiver", "http://my_receiver:3000/"],
  ["10.0.0.5", "http://10.0.0.5/"],
  ["[FD00::5]", "http://[fd00:0::5]:3000/"],
  ["Bücher.example", "http://xn--bcher-kva.example/"],
])("the list with %s allows %s, which no other does", (host, url) => {
  const { hostname } = new URL(url);
  expect(refusal("loopback", url)).toBe(notHere(hostname));
  expect(refusal([], url)).toBe(notListed(hostname));
  expect(refusal(["shop.example", host], url)).toBeUndefined();
});

test.each([
  ...["receiver.example.", "my.receiver.example", "receiver.example.shop", "xreceiver.example"],
])("the list with receiver.example does not allow %s, but this machine", (host) => {
  expect(refusal(["receiver.example"], `http://${host}/`)).toBe(notListed(host));
  expect(refusal(["receiver.example"], "http://localhost:3000/")).toBeUndefined();
});

test("any address is one by http or https, without a user", () => {
  expect(refusal("any", "http://169.254.169.254:3000/")).toBeUndefined();
  expect(refusal("any", "file://receiver.example/etc/hostname")).toBe(NOT_HTTP);
  expect(refusal("any", "http://user:pass@receiver.example/")).toBe(WITH_USER);
});

test("a refused postback shows no key that is in its host name", () => {
  const key = `sandbox_private_${"4e1f".repeat(8)}`;
  const problem = refusal("loopback", `http://${key}.example/`);
  expect(problem).toMatch(/^Postbacks may only go to this machine\. /);
  expect(problem).not.toContain(key);
});
