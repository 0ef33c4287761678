import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Person } from "../../src/cli/define-command.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { httpMethodOf } from "../../src/contract/operations.ts";
import { readAssumptionChecks, readContract } from "../../src/contract/read-bundled-contract.ts";
import { planRequests } from "../../src/verify/plan/plan-requests.ts";
import { EFFECTS } from "../../src/verify/plan/write-effects.ts";
import type { Report } from "../../src/verify/report/report.ts";
import { begin, fromSource, runHere } from "../run-command-line.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { answering, type FakeService, rewriting } from "./fake-service.ts";
import { answers, verify } from "./run-verify.ts";

/** The resources of the contract's examples. */
const RESOURCES = [
  ["--customer", "2c7be0d4-81f6-4a39-b5c8-e90d3a6f1b72"],
  ["--subscription", "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274"],
  ["--subaccount", "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846"],
].flat();

async function tokenOf({ url, keys }: FakeService): Promise<string> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(keys);
  const response = await fetch(`${url}/auth`, { method: "POST", headers, body });
  return (await response.json()).data.access_token;
}

const planned = planRequests({
  contract: Cursor.root(readContract()),
  checks: readAssumptionChecks(),
  write: true,
});

describe("a run that only reads", () => {
  test("says what it sends, sends that, and ends with the counts", async () => {
    const service = await rewriting();
    const listeners = process.listenerCount("SIGINT");
    const { status, stdout, stderr } = await verify(service, ["--rate", "1000"]);
    expect([status, process.listenerCount("SIGINT")]).toEqual([0, listeners]);
    const [announced = "", ...more] = stderr.trim().split("\n");
    expect(more).toEqual([]);
    expect(announced).toMatch(/^It sends at most 129 GET requests to 127\.0\.0\.1:\d+, after one/);
    expect(service.requests.filter((each) => !each.startsWith("GET "))).toEqual(["POST /auth"]);
    expect(service.requests.length - 1).toBeLessThanOrEqual(129);
    expect(stdout).toMatch(/\n\d+ held, 0 contradicted, \d+ not reached, in \d+ requests\.\n$/);
  });

  test("shows what is contradicted with its evidence, and fails with status 1", async () => {
    const service = await rewriting((body) => body.replaceAll('"complement":', '"complemento":'));
    const html = join(newFolder(), "report.html");
    const { status, stdout, stderr } = await verify(service, ["--html", html]);
    expect([status, stderr.split("\n").at(-2)]).toEqual([
      1,
      expect.stringMatching(/^centavo: \d assumptions? (is|are) contradicted$/),
    ]);
    expect(stdout).toContain(`
  Customers: \`address.complement\` is missing
    First seen at /data/1/address/complement, in the response (200) to GET /customers, the first page
    The specification does not say which fields are always present or optional. The contract assumes that the required ones are always present.
    In the contract: /components/schemas/CustomerAddress
`);
    expect(stdout).toMatch(
      /: a field that the contract does not have: a string\n.*\n {4}In the contract: \/components\/schemas\/Customer\/properties\/address\n/,
    );
    expect(readFileSync(html, "utf8").match(/<code>address.complement<\/code> is/g)).toHaveLength(
      1,
    );
  });

  test("prints one JSON document", async () => {
    const { stdout } = await verify(await rewriting(), ["--json"]);
    const { counts, assumptions, requests, made } = JSON.parse(stdout) as Report;
    expect(assumptions).toHaveLength(counts.held + counts.contradicted + counts.notReached);
    expect([counts.contradicted, made]).toEqual([0, []]);
    expect(requests).toBeGreaterThan(50);
  });
});

describe("a run with --write", () => {
  test("sends what it announces and no more, and lists all that it made", async () => {
    const service = await rewriting();
    const { status, stdout, stderr } = await verify(service, ["--write", "--json", ...RESOURCES]);
    expect(status).toBe(0);
    const announced = [...stderr.matchAll(/^ {2}([A-Z]+) (\/\S*) {2}(\d+)$/gm)];
    const total = announced.reduce((sum, [, , , count]) => sum + Number(count), 0);
    const first = planned.filter(({ again }) => again === undefined);
    expect(total).toBe(first.length);
    expect(stderr).toContain(`${planned.length - first.length} more requests would repeat some`);
    expect(stderr).toContain("/reactivate  1\n      with ids that do not exist\n");
    const patterns = announced.map(
      ([, method, path]) => new RegExp(`^${method} ${path?.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    );
    const foreign = service.requests.filter((each) => !patterns.some((one) => one.test(each)));
    expect(foreign).toEqual([]);
    const { made } = JSON.parse(stdout) as Report;
    const isOf = (path: string) => made.filter(({ request }) => request === path).length;
    expect(isOf("POST /payments")).toBeGreaterThan(5);
    expect(isOf("POST /subscriptions/add_split")).toBeGreaterThan(0);
    expect(service.requests).toContain(`PUT /customers/${RESOURCES[1]}`);
    expect(made.find(({ request }) => request === "POST /subaccounts/pf")?.state).toBe("removed");
  });

  test("knows the effect of each request that should be accepted", () => {
    const writes = planned.filter(({ operation }) => httpMethodOf(operation) !== "GET");
    const makes = writes.filter(({ expect: expected }) => expected?.outcome === "accepted");
    expect(new Set(makes.map(({ operation }) => operation.id))).toEqual(
      new Set(Object.keys(EFFECTS)),
    );
  });

  test.each(["n", "", "127.0.0.1"])("sends nothing after the answer %j", async (answer) => {
    const service = await rewriting();
    const person = answers(answer);
    const { status, stderr } = await verify(service, ["--write"], person);
    expect([status, person.asked, service.requests]).toEqual([2, ["Send them? [y/N] "], []]);
    expect(stderr).toMatch(/\ncentavo: nothing was sent\n$/);
  });

  test("beyond this machine, only the typed name of the host lets it send", async () => {
    const there = { url: "https://pay.invalid:8443", env: { CENTAVO_TOKEN: "any" } };
    const end = async (person?: Person) =>
      (await verify(there, ["--write"], person)).stderr.split("\n").at(-2);
    expect(await end()).toBe(
      "centavo: --write needs a terminal, where you type the host of the service",
    );
    for (const answer of ["y", "pay", "https://pay.invalid", "pay.invalid.", ""])
      expect(await end(answers(answer))).toBe("centavo: nothing was sent");
    const { stderr } = await verify(there);
    expect(stderr).toMatch(/^It sends at most 129 GET requests to pay\.invalid:8443, at most 2 a/);
    expect(await end(answers("pay.invalid"))).toMatch(/pay\.invalid:8443 does not answer/);
  });
});

describe("what is no such service gets at most the request for a token:", () => {
  const AUTH = ["POST /auth"];
  const refuse = { data: { message: "Não", returnCode: -1001, statusCode: 401 } };

  test.each<[string, (other: string) => Parameters<typeof answering>[0], RegExp]>([
    [
      "one that refuses the keys",
      () => (_, response) => response.writeHead(401).end(JSON.stringify(refuse)),
      /^the service refuses the keys \(401\)$/,
    ],
    [
      "a page",
      () => (_, response) => response.end("<!doctype html><p>Hello</p>"),
      /^the response \(200\) is not the service's; is this its address\?$/,
    ],
    [
      "another interface",
      () => (_, response) => response.writeHead(404).end('{"error":"no such route"}'),
      /^the response \(404\) is not the service's; is this its address\?$/,
    ],
    [
      "one that redirects, whose target gets nothing",
      (other) => (_, response) => response.writeHead(307, { location: `${other}/auth` }).end(),
      /^127\.0\.0\.1:\d+ redirects \(307\), and keys are never sent to another address; /,
    ],
    [
      "one that hangs up",
      () => (request) => request.socket.destroy(),
      /^127\.0\.0\.1:\d+ does not answer: /,
    ],
  ])("%s", async (_name, respond, line) => {
    const other = await answering((_, response) => response.end("{}"));
    const service = await answering(respond(other.url));
    const { status, stdout, stderr } = await verify(service);
    expect([status, stdout, service.requests, other.requests]).toEqual([2, "", AUTH, []]);
    const [, problem = "", end] = stderr.split("\n");
    expect([problem.slice("centavo: ".length), end]).toEqual([expect.stringMatching(line), ""]);
  });

  test("a token that no header can have is not shown", async () => {
    const service = await answering((_, response) => response.end("{}"));
    const env = { CENTAVO_TOKEN: "secret\nof two lines" };
    const { status, stderr } = await verify({ ...service, env });
    expect([status, service.requests]).toEqual([2, []]);
    expect(stderr).not.toContain("secret");
  });

  test("with a token instead of keys, at most the first request", async () => {
    const env = { CENTAVO_TOKEN: "any" };
    for (const body of [JSON.stringify(refuse), "<p>Hello</p>"]) {
      const service = await answering((_, response) => response.writeHead(401).end(body));
      expect(await verify({ ...service, env })).toMatchObject({ status: 2, stdout: "" });
      expect(service.requests).toEqual(["GET /payments"]);
    }
  });

  const openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].find(existsSync) ?? "";
  if (!openssl) console.warn("Skipped: without openssl there is no certificate to refuse.");
  test.skipIf(!openssl)("one with a certificate that nobody knows", async () => {
    const folder = newFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const make = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=127.0.0.1 -keyout ${key} -out ${cert}`;
    execFileSync(openssl, make.split(" "), { stdio: "ignore" });
    const tls = { key: readFileSync(key), cert: readFileSync(cert) };
    const service = await answering((_, response) => response.end("{}"), tls);
    const { status, stderr } = await verify(service);
    expect([status, service.requests]).toEqual([2, []]);
    expect(stderr).toMatch(
      /\ncentavo: 127\.0\.0\.1:\d+ does not answer: DEPTH_ZERO_SELF_SIGNED_CERT\n$/,
    );
  });
});

describe("recorded traffic", () => {
  test("is checked without a request, if the address of the service is known", async () => {
    const file = join(newFolder(), "traffic.har");
    const entry = (host: string) => ({
      request: { method: "GET", url: `https://${host}/v1/payments?limit=1`, headers: [] },
      response: {
        status: 200,
        content: { text: JSON.stringify(PAGE), mimeType: "application/json" },
      },
    });
    writeFileSync(
      file,
      JSON.stringify({ log: { entries: [entry("a.example"), entry("b.example")] } }),
    );
    const without = await runHere(["verify", "--har", file]);
    expect([without.status, without.stderr]).toEqual([
      2,
      `centavo: ${file}: a HAR needs --url too: the address of the service that it calls\n`,
    ]);
    const address = ["--url", "https://b.example/v1"];
    const { status, stdout } = await runHere(["verify", "--har", file, ...address, "--json"]);
    const { requests, counts, source } = JSON.parse(stdout) as Report;
    expect([status, requests, source]).toEqual([1, 1, "b.example in traffic.har"]);
    expect(counts.contradicted).toBeGreaterThan(0);
  });

  test("that is cut off is one line, with status 2", async () => {
    const file = join(newFolder(), "traffic.har");
    writeFileSync(file, '{"log":{"entries":[{"request":');
    const { status, stdout, stderr } = await runHere(["verify", "--har", file]);
    expect([status, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
  });
});

/** A page of payments that lacks required fields. */
const PAGE = { data: [{ paymentMethod: "pix" }], meta: { total: 1 }, message: null };

describe("Ctrl-C", () => {
  test.each([
    {
      during: "/payments",
      left: ["POST /subaccounts/pf", "POST /subaccounts/pj", "POST /payments"],
    },
    // With a token, nothing came before it.
    { during: "/subaccounts/pf", withToken: true, left: ["POST /subaccounts/pf"] },
  ])("ends it after $during, and the report lists $left", async ({ during, withToken, left }) => {
    let interrupt = async () => {};
    const service = await rewriting(async (body, path) => {
      // The list of what was made before has the same path.
      if (path === during && body.startsWith('{"data":{')) await interrupt();
      return body;
    });
    const args = ["verify", "--write", "--json", "--url", service.url];
    const env = withToken ? { CENTAVO_TOKEN: await tokenOf(service) } : service.env;
    const { child, printed, ended } = begin([...fromSource, ...args], { env });
    interrupt = async () => {
      child.kill("SIGINT");
      await expect
        .poll(() => printed.stderr, { timeout: 20_000 })
        .toContain("It ends after the request");
    };
    const { status, stdout, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toContain("It ends after the request that it has sent.");
    expect(stderr).toMatch(/\ncentavo: it ended early: it was interrupted\n$/);
    const { made, stopped } = JSON.parse(stdout) as Report;
    expect(stopped).toBe("it was interrupted");
    expect(made.map(({ request, state }) => [request, state])).toEqual(
      left.map((request) => [request, request === "POST /payments" ? "SUCCEEDED" : "left"]),
    );
    expect(made.every(({ id }) => /^[\da-f-]{36}$/.test(id))).toBe(true);
  });

  test("twice, ends it at once", async () => {
    const { url, env, requests } = await answering(() => {});
    const { child, printed, ended } = begin([...fromSource, "verify", "--url", url], { env });
    await expect.poll(() => requests, { timeout: 20_000 }).toEqual(["POST /auth"]);
    child.kill("SIGINT");
    await expect.poll(() => printed.stderr).toContain("It ends after the request");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ status: 130, stdout: "" });
  });
});
