import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import {
  type Company,
  everythingOf,
  furnishedCompany,
} from "../sandbox/companies/furnished-company.ts";
import { START } from "../sandbox/company-fixture.ts";
import { bytesOf, callables, make, type Request } from "./generate-valid-requests.ts";
import type { Source } from "./generate-valid-values.ts";
import type { WireResponse } from "./parse-http-response.ts";
import { pathTricks } from "./path-tricks.ts";
import { Chance, seed } from "./seeded-random.ts";
import { exchange, responsesIn, unknownHeaders } from "./send-once.ts";

/** Is in the names of Ana's customers, and so in no response to another company. */
const ANAS = "Segredo da Ana";

const guarded = callables.filter(({ isPublic }) => !isPublic);

let sandbox: Sandbox;
let ana: Company;

beforeAll(async () => {
  // Stopped clocks, so that unchanged data stays the same.
  sandbox = await startSandbox({ clock: START });
  ana = await furnishedCompany(sandbox, ANAS);
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

afterAll(() => sandbox.close());

describe("a path", () => {
  test("with another spelling opens no data of another company", async ({ task }) => {
    const bia = await furnishedCompany(sandbox, "Bia");
    const before = await everythingOf(ana);
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
    expect(await everythingOf(ana)).toEqual(before);
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
});

/** Sends a request as it is. Each gets one response, without headers that the sandbox does not send. */
async function ask(request: Request): Promise<WireResponse> {
  const headers = request.headers.some(([name]) => name === "host")
    ? request.headers
    : [["host", "127.0.0.1"] as const, ...request.headers];
  const bytes = bytesOf({ ...request, headers });
  const responses = responsesIn(await exchange(sandbox.url, { pieces: [bytes] }));
  expect(responses, `${bytes}`).toHaveLength(1);
  expect(unknownHeaders(responses), `${bytes}`).toEqual([]);
  return responses[0] as WireResponse;
}

function tokenOf({ token }: Company) {
  return ["authorization", `Bearer ${token}`] as const;
}

/** What a company names in its requests. */
function sourceOf({ shop, token, has }: Company, chance: Chance): Source {
  const keys: Record<string, string> = { ...shop.keys, token };
  return { chance, known: (asked) => (has[asked] ? chance.pick(has[asked]) : keys[asked]) };
}
