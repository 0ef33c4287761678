import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";
import {
  type Company,
  everythingOf,
  furnishedCompany,
} from "../sandbox/companies/furnished-company.ts";
import { START } from "../sandbox/company-fixture.ts";
import { bytesOf, callables, make, type Request } from "./hostile-input/fuzzed-requests.ts";
import { pathTricks } from "./hostile-input/path-tricks.ts";
import { Chance } from "./seeded-random.ts";
import { exchange, responsesIn, unknownHeaders } from "./send-once.ts";

/** Is in the names of Ana's customers, and so in no response to another company. */
const ANAS = "Segredo da Ana";

const tricks = Object.entries(pathTricks);

let sandbox: Sandbox;
let ana: Company;

beforeAll(async () => {
  // Stopped clocks, so that unchanged data stays the same.
  sandbox = await startSandbox({ clock: START });
  ana = await furnishedCompany(sandbox, ANAS);
});

afterAll(() => sandbox.close());

test("a path with another spelling opens no data of another company", async () => {
  const bia = await furnishedCompany(sandbox, "Bia");
  const before = await everythingOf(ana);
  const chance = new Chance("path");
  const keys: Record<string, string> = { ...ana.shop.keys, token: ana.token };
  const known = (name: string) => (ana.has[name] ? chance.pick(ana.has[name]) : keys[name]);
  const bias = ["authorization", `Bearer ${bia.token}`] as const;
  for (const callable of callables.filter(
    ({ id, isPublic }) => !isPublic && id !== "company.rotateKeys",
  )) {
    const { headers, target, ...request } = make(callable, { chance, known });
    const [path = ""] = target.split("?");
    const others = headers.filter(([name]) => name !== "authorization");
    for (const [what, trick] of tricks) {
      const tricked = { ...request, target: trick(path) };
      const stranger = await ask({ ...tricked, headers: others });
      expect([400, 401, 404, 405], `${what} ${path}`).toContain(stranger.status);
      const { body } = await ask({ ...tricked, headers: [bias, ...others] });
      expect(`${body}`, `${what} ${path}`).not.toContain(ANAS);
    }
  }
  expect(await everythingOf(ana)).toEqual(before);
});

test("a path of a file opens this file or none", async () => {
  const bia = await furnishedCompany(sandbox, "Bia");
  const files = [...ana.files, ...bia.files];
  const [anas, bias] = [ana, bia].map((company) => company.files[0]?.split("/")[3] ?? "");
  const folders = files.map((path) => path.replace(/\/[^/]+$/, ""));
  const wrong = [
    ...ana.files.map((path) => path.replace(`${anas}`, `${bias}`)),
    ...files.flatMap((path) =>
      ["pdf", "png", "PDF", "json", "", "pdf.png"].map((ending) => path.replace(/\w+$/, ending)),
    ),
    ...["", "/", "/../../auth"].map((path) => `/_sandbox/files${path}`),
    ...folders,
    ...files.flatMap((path) => tricks.map(([, trick]) => trick(path))),
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
});

/** Sends a request as it is. Each gets one response, without headers that the sandbox does not send. */
async function ask({ headers, ...request }: Request) {
  const hasHost = headers.some(([name]) => name === "host");
  const all = hasHost ? headers : [["host", "127.0.0.1"] as const, ...headers];
  const bytes = bytesOf({ ...request, headers: all });
  const responses = responsesIn(await exchange(sandbox.url, bytes));
  expect(responses, `${bytes}`).toHaveLength(1);
  expect(unknownHeaders(responses), `${bytes}`).toEqual([]);
  return responses[0] as (typeof responses)[number];
}
