import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { readOptions } from "../../../src/sandbox/options.ts";
import {
  blockedAddresses,
  blockedByEgressPolicy,
} from "../../../src/sandbox/postbacks/egress-policy.ts";
import { openSandbox, openShop, Shop, START } from "../company-fixture.ts";
import { receive } from "../receiver.ts";
import { deliverDue, firstPostback, payWithPostback, postbacksOf } from "./postback-fixtures.ts";

const notHere = (host: string) =>
  `Postbacks may only go to this machine. Run the sandbox with --postbacks ${host} to allow this host.`;
const notListed = (host: string) =>
  `Postbacks may only go to this machine and the hosts in the list of --postbacks. Add ${host} to the list to allow this host.`;
const ALLOW_ANY = "To allow any address, run the sandbox with --postbacks any.";
const NOT_HTTP = "The postback URL must be http or https.";
const WITH_USER = "The postback URL must not contain a user name or password.";
const NO_ADDRESS = "The postback URL is invalid.";
const ITSELF = "The sandbox does not send postbacks to itself.";

// Most of the blocked addresses would reach the receiver, so that a missing check shows.
const blocked: [address: (port: string) => string, problem: string][] = [
  [(port) => `http://0.0.0.0:${port}/`, notHere("0.0.0.0")],
  [(port) => `http://0:${port}/`, notHere("0.0.0.0")],
  [(port) => `http://[::]:${port}/`, notHere("[::]")],
  [(port) => `http://[::ffff:127.0.0.1]:${port}/`, notHere("[::ffff:7f00:1]")],
  [(port) => `http://localhost.:${port}/`, notHere("localhost.")],
  [(port) => `http://127.0.0.1.example:${port}/`, notHere("127.0.0.1.example")],
  [(port) => `http://localhost.example:${port}/`, notHere("localhost.example")],
  [(port) => `http://128.0.0.1:${port}/`, notHere("128.0.0.1")],
  [() => "https://Shop.example/postbacks?a=b#c", notHere("shop.example")],
  [() => "http://169.254.169.254/latest/meta-data/", notHere("169.254.169.254")],
  [(port) => `http://127.0.0.1@shop.example:${port}/`, WITH_USER],
  [(port) => `http://user:pass@127.0.0.1:${port}/`, WITH_USER],
  [() => "file:///etc/hostname", NOT_HTTP],
  [() => "file://127.0.0.1/etc/hostname", NOT_HTTP],
  [(port) => `ftp://127.0.0.1:${port}/`, NOT_HTTP],
  [() => "data:text/plain,ok", NOT_HTTP],
  [() => "mailto:shop@shop.example", NOT_HTTP],
  [() => "urn:uuid:00000000-0000-4000-8000-000000000000", NOT_HTTP],
  [() => "http://127.0.0.1:99999/", NO_ADDRESS],
  [() => "http://256.256.256.256/", NO_ADDRESS],
];

test.each(blocked.map(([address, problem]) => [address("1"), address, problem] as const))(
  "%s is not called, and the attempt says why",
  async (_, address, problem) => {
    const receiver = await receive();
    const shop = await openShop();
    await payWithPostback(shop, address(new URL(receiver.url).port));
    // A blocked postback delays no other.
    await payWithPostback(shop, receiver.url, "billet");
    await deliverDue(shop);
    const [postback] = await postbacksOf(shop);
    expect(postback).toMatchObject({
      status: "PENDING",
      attempts: [{ status: null, answer: null, problem }],
    });
    expect(receiver.deliveries).toMatchObject([{ body: { data: { paymentMethod: "billet" } } }]);
  },
);

test.each([
  ...["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "017700000001"],
  ...["127.0.0.1", "127.0.0.1."],
])("a loopback receiver is called at %s", async (host) => {
  const receiver = await receive();
  const shop = await openShop();
  await payWithPostback(shop, `http://${host}:${new URL(receiver.url).port}/`);
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(1);
});

/** Why a postback to the sandbox itself fails, at an address that would create a company. */
async function problemAtItself(host: string, options: SandboxOptions) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const sandbox = await startSandbox({ clock: START, log, ...options });
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  const { port } = new URL(sandbox.url);
  await payWithPostback(shop, `http://${host}:${port}/_sandbox/companies`);
  await deliverDue(shop);
  const [postback] = await postbacksOf(shop);
  expect(lines.filter((line) => line.includes("/_sandbox/companies"))).toEqual([]);
  expect(postback).toMatchObject({ status: "PENDING", attempts: [{ status: null }] });
  return postback?.attempts[0]?.problem;
}

test.each([
  ...["localhost", "LOCALHOST", "127.1", "2130706433", "0x7f000001", "017700000001"],
  ...["127.0.0.1", "127.0.0.1.", "127.9.9.9", "[::1]", "[0:0::0:1]"],
])("the sandbox does not call itself at %s", async (host) => {
  expect(await problemAtItself(host, {})).toBe(ITSELF);
});

const interfaces = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
test.each([
  ...["127.0.0.1", "localhost", "0.0.0.0", "0", "[::]", "[::ffff:127.0.0.1]", "[::ffff:0:0]"],
  ...interfaces.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
])("the sandbox does not call itself at %s, even if postbacks may go there", async (host) => {
  for (const postbacks of ["any", [host]] as const) {
    const reachable = { host: "0.0.0.0", controlToken: "any", postbacks };
    expect(await problemAtItself(host, reachable)).toBe(ITSELF);
  }
});

test.each(["\r\n", "\n", "\r", "%0d%0a", "%0D%0A%20", "%250d%250a", "\u560d\u560a", "\t"])(
  "a line break %j in an address adds no header to the postback",
  async (lineBreak) => {
    const { url, deliveries } = await receive();
    const shop = await openSandbox();
    const more = `${lineBreak}x-injected:1`;
    for (const address of [`${url}/a${more}`, `${url}/?a=${more}`, `${url}/#${more}`]) {
      await payWithPostback(shop, address).catch(() => {});
    }
    await deliverDue(shop);
    expect(deliveries.filter(({ headers }) => "x-injected" in headers)).toEqual([]);
  },
);

test("a postback through a proxy in front of the sandbox does not reach the control interface", async () => {
  let port = 0;
  const proxy = createTcpServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1").on("error", () => incoming.destroy());
    incoming.on("error", () => outgoing.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const publicUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  const shop = await openSandbox({ publicUrl });
  port = Number(new URL(shop.url).port);
  await payWithPostback(shop, `${publicUrl}/_sandbox/companies`);
  await deliverDue(shop);
  const [postback] = await postbacksOf(shop);
  expect(postback).toMatchObject({ status: "PENDING", attempts: [{ status: 403 }] });
});

test("a postback to another sandbox cannot create a company there", async () => {
  const other = await startSandbox();
  onTestFinished(other.close);
  const shop = await openShop();
  await payWithPostback(shop, `${other.url}/_sandbox/companies`);
  await deliverDue(shop);
  expect(await firstPostback(shop)).toMatchObject({
    status: "PENDING",
    attempts: [{ status: 403 }],
  });
});

test("an address without a port has the default port of its protocol", () => {
  expect(blockedAddresses("http://localhost/", "http://127.0.0.1:80")).toBeDefined();
  expect(blockedAddresses("https://localhost/", "http://127.0.0.1:443")).toBeDefined();
  expect(blockedAddresses("https://localhost/", "http://127.0.0.1:80")).toBeUndefined();
  expect(blockedAddresses("http://localhost:3000/", "http://127.0.0.1:4020")).toBeUndefined();
});

test("postbacks: any allows the address of any machine, but only http and https", async () => {
  const receiver = await receive();
  const { port } = new URL(receiver.url);
  const shop = await openSandbox({ postbacks: "any" });
  await payWithPostback(shop, `http://0.0.0.0:${port}/`);
  await payWithPostback(shop, "data:text/plain,ok");
  await payWithPostback(shop, `http://user:pass@127.0.0.1:${port}/`);
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(1);
  const all = (await postbacksOf(shop)).map(({ attempts }) => attempts[0]?.problem);
  expect(all).toEqual([null, NOT_HTTP, WITH_USER]);
});

test("postbacks: a list allows its hosts and this machine, and a refused postback says what to add", async () => {
  const receiver = await receive();
  const { port } = new URL(receiver.url);
  const shop = await openSandbox({ postbacks: ["receiver.example", "0"] });
  await payWithPostback(shop, `http://0.0.0.0:${port}/`);
  await payWithPostback(shop, receiver.url);
  await payWithPostback(shop, `http://[::ffff:127.0.0.1]:${port}/token`);
  await payWithPostback(shop, "file://receiver.example/etc/hostname");
  await payWithPostback(shop, `http://user:pass@0.0.0.0:${port}/`);
  await deliverDue(shop);
  expect(receiver.deliveries).toHaveLength(2);
  const all = (await postbacksOf(shop)).map(({ attempts }) => attempts[0]?.problem);
  expect(all).toEqual([null, null, notListed("[::ffff:7f00:1]"), NOT_HTTP, WITH_USER]);
});

/** Why a postback is refused before any connection is made. */
function refusal(postbacks: SandboxOptions["postbacks"] = "loopback", url: string) {
  return blockedByEgressPolicy(url, readOptions({ postbacks }).postbacks)?.problem;
}

test.each([
  ["Receiver.Example", "http://receiver.example/"],
  ["receiver.example", "https://RECEIVER.example:8443/postbacks"],
  ["my_receiver", "http://my_receiver:3000/"],
  ["10.0.0.5", "http://10.0.0.5/"],
  ["[FD00::5]", "http://[fd00:0::5]:3000/"],
  ["Bücher.example", "http://xn--bcher-kva.example/"],
])("the list with %s allows %s", (host, url) => {
  expect(refusal(undefined, url)).toBe(notHere(new URL(url).hostname));
  expect(refusal(["shop.example", host], url)).toBeUndefined();
});

test.each([
  "receiver.example.",
  "my.receiver.example",
  "receiver.example.shop",
  "example",
  "receiver",
  "xreceiver.example",
])("the list with receiver.example does not allow %s", (host) => {
  expect(refusal(["receiver.example"], `http://${host}/`)).toBe(notListed(host));
});

test("an empty list allows this machine only", () => {
  expect(refusal([], "http://localhost:3000/")).toBeUndefined();
  expect(refusal([], "http://receiver.example/")).toBe(notListed("receiver.example"));
});

test.each([...["loopback", "any", "*.example", "a,b"], `${"long.".repeat(60)}example`])(
  "a refused postback does not advise to list %s, which no list can have",
  (host) => {
    expect(refusal("loopback", `http://${host}/`)).toMatch(new RegExp(`machine\\. ${ALLOW_ANY}$`));
    expect(refusal(["shop.example"], `http://${host}/`)).toMatch(
      new RegExp(`list of --postbacks\\. ${ALLOW_ANY}$`),
    );
  },
);

test("a refused postback shows no key that is in its host name", () => {
  const key = `sandbox_private_${"4e1f".repeat(8)}`;
  const problem = refusal("loopback", `http://${key}.example/`);
  expect(problem).toMatch(/^Postbacks may only go to this machine\. /);
  expect(problem).not.toContain(key);
});
