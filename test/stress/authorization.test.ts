import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { isObject } from "../../src/contract/cursor.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { NOBODY, Shop, START } from "../sandbox/company-fixture.ts";
import { type Company, furnishedCompany, rowsIn } from "./company-fixture.ts";
import { badAuthorizations } from "./forged-tokens.ts";
import {
  bytesOf,
  type Callable,
  callables,
  make,
  type Request,
} from "./generate-valid-requests.ts";
import type { Source } from "./generate-valid-values.ts";
import { cardNumbers } from "./hostile-values.ts";
import type { WireResponse } from "./parse-http-response.ts";
import { pathTricks } from "./path-tricks.ts";
import { showsCard } from "./response-checks.ts";
import { Chance, seed } from "./seeded-random.ts";
import { exchange, responsesIn, unknownHeaders } from "./send-once.ts";

/** Is in the names of Ana's customers, and so in no response to another company. */
const ANAS = "Segredo da Ana";

/** Marks the place of an id in a request. */
const PLACE = "11111111-2222-4333-8444-555555555555";

/** What breaks out of a header, where it is let to. */
const BREAK = "x\r\nset-cookie: injected=1\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";

const guarded = callables.filter(({ isPublic }) => !isPublic);
const isOfService = ({ template }: Callable) => !template.startsWith("/_sandbox/");
const controls = callables.filter((callable) => !isOfService(callable));

let folder: string;
let db: string;
let sandbox: Sandbox;
let ana: Company;
let anasId: string;
const printed: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "centavo-access-"));
  db = join(folder, "sandbox.db");
  // Stopped clocks, so that unchanged data stays the same.
  sandbox = await startSandbox({ db, clock: START, log: (line) => printed.push(line) });
  ana = await furnishedCompany(sandbox, ANAS);
  anasId = ana.files[0]?.split("/")[3] ?? "";
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

describe("a token", () => {
  test("that is invalid opens nothing, and reveals nothing", async ({ task }) => {
    const tokens = badAuthorizations(await stolenTokens());
    const before = rowsIn(db, anasId);
    let tried = 0;
    for (const [what, authorization] of Object.entries(tokens)) {
      const responses = new Set<string>();
      // The controls accept an expired token of the company that it was made for.
      const guardedByToken = what === "an expired token" ? guarded.filter(isOfService) : guarded;
      for (const callable of guardedByToken) {
        const request = make(callable, sourceOf(ana, new Chance("token", what)));
        // Every other one is malformed, which is not reported either.
        const isBroken = tried % 2 === 1;
        const target = isBroken ? `${request.path}?page=x&limit=0` : request.target;
        const body = isBroken && request.body ? Buffer.from("{") : request.body;
        const others = request.headers.filter(([name]) => name !== "authorization");
        const own = authorization === undefined ? [] : [["authorization", authorization] as const];
        const response = await ask({ ...request, target, body, headers: [...own, ...others] });
        expect(new Map(response.headers).get("www-authenticate"), what).toBe("Bearer");
        responses.add(summary(response));
        tried += 1;
      }
      expect([...responses], what).toEqual([expect.stringMatching(/^401 /)]);
    }
    expect(rowsIn(db, anasId)).toEqual(before);
    task.meta.figures = {
      "kinds of tokens": Object.keys(tokens).length,
      operations: guarded.length,
      "requests tried": tried,
      "let in": 0,
    };
  });

  test("counts in the header only", async ({ task }) => {
    const elsewhere = (target: string): Request[] => [
      { method: "GET", target: `${target}?access_token=${ana.token}`, headers: [] },
      { method: "GET", target, headers: [["cookie", `access_token=${ana.token}`]] },
      { method: "GET", target, headers: [["x-authorization", `Bearer ${ana.token}`]] },
      { method: "GET", target, headers: [["proxy-authorization", `Bearer ${ana.token}`]] },
    ];
    const lists = guarded.filter(
      ({ method, template }) => method === "GET" && !/\{/.test(template),
    );
    const requests = lists.flatMap(({ template }) => elsewhere(template));
    for (const request of requests) expect((await ask(request)).status).toBe(401);
    task.meta.figures = { "requests tried": requests.length, "let in": 0 };
  });

  test("is not issued for almost correct keys, and the response does not reveal which keys exist", async ({
    task,
  }) => {
    const { publicKey, privateKey } = ana.shop.keys;
    const { keys } = (await furnishedCompany(sandbox, "Bia")).shop;
    const nobodys = "sandbox_public_00000000000040008000000000000000";
    const changed = [...privateKey].map(
      (_, at) => `${privateKey.slice(0, at)}#${privateKey.slice(at + 1)}`,
    );
    const privates = [
      ...changed,
      ...[keys.privateKey, publicKey, "x", privateKey.toUpperCase(), privateKey.slice(0, -1)],
      ...[`${privateKey}0`, `${privateKey} `, ` ${privateKey}`, `${privateKey}\u0000`, "__proto__"],
    ];
    const publics = [
      ...[
        nobodys,
        "x",
        keys.publicKey,
        publicKey.toUpperCase(),
        `${publicKey} `,
        `${publicKey}\u0000`,
      ],
      ...[publicKey.replace("sandbox_public_", ""), anasId, "sandbox_public_", "__proto__"],
    ];
    const pairs = [
      ...privates.map((wrong) => ({ publicKey, privateKey: wrong })),
      ...publics.map((wrong) => ({ publicKey: wrong, privateKey })),
      { publicKey: nobodys, privateKey: "x" },
    ];
    const before = rowsIn(db, anasId);
    const responses = new Set<string>();
    for (const pair of pairs) responses.add(summary(await ask(post("/auth", pair))));
    expect([...responses]).toEqual([expect.stringMatching(/^401 /)]);
    expect(rowsIn(db, anasId)).toEqual(before);
    task.meta.figures = { "pairs tried": pairs.length, "let in": 0 };
  });

  test("of control that is almost correct creates no company", async ({ task }) => {
    const word = "control-word";
    const guardedSandbox = await startSandbox({ controlToken: word });
    onTestFinished(guardedSandbox.close);
    const wrong = ["", "control", `${word}s`, word.toUpperCase(), `${word},`, `"${word}"`, "\xff"];
    const given = [[], ...wrong.map((each) => [each]), ["x", word], [word, "x"]];
    const { url } = guardedSandbox;
    const path = "/_sandbox/companies";
    for (const words of given) {
      const headers = words.map((each) => ["x-control-token", each] as const);
      const response = await ask({ method: "POST", target: path, headers }, url);
      expect(response.status, words.join()).toBe(401);
    }
    const right = { method: "POST", target: path, headers: [["x-control-token", word]] } as const;
    expect((await ask(right, url)).status).toBe(200);
    task.meta.figures = { "words tried": given.length, "let in": 0 };
  });
});

describe("an id of another company", () => {
  const counts = { places: 0, requests: 0, likeNothing: 0 };

  test.each(guarded)("is treated by $id like an unknown id", async (callable) => {
    const before = rowsIn(db, anasId);
    for (const name of idsNamedBy(callable)) {
      // One for each: what decides about one id may take away what another would name.
      const bia = await furnishedCompany(sandbox, "Bia");
      const { request, ofNobody } = await decisiveRequest(callable, name, bia);
      for (const id of anasIds()) {
        const response = summary(await ask(withId(request, id)));
        expect(response.replaceAll(id, NOBODY), `${name} ${id}`).toBe(ofNobody);
        counts.requests += 1;
        counts.likeNothing += 1;
      }
      counts.places += 1;
    }
    expect(rowsIn(db, anasId)).toEqual(before);
  });

  test("has no effect where no operation takes it", async () => {
    const bia = await furnishedCompany(sandbox, "Bia");
    const before = rowsIn(db, anasId);
    for (const { template } of guarded.filter(({ method }) => method === "GET")) {
      // The list of requests contains the ids of the requests.
      if (template.includes("{") || template === "/_sandbox/requests") continue;
      const of = async (id: string) => {
        const query = ["companyId", "company", "owner", "id", "sub"].map((name) => `${name}=${id}`);
        const headers = ["x-company-id", "x-tenant", "x-user", "from"].map(
          (name) => [name, id] as const,
        );
        const target = `${template}?${query.join("&")}`;
        return summary(await ask({ method: "GET", target, headers: [...headers, tokenOf(bia)] }));
      };
      expect(await of(anasId), template).toBe(await of(NOBODY));
      counts.requests += 1;
      counts.likeNothing += 1;
    }
    expect(rowsIn(db, anasId)).toEqual(before);
  });

  test("was tried in every place where an id can appear", ({ task }) => {
    const named = guarded.flatMap(idsNamedBy);
    expect(named).toHaveLength(counts.places);
    expect([...new Set(named)].filter((name) => !(name in ana.has))).toEqual([]);
    task.meta.figures = {
      "places tried": counts.places,
      "ids tried at each": anasIds().length,
      "requests tried": counts.requests,
      "answered as for an id of nothing": counts.likeNothing,
    };
  });
});

const otherHosts = [
  ...["evil.example", "evil.example:4020", "localhost.evil.example", "127.0.0.1.evil.example"],
  ...["127.0.0.1@evil.example", "evil.example#@127.0.0.1", "evil.example\\@127.0.0.1"],
  ...["evil.example/127.0.0.1", "evil.example?localhost", "127.0.0.1, evil.example", "a b", ""],
  ...["10.0.0.1", "169.254.169.254", "128.0.0.1", "0.0.0.0", "[::2]", "[::ffff:10.0.0.1]"],
  ...["localhost.example", "xlocalhost", "localhostx", "127.0.0.1x", "\xe9vil.example"],
];

const otherOrigins = [
  ...["http://evil.example", "https://evil.example:4020", "http://localhost.evil.example", "null"],
  ...[
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1@evil.example",
    "",
    "file://",
    "evil.example",
  ],
  ...["http://10.0.0.1", "http://0.0.0.0", "http://localhost, http://evil.example", "data:"],
  ...["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "http://[::2]", "localhost"],
];

const otherCallers = [
  ...otherHosts.map((host) => ({ what: `the name ${host}`, headers: [["host", host]] as const })),
  ...otherOrigins.map((origin) => ({
    what: `a page of ${origin}`,
    headers: [["host", "127.0.0.1"] as const, ["origin", origin] as const],
  })),
];

const ownNames = [
  "127.0.0.1",
  "127.0.0.1:1",
  "localhost",
  "LocalHost:4020",
  "127.9.9.9",
  "[::1]:80",
];

describe("the controls", () => {
  test("reject requests with another Host or Origin", async ({ task }) => {
    const bia = await furnishedCompany(sandbox, "Bia");
    const requests = controls.map((callable) =>
      make(callable, sourceOf(bia, new Chance("control"))),
    );
    const files = bia.files.map((target) => ({ method: "GET", target, headers: [] }));
    const nothing = { method: "GET", target: "/_sandbox/nothing", headers: [] };
    const before = rowsIn(db);
    let tried = 0;
    for (const { what, headers } of otherCallers) {
      for (const request of [...requests, ...files, nothing]) {
        const others = request.headers.filter(([name]) => name !== "host");
        const response = await ask({ ...request, headers: [...headers, ...others] });
        const { data } = JSON.parse(`${response.body}`);
        expect(response.status, `${what} ${request.target}`).toBe(403);
        expect(data).toEqual({ message: expect.any(String), error: "Forbidden", statusCode: 403 });
        tried += 1;
      }
    }
    expect(rowsIn(db)).toEqual(before);
    task.meta.figures = {
      "foreign names": otherHosts.length,
      "foreign pages": otherOrigins.length,
      "requests tried": tried,
      "let through": 0,
    };
  });

  test("are not reached with another host name in any other way", async ({ task }) => {
    const headers = [["host", "evil.example"]] as const;
    let tried = 0;
    for (const { method, template } of controls) {
      const path = template.replaceAll(/\{\w+\}/g, NOBODY);
      for (const [what, trick] of Object.entries(pathTricks)) {
        const { status } = await ask({ method, target: trick(path), headers });
        // Only the control itself mentions a token or a body.
        expect([400, 403, 404, 405], `${what} ${method} ${path}`).toContain(status);
        tried += 1;
      }
    }
    task.meta.figures = { "requests tried": tried, "let through": 0 };
  });

  test("respond to their own host names, and to pages from them", async () => {
    for (const host of ownNames) {
      const name = ["host", host] as const;
      for (const own of [[name], [name, ["origin", `http://${host}`] as const]]) {
        const response = await ask({ method: "GET", target: "/_sandbox/health", headers: own });
        expect(response.status, host).toBe(200);
      }
    }
  });

  test.for(["::1", "::ffff:127.0.0.1"])(
    "respond where they listen on %s",
    async (host, { skip }) => {
      const other = await startSandbox({ host, controlToken: "control" }).catch(() => undefined);
      if (!other) return skip("This machine has no such address.");
      onTestFinished(other.close);
      expect((await fetch(`${other.url}/_sandbox/health`)).status).toBe(200);
    },
  );
});

describe("a path", () => {
  test("with another spelling opens no data of another company", async ({ task }) => {
    const bia = await furnishedCompany(sandbox, "Bia");
    const before = rowsIn(db, anasId);
    const counts = { tried: 0, found: 0 };
    for (const callable of guarded) {
      const { headers, target, ...request } = make(callable, sourceOf(ana, new Chance("path")));
      const [path = ""] = target.split("?");
      const others = headers.filter(([name]) => name !== "authorization");
      for (const [what, trick] of Object.entries(pathTricks)) {
        const tricked = { ...request, target: trick(path) };
        const stranger = await ask({ ...tricked, headers: others });
        expect([400, 401, 404, 405], `${what} ${path}`).toContain(stranger.status);
        const response = await ask({ ...tricked, headers: [tokenOf(bia), ...others] });
        if (response.status === 200) counts.found += 1;
        expect(`${response.body}`, `${what} ${path}`).not.toContain(ANAS);
        counts.tried += 2;
      }
    }
    expect(rowsIn(db, anasId)).toEqual(before);
    task.meta.figures = {
      "ways to write a path": Object.keys(pathTricks).length,
      "requests tried": counts.tried,
      "that found what is one's own": counts.found,
      "that found what is another's": 0,
    };
  });

  test("of a file opens this file or none", async ({ task }) => {
    const bia = await furnishedCompany(sandbox, "Bia");
    const files = [...ana.files, ...bia.files];
    const parts = files.map((path) => path.split("/").slice(3));
    const mixed = parts.flatMap(([company]) =>
      parts
        .filter(([other]) => other !== company)
        .map(([, file]) => `/_sandbox/files/${company}/${file}`),
    );
    const endings = files.flatMap((path) =>
      ["pdf", "png", "PDF", "json", "", "pdf.png"].map((ending) => path.replace(/\w+$/, ending)),
    );
    const above = ["", "/", ...files.map((path) => path.replace(/\/[^/]+$/, "")), "/../../auth"];
    const tricks = Object.values(pathTricks);
    const wrong = [
      ...mixed,
      ...endings.filter((path) => !files.includes(path)),
      ...above.map((path) => (path.startsWith("/_sandbox") ? path : `/_sandbox/files${path}`)),
      ...files.flatMap((path) => tricks.map((trick) => trick(path))),
      ...files.map((path) => path.toUpperCase()),
    ].filter((path) => !files.includes(path.replace(/^https?:\/\/[^/]*/i, "")));
    for (const target of wrong) {
      const { status } = await ask({ method: "GET", target, headers: [] });
      expect([400, 401, 404, 405], target).toContain(status);
    }
    for (const target of files) {
      expect((await ask({ method: "GET", target, headers: [] })).status).toBe(200);
      expect((await ask({ method: "DELETE", target, headers: [] })).status).toBe(405);
    }
    task.meta.figures = { "paths tried": wrong.length, "files found": 0 };
  });

  test("is logged in one line without control characters", async ({ task }) => {
    const before = printed.length;
    const odd = ["%0d%0aGET%20/payments", "%1b%5b31m", "%1b%5d0;x%07", "%c2%9b31m", "%e2%80%ae"];
    const paths = odd.flatMap((text) => ["", ...cardNumbers].map((digits) => `/${text}/${digits}`));
    for (const target of paths) await ask({ method: "GET", target, headers: [] });
    // Lines of the timeline begin with a time: what earlier requests caused may still be printed.
    const lines = printed.slice(before).filter((line) => !/^\d{4}-\d\d-\d\dT/.test(line));
    expect(lines).toHaveLength(paths.length);
    expect(lines.filter((line) => /[\p{Cc}\p{Cf}]/u.test(line) || showsCard(line))).toEqual([]);
    task.meta.figures = { "paths tried": paths.length, "odd lines": 0 };
  });
});

describe("a line break", () => {
  test("in a request adds no header to the response", async ({ task }) => {
    const bia = await furnishedCompany(sandbox, "Bia");
    let tried = 0;
    for (const callable of callables) {
      for (const request of brokenRequests(callable, bia)) {
        const response = await ask(request);
        // The names of warnings are percent-encoded.
        const texts = response.headers.map(([name, value]) =>
          name === "x-sandbox-warning" ? value.replaceAll(/%0D%0A[^;]*/g, "") : value,
        );
        expect(texts.join()).not.toContain("injected");
        tried += 1;
      }
    }
    task.meta.figures = { "requests tried": tried, "headers that came of it": 0 };
  });

  test("in a postback address adds no header to the postback", async ({ task }) => {
    const received: string[] = [];
    const receiver = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        received.push(`${data}`);
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
      });
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    onTestFinished(() => void receiver.close());
    const { port } = receiver.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const lineBreaks = [
      "\r\n",
      "\n",
      "\r",
      "%0d%0a",
      "%0D%0A%20",
      "%250d%250a",
      "\u560d\u560a",
      "\t",
    ];
    const urls = lineBreaks.flatMap((lineBreak) => {
      const more = `${lineBreak}x-injected:1`;
      return [`${base}/a${more}`, `${base}/?a=${more}`, `${base}/#${more}`, `${base}${more}/`];
    });
    const { shop } = await furnishedCompany(sandbox, "Bia");
    let taken = 0;
    for (const postbackUrl of urls) {
      const paid = shop.pay("pix", { billingData: { postbackUrl } });
      taken += await paid.then(
        () => 1,
        () => 0,
      );
    }
    await sandbox.settled();
    const heads = received.map((text) => text.split("\r\n\r\n")[0] ?? "");
    expect(heads.length).toBeGreaterThan(0);
    expect(heads.filter((head) => /^x-injected/im.test(head))).toEqual([]);
    task.meta.figures = {
      "addresses tried": urls.length,
      "addresses taken": taken,
      "postbacks received": heads.length,
      "headers that came of it": 0,
    };
  });
});

/** Sends a request as it is. Each gets one response, without headers that the sandbox does not send. */
async function ask(request: Request, url = sandbox.url): Promise<WireResponse> {
  const headers = request.headers.some(([name]) => name === "host")
    ? request.headers
    : [["host", "127.0.0.1"] as const, ...request.headers];
  const bytes = bytesOf({ ...request, headers });
  const responses = responsesIn(await exchange(url, { pieces: [bytes] }));
  expect(responses, `${bytes}`).toHaveLength(1);
  expect(unknownHeaders(responses), `${bytes}`).toEqual([]);
  return responses[0] as WireResponse;
}

function summary({ status, body }: WireResponse): string {
  return `${status} ${body}`;
}

function post(target: string, value: object): Request {
  const headers = [["content-type", "application/json"]] as const;
  return { method: "POST", target, headers, body: Buffer.from(JSON.stringify(value)) };
}

function tokenOf({ token }: Company) {
  return ["authorization", `Bearer ${token}`] as const;
}

/** What a company names in its requests; for one name something else, where that is given. */
function sourceOf({ shop, token, has }: Company, chance: Chance, name?: string): Source {
  const keys: Record<string, string> = { ...shop.keys, token };
  return {
    chance,
    known: (asked) => {
      if (asked === name) return PLACE;
      const ids = has[asked];
      return ids ? chance.pick(ids) : keys[asked];
    },
  };
}

/** The names of the ids that requests for an operation can have. */
function idsNamedBy(callable: Callable): string[] {
  const asked = new Set<string>();
  const chance = new Chance("ids", callable.id);
  const known = (name: string) => {
    asked.add(name);
    return undefined;
  };
  for (let time = 0; time < 60; time++) make(callable, { chance, known });
  return [...asked].filter((name) => /(Id|-id)$/.test(name) && name !== "operationId");
}

/** One of nine filters decides only where hardly any other is given, which takes some hundred tries. */
const MAX_TRIES = 5_000;

/** A request that depends on one id: an unknown id gets another response than one of the own company. */
async function decisiveRequest(callable: Callable, name: string, company: Company) {
  const chance = new Chance("decisive", callable.id, name);
  for (let time = 0; time < MAX_TRIES; time++) {
    const request = make(callable, sourceOf(company, chance, name));
    if (!`${bytesOf(request)}`.includes(PLACE)) continue;
    const ofNobody = summary(await ask(withId(request, NOBODY)));
    const own = summary(await ask(withId(request, chance.pick(company.has[name] ?? []))));
    if (own !== ofNobody && summary(await ask(withId(request, NOBODY))) === ofNobody) {
      return { request, ofNobody };
    }
  }
  throw new Error(`No request for ${callable.id} was found that ${name} decides.`);
}

function withId({ method, target, headers, body }: Request, id: string): Request {
  return {
    method,
    target: target.replaceAll(PLACE, id),
    headers: headers.map(([name, value]) => [name, value.replaceAll(PLACE, id)] as const),
    body: body && Buffer.from(`${body}`.replaceAll(PLACE, id)),
  };
}

function anasIds(): string[] {
  const ids = [...new Set([...Object.values(ana.has).flat(), anasId])];
  return [...ids, ...ids.map((id) => id.toUpperCase())];
}

async function stolenTokens() {
  const bia = await furnishedCompany(sandbox, "Bia");
  const carla = await furnishedCompany(sandbox, "Carla");
  await carla.shop.control.clock.advance({ days: 1 });
  const other = await startSandbox();
  const elsewhere = await new Shop(other.url, other).token();
  await other.close();
  const { access_token, refresh_token } = await bia.shop.tokens();
  return {
    access: access_token,
    refresh: refresh_token,
    expired: carla.token,
    elsewhere,
    keys: bia.shop.keys,
    victim: anasId,
  };
}

/** Requests with a line break in each of the places where a text can appear. */
function* brokenRequests(callable: Callable, company: Company): Generator<Request> {
  const request = make(callable, sourceOf(company, new Chance("break", callable.id)));
  const encoded = encodeURIComponent(BREAK);
  yield { ...request, target: `${request.target.split("?")[0]}?title=${encoded}&${encoded}=1` };
  yield { ...request, target: `${request.path}/${encoded}` };
  for (const part of request.path.split("/").filter(Boolean)) {
    yield { ...request, target: request.path.replace(part, encoded) };
  }
  for (const name of ["x-request-id", "x-subaccount-id", "accept", "traceparent", "origin"]) {
    yield { ...request, headers: [...request.headers, [name, `a${encoded}`]] };
  }
  if (!isObject(request.json)) return;
  for (const value of withEachText(request.json)) {
    yield { ...request, body: Buffer.from(JSON.stringify(value)) };
  }
}

/** Copies of a value, each with another of its texts, or of the names of its fields, changed. */
function* withEachText(value: unknown): Generator<unknown> {
  if (typeof value === "string") yield value + BREAK;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changed of withEachText(item)) yield value.with(index, changed);
    }
  }
  if (!isObject(value)) return;
  yield { ...value, [BREAK]: BREAK };
  for (const [name, field] of Object.entries(value)) {
    for (const changed of withEachText(field)) yield { ...value, [name]: changed };
  }
}
