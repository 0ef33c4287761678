import { type IncomingMessage, request } from "node:http";
import { networkInterfaces } from "node:os";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { NOBODY, openShop, Shop, START } from "../company-fixture.ts";
import { body } from "../contract-examples.ts";

const SESSION = "/_sandbox/inspector/session";
const COMPANIES = "/_sandbox/inspector/companies";
const SETTINGS = "/_sandbox/inspector/settings";
const PAGE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** The first address by which other machines reach this one. A machine without a network has none. */
const networkAddresses = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === "IPv4")
  .map(({ address }) => address)
  .slice(0, 1);

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request with any headers, such as `Host` and `Cookie`, which `fetch` does not let one set. */
function send(
  url: string,
  { method = "GET", headers = {}, body = "" }: Record<string, unknown> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers } as object, async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, text: await text(response).catch(() => "") });
    })
      .on("error", reject)
      .end(body);
  });
}

async function newSandbox(
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; shop: Shop; code: string }> {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  const [, code = ""] = sandbox.inspectorUrl.split("#code=");
  return { sandbox, shop: new Shop(sandbox.url, sandbox), code };
}

function open(url: string, given: object): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return send(url + SESSION, { method: "POST", headers, body: JSON.stringify(given) });
}

/** Creates a PIX payment without the client, which calls another machine by https only. */
async function createPix({ url, publicKey, privateKey }: Sandbox, postbackUrl: string) {
  const post = (path: string, json: object, headers = {}) =>
    send(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(json),
    });
  const { text } = await post("/auth", { publicKey, privateKey });
  const authorization = `Bearer ${JSON.parse(text).data.access_token}`;
  const pix = body("payments.create", "pix", { billingData: { postbackUrl } });
  expect((await post("/payments", pix, { authorization })).status).toBe(200);
}

/** The `Cookie` header of a session, as a browser would send it. */
async function cookieFor(url: string, given: object): Promise<string> {
  const answer = await open(url, given);
  expect(answer.status).toBe(200);
  return cookieIn(answer);
}

/** The cookie that a browser keeps of an answer. */
function cookieIn({ headers }: Answer): string {
  return `${headers["set-cookie"]}`.split(";")[0] as string;
}

/** The id of the company that the page creates in a session, and the answer. */
async function createCompany(url: string, session: Record<string, string>) {
  const headers = { ...session, "content-type": "application/json" };
  const answer = await send(`${url}/_sandbox/companies`, { method: "POST", headers, body: "{}" });
  expect(answer.status).toBe(200);
  return { answer, id: JSON.parse(answer.text).data.companyId as string };
}

async function signOut(url: string, cookie: string): Promise<void> {
  const { status } = await send(url + SESSION, { method: "DELETE", headers: { cookie } });
  expect(status).toBe(200);
}

/** A stream of events, with what it has sent so far. */
async function openStream(url: string, headers: Record<string, string>) {
  let [text, hasEnded] = ["", false];
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const stream = request(`${url}/_sandbox/events`, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    onTestFinished(() => void stream.destroy());
    stream.on("response", resolve).on("error", reject).end();
  });
  expect(response.statusCode).toBe(200);
  response.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  response.on("close", () => {
    hasEnded = true;
  });
  return { text: () => text, hasEnded: () => hasEnded };
}

/** The status with which a session uses a company. */
async function statusIn(url: string, cookie: string, companyId = ""): Promise<number | undefined> {
  const headers = { cookie, "x-sandbox-company": companyId };
  return (await send(`${url}/payments`, { headers })).status;
}

async function companiesOf(url: string, cookie: string): Promise<string[]> {
  const { text } = await send(url + COMPANIES, { headers: { cookie } });
  return JSON.parse(text).data.map(({ id }: { id: string }) => id);
}

/** A sandbox with a session for all of its companies, and how the page calls it. */
async function openInspector(options?: SandboxOptions) {
  const { sandbox, shop, code } = await newSandbox(options);
  const cookie = await cookieFor(sandbox.url, { code });
  const [companyId = ""] = await companiesOf(sandbox.url, cookie);
  const session = { cookie, "x-sandbox-company": companyId };
  return { sandbox, shop, code, cookie, companyId, session };
}

describe("the page", () => {
  test("a browser gets it at /, and everything else a 404 in JSON", async () => {
    const { url } = await openShop();
    const page = await send(`${url}/`, { headers: PAGE });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining("<!doctype html>") });
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
      const other = await send(`${url}/`, { headers });
      expect(other).toMatchObject({ status: 404, text: expect.stringMatching(/^\{"data"/) });
    }
    expect((await send(`${url}/`, { method: "POST", headers: PAGE })).status).toBe(404);
    expect((await send(`${url}/payments`, { headers: PAGE })).status).toBe(401);
  });

  test("it may run nothing but its own script, reach nothing else, and stand in no frame", async () => {
    const { url } = await openShop();
    const { headers } = await send(`${url}/`, { headers: PAGE });
    const policy = `${headers["content-security-policy"]}`.split("; ");
    expect(policy).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test("it is at most 100 kB, compressed", async () => {
    const { url } = await openShop();
    const { text } = await send(`${url}/`, { headers: PAGE });
    expect(gzipSync(text).length).toBeLessThanOrEqual(100_000);
  });
});

describe("other sites", () => {
  const paths = [
    "/",
    SESSION,
    COMPANIES,
    SETTINGS,
    "/payments",
    "/auth",
    "/_sandbox/clock",
    "/unknown",
  ];

  test.each(paths)("are refused at %s", async (path) => {
    const { url } = await openShop();
    for (const headers of [{ host: "evil.example" }, { origin: "http://evil.example" }]) {
      const answer = await send(url + path, { headers: { ...PAGE, ...headers } });
      expect(answer).toMatchObject({ status: 403, text: expect.stringMatching(/^\{"data"/) });
    }
  });

  test("no answer lets another site read it", async () => {
    const { sandbox, session } = await openInspector();
    for (const path of paths) {
      const { headers } = await send(sandbox.url + path, { headers: session });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});

describe("the settings", () => {
  async function settingsOf({ url, inspectorUrl }: Sandbox) {
    const [, code = ""] = inspectorUrl.split("#code=");
    const { status, text } = await send(url + SETTINGS, {
      headers: { cookie: await cookieFor(url, { code }) },
    });
    return { status, body: JSON.parse(text) };
  }

  test.each([
    ["http://127.0.0.1:4000", "http://127.0.0.1:4000"],
    ["https://docs.example/centavo/", "https://docs.example/centavo"],
  ])(
    "they have the address of the docs, %s, without a slash at its end",
    async (given, docsUrl) => {
      const sandbox = await startSandbox({ docsUrl: given });
      onTestFinished(sandbox.close);
      expect(await settingsOf(sandbox)).toEqual({ status: 200, body: { data: { docsUrl } } });
    },
  );

  test("there is no address of the docs unless one is set", async () => {
    const { sandbox } = await newSandbox();
    expect(await settingsOf(sandbox)).toEqual({ status: 200, body: { data: { docsUrl: null } } });
  });

  test("only a session reads them", async () => {
    const { sandbox, shop } = await newSandbox();
    const bearer = { authorization: `Bearer ${await shop.token()}` };
    for (const headers of [{}, bearer, { cookie: "centavo_000000000000=x" }]) {
      const { status } = await send(sandbox.url + SETTINGS, { headers });
      expect(status).toBe(401);
    }
  });
});

describe("a session", () => {
  test("its cookie is out of reach for scripts and other sites", async () => {
    const { sandbox, code } = await newSandbox();
    const { headers } = await open(sandbox.url, { code });
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^centavo_[\da-f]{12}=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/,
      ),
    ]);
  });

  test("a code opens one", async () => {
    const { sandbox, code } = await newSandbox();
    expect((await open(sandbox.url, { code })).status).toBe(200);
    const second = await open(sandbox.url, { code });
    expect(second).toMatchObject({ status: 401, text: expect.stringContaining("used before") });
    expect(second.headers["set-cookie"]).toBeUndefined();
  });

  test.each([{ code: "guessed" }, { publicKey: "pk", privateKey: "sk" }])(
    "%j opens none",
    async (given) => {
      const { sandbox } = await newSandbox();
      const { status, headers } = await open(sandbox.url, given);
      expect({ status, cookie: headers["set-cookie"] }).toEqual({ status: 401, cookie: undefined });
    },
  );

  test.each([{}, { code: 1 }, { publicKey: "pk" }, []])(
    "%j is no way to open one",
    async (given) => {
      const { url } = await openShop();
      expect((await open(url, given)).status).toBe(400);
    },
  );

  test("that of the code can use every company, with the service and the controls", async () => {
    const { sandbox, shop, session } = await openInspector();
    const { data } = await shop.control.companies.create({});
    const all = await companiesOf(sandbox.url, session.cookie);
    expect(all).toHaveLength(2);
    for (const id of all) {
      const headers = { ...session, "x-sandbox-company": id };
      expect((await send(`${sandbox.url}/payments`, { headers })).status).toBe(200);
      expect((await send(`${sandbox.url}/_sandbox/clock`, { headers })).status).toBe(200);
    }
    const keys = await Promise.all(
      all.map((id) => send(`${sandbox.url}${COMPANIES}/${id}/keys`, { headers: session })),
    );
    expect(keys.map(({ text }) => JSON.parse(text).data.publicKey)).toContain(data.publicKey);
  });

  test("no session reads keys of a company that does not exist", async () => {
    const { sandbox, cookie, companyId } = await openInspector();
    const keysOf = (id: string, headers = {}) =>
      send(`${sandbox.url}${COMPANIES}/${id}/keys`, { headers });
    expect((await keysOf(companyId, { cookie })).status).toBe(200);
    const missing = await keysOf(NOBODY, { cookie });
    expect(missing).toMatchObject({ status: 404, text: expect.not.stringContaining("sandbox_") });
    // Without a session, nobody learns which companies exist.
    for (const id of [companyId, NOBODY]) expect((await keysOf(id)).status).toBe(401);
  });

  test("that of one company cannot use another, nor read its keys", async () => {
    const { sandbox, shop, companyId } = await openInspector();
    const { data: keys } = await shop.control.companies.create({});
    const cookie = await cookieFor(sandbox.url, keys);
    const own = await companiesOf(sandbox.url, cookie);
    expect(own).toHaveLength(1);
    expect(own).not.toContain(companyId);
    const statuses = await Promise.all(
      [own[0], companyId].flatMap((id) => [
        send(`${sandbox.url}/payments`, { headers: { cookie, "x-sandbox-company": id } }),
        send(`${sandbox.url}${COMPANIES}/${id}/keys`, { headers: { cookie } }),
      ]),
    );
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
  });

  test("that of one company can use the companies that it creates, and reads their keys", async () => {
    const { sandbox, shop, companyId } = await openInspector();
    const { data: keys } = await shop.control.companies.create({});
    const before = await cookieFor(sandbox.url, keys);
    const [own = ""] = await companiesOf(sandbox.url, before);
    const first = await createCompany(sandbox.url, { cookie: before, "x-sandbox-company": own });
    const between = { cookie: cookieIn(first.answer), "x-sandbox-company": first.id };
    const second = await createCompany(sandbox.url, between);
    expect(second.answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/),
    ]);
    const cookie = cookieIn(second.answer);
    const usable = [own, first.id, second.id];
    expect(await companiesOf(sandbox.url, cookie)).toEqual(usable);
    for (const id of usable) {
      expect(await statusIn(sandbox.url, cookie, id)).toBe(200);
      const path = `${sandbox.url}${COMPANIES}/${id}/keys`;
      expect((await send(path, { headers: { cookie } })).status).toBe(200);
    }
    expect(await statusIn(sandbox.url, cookie, companyId)).toBe(401);
  });

  test("the cookie stays small enough for a browser, whatever it creates", async () => {
    const { sandbox } = await newSandbox();
    let cookie = await cookieFor(sandbox.url, sandbox);
    const [own = ""] = await companiesOf(sandbox.url, cookie);
    let latest = "";
    for (let count = 0; count < 80; count += 1) {
      const { answer, id } = await createCompany(sandbox.url, { cookie, "x-sandbox-company": own });
      cookie = cookieIn(answer);
      latest = id;
    }
    expect(cookie.length).toBeLessThan(4096);
    expect(await statusIn(sandbox.url, cookie, own)).toBe(200);
    expect(await statusIn(sandbox.url, cookie, latest)).toBe(200);
  });

  test("creating a company opens none, and changes none that may use every company", async () => {
    const { sandbox, cookie, session } = await openInspector();
    for (const headers of [{}, { cookie }, { ...session, cookie: "" }, session]) {
      const { answer } = await createCompany(sandbox.url, headers);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await companiesOf(sandbox.url, cookie)).toHaveLength(5);
  });

  test("the keys of the contract's example open one where a program may use them", async () => {
    const keys = body("auth.createToken", "keys");
    const { sandbox } = await newSandbox({ examples: true });
    expect(await companiesOf(sandbox.url, await cookieFor(sandbox.url, keys))).toHaveLength(1);
    expect((await open((await newSandbox()).sandbox.url, keys)).status).toBe(401);
  });

  test.each([
    { publicUrl: "https://pay.example/sandbox", isSecure: true },
    { publicUrl: "http://localhost:4020", isSecure: false },
  ])("under $publicUrl its cookie is for https: $isSecure", async ({ publicUrl, isSecure }) => {
    const { sandbox, code } = await newSandbox({ publicUrl, controlToken: "control" });
    expect(sandbox.inspectorUrl).toBe(`${publicUrl}/#code=${code}`);
    const { headers } = await open(sandbox.url, { code });
    expect(`${headers["set-cookie"]}`.includes("; Secure")).toBe(isSecure);
    const ended = await send(sandbox.url + SESSION, { method: "DELETE" });
    expect(`${ended.headers["set-cookie"]}`.includes("; Secure")).toBe(isSecure);
  });

  /** What a caller sends in place of the cookie and of the header that only the page sends. */
  type Sent = (session: Record<string, string>, shop: Shop) => object | Promise<object>;
  const claims = { sub: "*", iat: 0, exp: 9_999_999_999, jti: "0", use: "session" };
  const forge = (cookie = "") =>
    cookie.replace(/\..*\./, `.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`);
  const ownCookie = ({ url, keys }: Shop) => cookieFor(url, keys);
  const nameIn = ({ cookie = "" }: Record<string, string>) => cookie.split("=")[0];

  test.each<[string, Sent]>([
    ["the cookie alone", ({ cookie }) => ({ cookie })],
    ["the cookie of one company alone", async (_, shop) => ({ cookie: await ownCookie(shop) })],
    ["the header alone", (session) => ({ ...session, cookie: "" })],
    ["an unknown company", (session) => ({ ...session, "x-sandbox-company": NOBODY })],
    ["a path as company", (session) => ({ ...session, "x-sandbox-company": "../other" })],
    ["a forged cookie", (session) => ({ ...session, cookie: forge(session.cookie) })],
    ["an empty cookie", (session) => ({ ...session, cookie: `${nameIn(session)}=` })],
    [
      "a cookie that is no token",
      (session) => ({ ...session, cookie: `${nameIn(session)}=a.b.c` }),
    ],
    [
      "an access token as cookie",
      async (session, shop) => ({ ...session, cookie: `${nameIn(session)}=${await shop.token()}` }),
    ],
    [
      "the cookie as access token",
      async (_, shop) => ({ authorization: `Bearer ${(await ownCookie(shop)).split("=")[1]}` }),
    ],
    [
      "the cookie of another sandbox",
      async () => (await openInspector({ seed: "another" })).session,
    ],
  ])("%s authenticates nothing", async (_, sent) => {
    // A session ends by the time of this machine: a token must not be too old to open one.
    const { sandbox, shop, session } = await openInspector({ clock: new Date() });
    const headers = await sent(session, shop);
    for (const path of ["/payments", "/_sandbox/clock"])
      expect((await send(sandbox.url + path, { headers })).status).toBe(401);
    expect((await send(`${sandbox.url}/payments`, { headers: session })).status).toBe(200);
  });

  test("it ends after a day, and the page is told how to go on", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    const { sandbox, session } = await openInspector();
    vi.setSystemTime(Date.now() + 86_400_000 - 60_000);
    expect((await send(`${sandbox.url}/payments`, { headers: session })).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    const late = await send(`${sandbox.url}/payments`, { headers: session });
    expect(late).toMatchObject({ status: 401, text: expect.stringContaining("session has ended") });
  });

  test("it ends when the page asks for it: the cookie is cleared, and a copy of it refused", async () => {
    const { sandbox, companyId, cookie } = await openInspector();
    const { url } = sandbox;
    const other = await cookieFor(url, sandbox);
    const { answer, id } = await createCompany(url, {
      cookie: other,
      "x-sandbox-company": companyId,
    });
    const enlarged = cookieIn(answer);
    const ended = await send(url + SESSION, { method: "DELETE", headers: { cookie: enlarged } });
    expect(ended.status).toBe(200);
    expect(`${ended.headers["set-cookie"]}`).toMatch(/^centavo_\w+=; .*Max-Age=0$/);
    expect(await statusIn(url, enlarged, id)).toBe(401);
    // It was the cookie of the same session.
    expect(await statusIn(url, other, companyId)).toBe(401);
    expect(await statusIn(url, cookie, companyId)).toBe(200);
  });

  test.each([
    ["is signed out of", (url: string, cookie: string) => signOut(url, cookie)],
    ["expires", () => void vi.setSystemTime(Date.now() + 86_401_000)],
  ])("a stream of events ends with the session that %s, and no other does", async (_, end) => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    const { sandbox, shop, session } = await openInspector();
    const { url, control } = sandbox;
    const authorization = `Bearer ${await shop.token()}`;
    const [inspector, program] = [
      await openStream(url, session),
      await openStream(url, { authorization }),
    ];
    await control.clock.advance({ seconds: 1 });
    await expect.poll(() => inspector.text()).toContain("clock.advanced");
    await end(url, session.cookie);
    await control.receiver.set({ behavior: "fail" });
    await expect.poll(() => program.text()).toContain("receiver.set");
    await expect.poll(() => inspector.hasEnded(), { timeout: 3_000 }).toBe(true);
    expect(inspector.text()).not.toContain("receiver.set");
    expect(program.hasEnded()).toBe(false);
  });

  test("without one there is nothing to end, but a cookie to clear", async () => {
    const { url } = await openShop();
    const { headers } = await send(url + SESSION, { method: "DELETE" });
    expect(`${headers["set-cookie"]}`).toMatch(/^centavo_\w+=; .*Max-Age=0$/);
  });
});

describe("what the inspector reads", () => {
  test("is not in the timeline, but what it writes is", async () => {
    const { sandbox, shop, session } = await openInspector();
    for (const path of ["/payments", "/_sandbox/clock", "/_sandbox/balance"])
      await send(sandbox.url + path, { headers: session });
    const headers = { ...session, "content-type": "application/json" };
    const body = JSON.stringify({ behavior: "fail" });
    await send(`${sandbox.url}/_sandbox/receiver`, { method: "PUT", headers, body });
    const { data } = await shop.control.requests.list();
    expect(data.map(({ operationId }) => operationId)).toEqual(["receiver.set"]);
  });

  test("no fault affects or is used up, but they affect what it writes", async () => {
    const { sandbox, shop, session } = await openInspector();
    await shop.control.faults.set({ faults: [{ status: 503, times: 1 }] });
    expect((await send(`${sandbox.url}/payments`, { headers: session })).status).toBe(200);
    expect((await shop.control.faults.get()).data.faults).toHaveLength(1);
    const headers = { ...session, "content-type": "application/json" };
    const json = JSON.stringify(body("payments.create", "pix"));
    const write = { method: "POST", headers, body: json };
    expect((await send(`${sandbox.url}/payments`, write)).status).toBe(503);
    expect((await shop.control.faults.get()).data.faults).toEqual([]);
  });
});

describe("the built-in receiver", () => {
  const post = (url: string) => send(url, { method: "POST", body: "{}" });

  test.each([
    { behavior: "accept", status: 200 },
    { behavior: "fail", status: 500 },
  ] as const)("set to $behavior answers $status", async ({ behavior, status }) => {
    const shop = await openShop();
    const { url } = (await shop.control.receiver.set({ behavior })).data;
    expect((await post(url)).status).toBe(status);
  });

  test("set to reset cuts the connection", async () => {
    const shop = await openShop();
    const { url } = (await shop.control.receiver.set({ behavior: "reset" })).data;
    await expect(post(url)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  const addresses = [
    { at: "a public URL", publicUrl: "https://pay.example/sandbox", host: "127.0.0.1" },
    { at: "all addresses", publicUrl: undefined, host: "0.0.0.0" },
    ...networkAddresses.map((host) => ({ at: "the network", publicUrl: undefined, host })),
  ];

  test.each(addresses)("of a sandbox at $at gets its postbacks", async ({ publicUrl, host }) => {
    const options = { host, controlToken: "control", ...(publicUrl && { publicUrl }) };
    const sandbox = await startSandbox({ clock: START, ...options });
    onTestFinished(sandbox.close);
    const { control } = sandbox;
    const { url } = (await control.receiver.get()).data;
    expect(url).toMatch(`${publicUrl ?? sandbox.url}/_sandbox/receiver/`);
    await createPix(sandbox, url);
    await control.clock.advance({ seconds: 1 });
    const [postback] = (await control.postbacks.list()).data;
    expect(postback?.attempts).toMatchObject([{ status: 200, problem: null }]);
  });

  test("takes the postbacks of its company, but no other's", async () => {
    const shop = await openShop();
    const other = await openShop();
    const postbackUrl = (await shop.control.receiver.get()).data.url;
    for (const sender of [shop, other]) {
      const { id } = await sender.pay("pix", { billingData: { postbackUrl } });
      await sender.decide(id, "PAID");
      await sender.control.clock.advance({ seconds: 1 });
    }
    const attemptsOf = async ({ control }: Shop) =>
      (await control.postbacks.list()).data.map(({ attempts }) => attempts[0]?.status);
    expect(new Set(await attemptsOf(shop))).toEqual(new Set([200]));
    expect(await attemptsOf(other)).not.toContain(200);
  });

  test("of an unknown company does not exist", async () => {
    const shop = await openShop();
    expect((await post(`${shop.url}/_sandbox/receiver/${NOBODY}`)).status).toBe(404);
  });

  test("takes POST alone", async () => {
    const shop = await openShop();
    const { url } = (await shop.control.receiver.get()).data;
    expect(await send(url)).toMatchObject({ status: 405, headers: { allow: "POST" } });
  });

  test("set to hang keeps no sandbox from closing", async () => {
    const { sandbox, shop } = await newSandbox();
    const { url } = (await shop.control.receiver.set({ behavior: "hang" })).data;
    let isAnswered = false;
    const answer = post(url).catch(() => {});
    void answer.then(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isAnswered).toBe(false);
    const before = Date.now();
    await sandbox.close();
    // Far less than the grace period for requests in progress.
    expect(Date.now() - before).toBeLessThan(3_000);
  });
});
