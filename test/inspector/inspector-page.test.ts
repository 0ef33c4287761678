import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox-node/index.ts";
import {
  EXPOSED,
  NOBODY,
  OPERATOR_KEY,
  openShop,
  Shop,
  START,
} from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { newFile } from "../sandbox/database-file.ts";

const SESSION = "/_sandbox/inspector/session";
const COMPANIES = "/_sandbox/inspector/companies";
const SETTINGS = "/_sandbox/inspector/settings";
const PAGE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

type SentHeaders = Record<string, string>;

function post(url: string, json: unknown, headers: SentHeaders = {}, method = "POST") {
  const sent = { ...headers, "content-type": "application/json" };
  return fetch(url, { method, headers: sent, body: JSON.stringify(json) });
}

async function statusOf(url: string, headers: SentHeaders = {}): Promise<number> {
  return (await fetch(url, { headers })).status;
}

async function dataOf(response: Response) {
  return JSON.parse(await response.text()).data;
}

async function newSandbox(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: START, ...options });
  onTestFinished(sandbox.close);
  const [, code = ""] = sandbox.inspectorUrl.split("#code=");
  const { publicKey, privateKey } = sandbox;
  return { ...sandbox, code, keys: { publicKey, privateKey } };
}

/** The cookie that a browser keeps of a response. */
function cookieIn({ headers }: Response): string {
  return `${headers.get("set-cookie")}`.split(";")[0] as string;
}

/** The cookie of a session that a code or keys open. */
async function cookieFor(url: string, given: object): Promise<string> {
  const response = await post(url + SESSION, given);
  expect(response.status).toBe(200);
  return cookieIn(response);
}

/** What the page sends with each request about a company. */
function inCompany(cookie: string, companyId: string) {
  return { cookie, "x-sandbox-company": companyId };
}

/** A sandbox with a session for all of its companies, and how the page calls it. */
async function openInspector(options?: SandboxOptions) {
  const sandbox = await newSandbox(options);
  const cookie = await cookieFor(sandbox.url, { code: sandbox.code });
  const [companyId = ""] = await companiesOf(sandbox.url, cookie);
  return { ...sandbox, cookie, companyId, session: inCompany(cookie, companyId) };
}

async function companiesOf(url: string, cookie: string): Promise<string[]> {
  const companies: { id: string }[] = await dataOf(
    await fetch(url + COMPANIES, { headers: { cookie } }),
  );
  return companies.map(({ id }) => id);
}

/** The statuses with which a session uses a company's service and its controls, and reads its keys. */
function rightsIn(url: string, cookie: string, companyId: string): Promise<number[]> {
  const headers = inCompany(cookie, companyId);
  return Promise.all([
    statusOf(`${url}/payments`, headers),
    statusOf(`${url}/_sandbox/clock`, headers),
    statusOf(`${url}${COMPANIES}/${companyId}/keys`, { cookie }),
  ]);
}

const ALL = [200, 200, 200];
const NONE = [401, 401, 401];

/** The id of the company that the page creates in a session, and the response. */
async function createCompany(url: string, session: SentHeaders) {
  const response = await post(`${url}/_sandbox/companies`, {}, session);
  expect(response.status).toBe(200);
  return { response, id: (await dataOf(response.clone())).companyId as string };
}

function signOut(url: string, cookie = ""): Promise<Response> {
  return fetch(url + SESSION, { method: "DELETE", headers: { cookie } });
}

describe("the page", () => {
  test("a browser gets it at /, and everything else an error in JSON", async () => {
    const { url } = await openShop();
    const html = await (await fetch(`${url}/`, { headers: PAGE })).text();
    expect(html).toContain("<!doctype html>");
    expect(gzipSync(html).length).toBeLessThanOrEqual(100_000);
    for (const [status, init] of [
      [404, {}],
      [405, { method: "POST", headers: PAGE }],
    ] as const) {
      const other = await fetch(`${url}/`, init);
      const body = await other.text();
      expect([other.status, body]).toEqual([status, expect.stringMatching(/^\{"data"/)]);
    }
  });

  test("it may run nothing but its own script, reach nothing else, and stand in no frame", async () => {
    const { url } = await openShop();
    const { headers } = await fetch(`${url}/`, { headers: PAGE });
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src blob: data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });
});

test("the settings have the address of the docs, if there is one", async () => {
  for (const docsUrl of [undefined, "https://docs.example/centavo/"]) {
    const { url, cookie } = await openInspector(docsUrl === undefined ? {} : { docsUrl });
    const settings = await fetch(url + SETTINGS, { headers: { cookie } });
    expect(await dataOf(settings)).toEqual({
      docsUrl: docsUrl?.slice(0, -1) ?? null,
      ...{ isShared: false, isOperator: false },
    });
  }
});

describe("a session", () => {
  test.each([
    [undefined, ""],
    ["http://localhost:4020", ""],
    ["https://pay.example/sandbox", "; Secure"],
  ])(
    "under %s, its cookie is out of reach of scripts and other sites%s",
    async (publicUrl, secure) => {
      const options = { operatorKey: OPERATOR_KEY, ...(publicUrl !== undefined && { publicUrl }) };
      const { url, inspectorUrl, code } = await newSandbox(options);
      expect(inspectorUrl).toBe(`${publicUrl ?? url}/#code=${code}`);
      const attributes = `Path=/; HttpOnly; SameSite=Strict${secure}`;
      const { headers: opened } = await post(url + SESSION, { code });
      expect(opened.getSetCookie()).toEqual([
        expect.stringMatching(
          new RegExp(`^centavo_[\\da-f]{12}=[\\w.-]+; ${attributes}; Max-Age=86400$`),
        ),
      ]);
      // Without a session there is nothing to end, but a cookie to clear.
      expect((await signOut(url)).headers.getSetCookie()).toEqual([
        expect.stringMatching(new RegExp(`^centavo_[\\da-f]{12}=; ${attributes}; Max-Age=0$`)),
      ]);
    },
  );

  test("a code opens one, and guesses open none", async () => {
    const { url, code } = await newSandbox();
    await cookieFor(url, { code });
    const attempts: [given: object, status: number, message: RegExp][] = [
      [{ code }, 401, /used before/],
      [{ code: "guessed" }, 401, /used before/],
      [{ code: NOBODY }, 401, /used before/],
      [{ publicKey: "pk", privateKey: "sk" }, 401, /No company/],
      ...[{}, { code: 1 }, { publicKey: "pk" }, []].map(
        (given) => [given, 400, /Send a code/] as [object, number, RegExp],
      ),
    ];
    for (const [given, status, message] of attempts) {
      const response = await post(url + SESSION, given);
      expect(response.status, JSON.stringify(given)).toBe(status);
      expect(await response.text()).toMatch(message);
      expect(response.headers.has("set-cookie")).toBe(false);
    }
  });

  test("that of the code uses every company there is, and reads its keys", async () => {
    const { url, control, cookie } = await openInspector();
    const { data: created } = await control.companies.create({});
    const all = await companiesOf(url, cookie);
    expect(all).toEqual([expect.not.stringMatching(created.companyId), created.companyId]);
    for (const id of all) expect(await rightsIn(url, cookie, id)).toEqual(ALL);
    const keys = await fetch(`${url}${COMPANIES}/${created.companyId}/keys`, {
      headers: { cookie },
    });
    expect(created).toMatchObject(await dataOf(keys));
    expect(await rightsIn(url, cookie, NOBODY)).toEqual([401, 401, 404]);
    // Without a session, nobody learns which companies exist.
    for (const id of [...all, NOBODY]) expect(await rightsIn(url, "", id)).toEqual(NONE);
  });

  test("that of one company uses it and the companies that it creates, and no other", async () => {
    const { url, control, companyId } = await openInspector();
    const { data: keys } = await control.companies.create({});
    let cookie = await cookieFor(url, keys);
    const usable = [keys.companyId];
    for (let count = 0; count < 2; count += 1) {
      expect(await companiesOf(url, cookie)).toEqual(usable);
      expect(await rightsIn(url, cookie, companyId)).toEqual(NONE);
      const { response, id } = await createCompany(url, inCompany(cookie, usable.at(-1) ?? ""));
      expect(response.headers.get("set-cookie")).toMatch(
        /; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
      );
      cookie = cookieIn(response);
      usable.push(id);
    }
    for (const id of usable) expect(await rightsIn(url, cookie, id)).toEqual(ALL);
    expect(await rightsIn(url, cookie, companyId)).toEqual(NONE);
  });

  test("the cookie stays small enough for a browser, whatever it creates", async () => {
    const { url, keys } = await newSandbox();
    let cookie = await cookieFor(url, keys);
    const [own = ""] = await companiesOf(url, cookie);
    let latest = "";
    for (let count = 0; count < 80; count += 1) {
      const { response, id } = await createCompany(url, inCompany(cookie, own));
      cookie = cookieIn(response);
      latest = id;
    }
    expect(cookie.length).toBeLessThan(4096);
    for (const id of [own, latest]) expect(await rightsIn(url, cookie, id)).toEqual(ALL);
  });

  test("creating a company without one opens none, and narrows none", async () => {
    const { url, session } = await openInspector();
    for (const headers of [{ ...session, cookie: "" }, session]) {
      const { response } = await createCompany(url, headers);
      expect(response.headers.has("set-cookie")).toBe(false);
    }
  });

  test("the keys of the contract's example open one where a program may use them", async () => {
    const keys = body("auth.createToken", "keys");
    const { url } = await newSandbox({ examples: true });
    expect(await companiesOf(url, await cookieFor(url, keys))).toHaveLength(1);
    expect((await post((await newSandbox()).url + SESSION, keys)).status).toBe(401);
  });

  test("nothing else authenticates", async () => {
    // A session ends by the time of this machine: a token must not be too old to open one.
    const { url, keys, companyId, cookie, session } = await openInspector({ clock: new Date() });
    const own = await cookieFor(url, keys);
    const token = await new Shop(url, keys).token();
    const [name] = cookie.split("=");
    const claims = { sub: "*", iat: 0, exp: 9_999_999_999, jti: "0", use: "session" };
    const forged = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const noSession: SentHeaders[] = [
      inCompany(cookie.replace(/\..*\./, `.${forged}.`), companyId),
      inCompany(`${name}=${token}`, companyId),
      (await openInspector({ seed: "another" })).session,
    ];
    const noCompany: SentHeaders[] = [
      inCompany(cookie, NOBODY),
      ...[{ cookie }, { cookie: own }, { "x-sandbox-company": companyId }],
      { authorization: `Bearer ${own.split("=")[1]}` },
    ];
    for (const [path, refused] of [
      ["/payments", [...noSession, ...noCompany]],
      ["/_sandbox/clock", [...noSession, ...noCompany]],
      [COMPANIES, [...noSession, { authorization: `Bearer ${token}` }]],
    ] as const)
      for (const headers of refused)
        expect(await statusOf(url + path, headers), JSON.stringify(headers)).toBe(401);
    expect(await statusOf(`${url}/payments`, session)).toBe(200);
  });

  test("it ends after a day, and the page is told how to go on", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    const { url, session } = await openInspector();
    vi.setSystemTime(Date.now() + 86_400_000 - 60_000);
    expect(await statusOf(`${url}/payments`, session)).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    const late = await fetch(`${url}/payments`, { headers: session });
    expect(late.status).toBe(401);
    expect(await late.text()).toContain("session has ended");
  });

  test("it ends when the page asks for it: the cookie is cleared, and a copy of it refused", async () => {
    const { url, keys, companyId, cookie } = await openInspector();
    const first = await cookieFor(url, keys);
    const { response, id } = await createCompany(url, inCompany(first, companyId));
    const enlarged = cookieIn(response);
    const ended = await signOut(url, enlarged);
    expect(ended.status).toBe(200);
    expect(ended.headers.get("set-cookie")).toMatch(/^centavo_\w+=; .*Max-Age=0$/);
    // The first was the cookie of the same session.
    expect(await rightsIn(url, enlarged, id)).toEqual(NONE);
    expect(await rightsIn(url, first, companyId)).toEqual(NONE);
    expect(await rightsIn(url, cookie, companyId)).toEqual(ALL);
  });

  test("a session that was ended stays ended after a restart", async () => {
    const options = { db: newFile() };
    const { url, keys, close } = await newSandbox(options);
    const cookies = await Promise.all([1, 2, 3].map(() => cookieFor(url, keys)));
    for (const cookie of cookies) await signOut(url, cookie);
    await close();
    const again = await newSandbox(options);
    for (const cookie of cookies)
      expect(await statusOf(again.url + COMPANIES, { cookie })).toBe(401);
  });
});

test("what the inspector reads meets no fault and is not in the timeline; what it writes is", async () => {
  const { url, control, session } = await openInspector();
  await control.faults.set({ faults: [{ status: 503, times: 1 }] });
  for (const path of ["/payments", "/_sandbox/clock", "/_sandbox/balance"])
    expect(await statusOf(url + path, session)).toBe(200);
  expect((await control.faults.get()).data.faults).toHaveLength(1);
  expect((await post(`${url}/payments`, body("payments.create", "pix"), session)).status).toBe(503);
  expect((await control.faults.get()).data.faults).toEqual([]);
  await post(`${url}/_sandbox/receiver`, { behavior: "fail" }, session, "PUT");
  const { data } = await control.requests.list();
  expect(data.map(({ operationId }) => operationId)).toEqual([
    ...["receiver.set", "payments.create", "faults.set"],
  ]);
});

describe("the built-in receiver", () => {
  test("answers a POST as it is set", async () => {
    const { url: sandbox, control } = await openShop();
    const outcomeOf = async (behavior: "accept" | "fail" | "reset") => {
      const { url } = (await control.receiver.set({ behavior })).data;
      return post(url, {}).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      );
    };
    expect(await outcomeOf("accept")).toBe(200);
    expect(await outcomeOf("fail")).toBe(500);
    expect(await outcomeOf("reset")).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    const get = await fetch((await control.receiver.get()).data.url);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await post(`${sandbox}/_sandbox/receiver/${NOBODY}`, {})).status).toBe(404);
  });

  test.each<readonly [string, { host?: string; publicUrl?: string }]>([
    ["a public URL", { publicUrl: "https://pay.example/sandbox" }],
    ["all addresses", EXPOSED],
  ])("of a sandbox at %s gets its postbacks", async (_, at) => {
    const { url, control, keys } = await newSandbox({ operatorKey: OPERATOR_KEY, ...at });
    const cookie = await cookieFor(url, keys);
    const session = inCompany(cookie, (await companiesOf(url, cookie))[0] ?? "");
    const { url: postbackUrl } = (await control.receiver.get()).data;
    expect(postbackUrl).toMatch(`${at.publicUrl ?? url}/_sandbox/receiver/`);
    const pix = body("payments.create", "pix", { billingData: { postbackUrl } });
    expect((await post(`${url}/payments`, pix, session)).status).toBe(200);
    await control.clock.advance({ seconds: 1 });
    const [postback] = (await control.postbacks.list()).data;
    expect(postback?.attempts).toMatchObject([{ status: 200, problem: null }]);
  });

  test("takes the postbacks of its company, but no other's", async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const postbackUrl = (await shop.control.receiver.get()).data.url;
    const statusesOf = async ({ control }: Shop) =>
      (await control.postbacks.list()).data.map(({ attempts }) => attempts[0]?.status);
    for (const sender of [shop, other]) {
      await sender.pay("pix", { billingData: { postbackUrl } });
      await sender.control.clock.advance({ seconds: 1 });
    }
    expect(await statusesOf(shop)).toEqual([200]);
    expect(await statusesOf(other)).toEqual([null]);
  });
});
