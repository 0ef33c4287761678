import { describe, expect, onTestFinished, test } from "vitest";
import type { EventList } from "../../../generated/sandbox-control-types.ts";
import { CONTROLS } from "../../../src/client/escape-controls.ts";
import { NewEvents } from "../../../src/sandbox/runtime/new-events.ts";
import { asUuid } from "../../../src/sandbox/runtime/randomness.ts";
import type { NewEvent } from "../../../src/sandbox/store/records.ts";
import { describeEvent } from "../../../src/sandbox/timeline/describe-event.ts";
import { logEvents } from "../../../src/sandbox/timeline/log-lines.ts";
import type { SandboxOptions } from "../../../src/sandbox-node/index.ts";
import { jsonLines } from "../../../src/text/json-lines.ts";
import { fetch, Shop, START, startSandbox } from "../company-fixture.ts";
import { operationsById } from "../contract-examples.ts";
import { monthly } from "../subscriptions/subscription-fixtures.ts";

/** The events that the contract shows: there are some of each type. */
const shown = ["page", "settled", "restored"].flatMap((name) => {
  const content = operationsById.get("events.list")?.cursor.at("responses", "200", "content");
  const page = content?.at("application/json", "examples", name, "value").value as EventList;
  return page.data;
});

const lines = [
  "2026-03-12T13:49:20-03:00  postback                    c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d                   503, attempt 2, next 2026-03-12T13:54:20-03:00",
  "2026-03-12T13:48:20-03:00  postback                    c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d                   no response, attempt 1, next 2026-03-12T13:49:20-03:00: No response arrived within 10 seconds.",
  "2026-03-12T13:48:20-03:00  payments.setStatus          c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d        R$ 149,70  200 DISPUTED, 3.2 ms",
  "2026-03-12T13:48:20-03:00  payment status              c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d                   SUCCEEDED → DISPUTED",
  "2026-03-12T13:45:02-03:00  customers.update            8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10                   200, 2.7 ms",
  "2026-03-12T13:45:02-03:00    warning                   8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10                   phone is unknown and was ignored",
  "2026-03-10T00:00:00-03:00  clock.advance                                                                      200, 11.6 ms",
  "2026-03-10T00:00:00-03:00  clock                                                                              → 2026-03-10T00:00:00-03:00",
  "2026-03-10T00:00:00-03:00  subscription charge         b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274         R$ 64,90  SUCCEEDED, attempt 1",
  "2026-03-10T00:00:00-03:00  ledger                      b61f7e03-8a5d-4c92-9f14-d20e7a3c6b58                   sale, 7 entries",
  "2026-04-09T00:00:00-03:00  settlement                  0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846          R$ 8,11  became available to the subaccount",
  "2026-04-09T00:00:00-03:00  settlement                                                               R$ 56,79  became available to the company",
  "2026-03-02T11:20:00-03:00  restore                                                                            snapshot 3e8b5d17-0f42-4c96-b7a1-95d6c2e4f830",
];

describe("describeEvent", () => {
  test("describes each type of event in aligned columns", () => {
    expect(shown.map(describeEvent)).toEqual(lines);
  });

  test.each([
    [{ status: 400, response: null, reasons: ["a", "b"] }, /400, 3\.2 ms: "a"; "b"$/],
    // A fault has closed the connection.
    [{ status: null, response: null }, / no response, 3\.2 ms$/],
    // The amount that a rejected payment would have had.
    [{ response: null, body: { billingData: { amount: 1 } } }, / R\$ 0,01 /],
    [{ reasons: ["\u001b[31m\nforged"] }, /\\u\{1b\}\[31m\\u\{a\}forged"$/],
  ])("describes a request with %j", (change, line) => {
    const request = shown.find((event) => event.type === "request.completed");
    const data = { ...request?.data, ...change };
    expect(describeEvent({ ...request, data } as NewEvent)).toMatch(line);
  });
});

async function openLogged(options: SandboxOptions = {}) {
  const log: string[] = [];
  const sandbox = await startSandbox({ clock: START, log: (line) => log.push(line), ...options });
  onTestFinished(sandbox.close);
  const shop = new Shop(sandbox.url, sandbox);
  await shop.control.clock.get();
  log.length = 0;
  return { shop, sandbox, log };
}

/** Without the time, and in single spaces. */
const inWords = (log: string[]) =>
  log.map((line) =>
    line
      .replace(/^\S+-03:00 /, "")
      .replaceAll(/ +/g, " ")
      .replace(/[\d.]+ ms/, "N ms")
      .trim(),
  );

/** Without postbacks. */
const silent = { billingData: { postbackUrl: undefined } };

describe("the log has", () => {
  test("a request when its response arrives, and those of no company in their own form", async () => {
    const { shop, log } = await openLogged();
    const { id } = await shop.pay("pix", silent);
    await fetch(`${shop.url}/payments`);
    await fetch(`${shop.url}/nowhere`);
    const created = `2026-03-02T09:00:00-03:00  payments.create             ${id}         R$ 49,90  200 PENDING, `;
    expect(log).toEqual([
      "POST /auth 200",
      expect.stringContaining(created),
      expect.stringMatching(/^GET \/payments 401/),
      expect.stringMatching(/^GET \/nowhere 404/),
    ]);
    expect(log[1]?.slice(created.length)).toMatch(/^[\d.]+ ms$/);
  });

  test("what jobs change, and not again what a request says that it changed", async () => {
    const { shop, log } = await openLogged();
    const { id } = await shop.subscription(monthly);
    const { id: pix } = await shop.pay("pix", silent);
    log.length = 0;
    await shop.pay("card", silent);
    await shop.control.clock.advance({ days: 10 });
    expect(inWords(log)).toEqual([
      expect.stringMatching(/^payments\.create \S+ R\$ 149,70 200 SUCCEEDED, N ms$/),
      "clock → 2026-03-12T09:00:00-03:00",
      `payment status ${pix} PENDING → CANCELED`,
      expect.stringMatching(/^payment status \S+ SUCCEEDED$/),
      expect.stringMatching(/^ledger \S+ sale, \d+ entries$/),
      `subscription charge ${id} R$ 49,90 SUCCEEDED, attempt 1`,
      "clock.advance 200, N ms",
    ]);
  });

  test("what the inspector writes, but not what it reads", async () => {
    const { sandbox, log } = await openLogged();
    const [, code] = sandbox.inspectorUrl.split("#code=");
    const { publicKey, url } = sandbox;
    const json = { "content-type": "application/json" };
    const entering = { method: "POST", headers: json, body: JSON.stringify({ code }) };
    const session = await fetch(`${url}/_sandbox/inspector/session`, entering);
    const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const company = asUuid(publicKey.replace("sandbox_public_", ""));
    const headers = { ...json, cookie, "x-sandbox-company": company };
    log.length = 0;
    const read = await fetch(`${url}/payments`, { headers });
    const look = await fetch(`${url}/_sandbox/events?after=1&limit=1`, { headers });
    const writing = { method: "POST", headers, body: `{"days":1}` };
    const write = await fetch(`${url}/_sandbox/clock/advance`, writing);
    expect([read.status, look.status, write.status]).toEqual([200, 200, 200]);
    expect(inWords(log)).toEqual(["clock → 2026-03-03T09:00:00-03:00", "clock.advance 200, N ms"]);
  });

  test("a JSON object in each line, for programs", async () => {
    const { shop, log } = await openLogged({ logFormat: "json" });
    const { id } = await shop.pay("pix", { ...silent, "\u009b31m\u2028": 1 });
    await fetch(`${shop.url}/nowhere`);
    // They could control a terminal, and JSON allows them.
    expect(log.join("")).not.toMatch(CONTROLS);
    const at = "2026-03-02T12:00:00.000Z";
    const time = expect.stringMatching(/^2/);
    const payment = { time, at, resource: { type: "payment", id } };
    const name = "payments.create";
    const outcome = expect.stringMatching(/^200 PENDING, [\d.]+ ms$/);
    const request = { type: "request.completed", name, amount: 4990, outcome, status: 200 };
    expect(log.map((line) => JSON.parse(line)).slice(1)).toEqual([
      { ...payment, ...request, duration: expect.any(Number) },
      {
        ...payment,
        ...{
          type: "request.warned",
          name: "warning",
          outcome: expect.stringContaining("\u009b31m\u2028"),
        },
      },
      {
        ...{ time, method: "GET", path: "/nowhere", status: 404, warnings: [] },
        reasons: [expect.stringContaining("no operation")],
      },
    ]);
  });

  test("no key, wherever an event has it", () => {
    const key = `sandbox_private_${"4e1f".repeat(10)}`;
    const log: string[] = [];
    const newEvents = new NewEvents();
    logEvents(newEvents, (line) => log.push(line()));
    const warned = shown.find(({ type }) => type === "request.warned");
    newEvents.emit([{ ...warned, data: { operationId: "x", warnings: [`a ${key}`] } } as NewEvent]);
    logEvents(newEvents, (line) => log.push(line()), jsonLines(Date.now));
    newEvents.emit([{ ...warned, data: { operationId: "x", warnings: [`a ${key}`] } } as NewEvent]);
    expect(log[0]).toMatch(/ a \[redacted\]$/);
    expect(log[2]).toContain('"a [redacted]"');
  });
});
