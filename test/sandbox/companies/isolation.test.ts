import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isList, isPublic } from "../../../src/contract/operations.ts";
import type { Sandbox } from "../../../src/sandbox-node/index.ts";
import { firstOf } from "../../nightly.ts";
import {
  type Callable,
  callables,
  make,
  type Request,
} from "../../stress/hostile-input/fuzzed-requests.ts";
import { Chance } from "../../stress/seeded-random.ts";
import { fetch, NOBODY, START, startSandbox } from "../company-fixture.ts";
import { operationsById } from "../contract-examples.ts";
import {
  type Company,
  everythingOf,
  furnishedCompany,
  newCompany,
  TIMELINE_READS,
} from "./furnished-company.ts";

/** Marks the place of an id in a request. */
const PLACE = "11111111-2222-4333-8444-555555555555";

/** Every name of an id in the requests of every operation. */
const places = callables
  .filter(({ isPublic }) => !isPublic)
  .flatMap((callable) => idsNamedBy(callable).map((name) => ({ id: callable.id, name, callable })));
const tried = new Set<string>();

let sandbox: Sandbox;
let anotherSandbox: Sandbox;
let ana: Company;
/** The ids of all that she has, and of herself, in lower and in upper case. */
let anasIds: string[];
/** Her data, which no test changes. */
let before: string[];

beforeAll(async () => {
  // The clocks do not move, so that unchanged data read the same.
  sandbox = await startSandbox({ clock: START });
  // In memory and without a seed, all sandboxes on loopback have the same keys.
  anotherSandbox = await startSandbox({ clock: START, seed: "another" });
  ana = await furnishedCompany(sandbox, "Ana");
  const ids = [...new Set([...Object.values(ana.has).flat(), `${ana.files[0]?.split("/")[3]}`])];
  anasIds = [...ids, ...ids.map((id) => id.toUpperCase())];
  before = await everythingOf(ana);
});

afterAll(async () => {
  await sandbox.close();
  await anotherSandbox.close();
});

const STRANGERS = firstOf(1, [
  { who: "another company", where: () => sandbox },
  { who: "a company of another sandbox", where: () => anotherSandbox },
]);

describe.each(STRANGERS)("$who, with ids of Ana's,", ({ who, where }) => {
  test.each(places)("gets the same response from $id as with an unknown $name", async (place) => {
    const bia = await furnishedCompany(where(), "Bia");
    const { request, ofNobody } = await decisiveRequest(place, bia);
    for (const id of anasIds) {
      const response = await send(bia, withId(request, id));
      expect(response.replaceAll(id, NOBODY), JSON.stringify([id, request])).toBe(ofNobody);
    }
    tried.add(`${who} ${place.id} ${place.name}`);
  });

  test("has changed none of her data", async () => {
    expect(await everythingOf(ana)).toEqual(before);
  });

  test.each([
    { what: "clock", path: "/_sandbox/clock/advance", json: { days: 400 } },
    { what: "reset", path: "/_sandbox/reset" },
  ])("changes none of her data with its $what", async ({ path, json }) => {
    const { shop, token } = await furnishedCompany(where(), "Bia");
    expect(await shop.send("POST", path, { token, json })).toMatchObject({ status: 200 });
    expect(await everythingOf(ana)).toEqual(before);
  });

  test("finds none of her data in its lists, its balance and its log", async () => {
    const { shop, token } = await newCompany(where());
    // Those whose path has an id are tried with hers, like all others that name one.
    const lists = [...operationsById.values()].filter(
      (one) =>
        isList(one) &&
        !isPublic(one) &&
        !one.pathItem.key.includes("{") &&
        !TIMELINE_READS.has(`${one.id}`),
    );
    for (const { id, pathItem } of lists) {
      const { body } = await shop.send("GET", pathItem.key, { token });
      expect(body, id).toMatchObject({ data: [], meta: { total: 0 } });
    }
    expect(await shop.balance()).toEqual({ available: 0, receivable: [], subaccounts: [] });
    const { data: requests } = await shop.control.requests.list({ limit: 100 });
    // Those of the service: what only reads the controls is not recorded.
    const recorded = lists.filter(({ pathItem }) => !pathItem.key.startsWith("/_sandbox/"));
    expect(requests.map(({ operationId }) => operationId)).toEqual(
      recorded.map(({ id }) => id).toReversed(),
    );
    const { data: events } = await shop.control.events.list({ limit: 100 });
    expect(events.map(({ cause }) => cause.requestId)).toEqual(requests.map(({ id }) => id));
  });
});

test("every id that a request can name is Ana's, and was tried", () => {
  expect(places.filter(({ name }) => !(name in ana.has))).toEqual([]);
  expect(tried.size).toBe(STRANGERS.length * places.length);
  expect(new Set(places.map(({ name }) => name))).toEqual(new Set(Object.keys(ana.has)));
});

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
async function decisiveRequest({ id, name, callable }: (typeof places)[number], company: Company) {
  const { has, token, shop } = company;
  const chance = new Chance("decisive", id, name);
  const keys: Record<string, string> = { ...shop.keys, token };
  const known = (asked: string) => {
    if (asked === name) return PLACE;
    return has[asked] ? chance.pick(has[asked]) : keys[asked];
  };
  for (let time = 0; time < MAX_TRIES; time++) {
    const request = make(callable, { chance, known });
    const { target, headers, body } = request;
    if (!JSON.stringify([target, headers, `${body}`]).includes(PLACE)) continue;
    const ofNobody = await send(company, withId(request, NOBODY));
    const own = await send(company, withId(request, chance.pick(has[name] ?? [])));
    if (own !== ofNobody && (await send(company, withId(request, NOBODY))) === ofNobody) {
      return { request, ofNobody };
    }
  }
  throw new Error(`No request for ${id} was found that ${name} decides.`);
}

function withId({ method, target, headers, body }: Request, id: string): Request {
  return {
    method,
    target: target.replaceAll(PLACE, id),
    headers: headers.map(([name, value]) => [name, value.replaceAll(PLACE, id)] as const),
    body: body && Buffer.from(`${body}`.replaceAll(PLACE, id)),
  };
}

/** The status and the text of a response. */
async function send({ shop, token }: Company, request: Request): Promise<string> {
  const { method, target, headers, body } = request;
  const { host, ...others } = Object.fromEntries(headers);
  const response = await fetch(shop.url + target, {
    method,
    headers: { authorization: `Bearer ${token}`, ...others },
    ...(body && { body: `${body}` }),
  });
  return `${response.status} ${await response.text()}`;
}
