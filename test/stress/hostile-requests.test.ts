import { expect, test } from "vitest";
import { Shop } from "../sandbox/company-fixture.ts";
import { receive } from "../sandbox/receiver.ts";
import { bytesOf, type Request } from "./hostile-input/fuzzed-requests.ts";
import { hostileJson, places } from "./hostile-input/hostile-json.ts";
import { largeRequests, postOf } from "./hostile-input/large-requests.ts";
import { commonProblems } from "./hostile-input/response-checks.ts";
import { Connection } from "./keep-alive-connection.ts";
import { launch } from "./sandbox-process.ts";
import { inTime } from "./send-once.ts";

/** The size of the largest body, of a receiver's answer of which all is read, and of a name, in characters. */
const SIZES = { body: 1_000_000, answer: 60_000, name: 10_000 };

/** In milliseconds. No caller is delayed for longer by the requests of another. */
const MAX_WAIT = 500;
/** In milliseconds. No request takes longer. */
const MAX_TIME = 5_000;
/** How often each is sent: the quickest counts, since the machine has other things to do. */
const TIMES = 3;

/** A sandbox with two companies: one that sends hostile requests, and a neighbour that calls meanwhile. */
async function open() {
  const sandbox = await launch(["--quiet"]);
  const shop = new Shop(sandbox.url, sandbox.keys);
  const { data } = await shop.control.companies.create({});
  const neighbour = new Shop(sandbox.url, data);
  const connections = [await Connection.open(sandbox.url), await Connection.open(sandbox.url)];
  const [one, other] = connections as [Connection, Connection];
  const bearer = async (of: Shop) => ["authorization", `Bearer ${await of.token()}`] as const;
  const own = await bearer(shop);
  const call = bytesOf({ method: "GET", target: "/payments", headers: [await bearer(neighbour)] });
  const problems: string[] = [];

  /** Does something in parallel with the neighbour's calls, which it must not hold up. */
  async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
    const longest: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      let isDone = false;
      const working = work().finally(() => (isDone = true));
      working.catch(() => {});
      const waits = [0];
      while (!isDone) waits.push((await inTime(other.send(call))).took);
      await working;
      longest.push(Math.max(...waits));
    }
    const wait = Math.min(...longest);
    if (wait > MAX_WAIT) problems.push(`${what} holds up others for ${Math.round(wait)} ms`);
  }

  async function send(what: string, { headers, ...request }: Request): Promise<void> {
    const bytes = bytesOf({ ...request, headers: [own, ...headers] });
    await measure(what, async () => {
      const response = await inTime(one.send(bytes), MAX_TIME);
      const found = commonProblems(response);
      problems.push(...found.map((problem) => `${what}: ${problem.slice(0, 300)}`));
    });
  }

  return { shop, measure, send, problems, complaints: sandbox.complaints };
}

test("the largest and hardest requests delay no other caller", async () => {
  const { send, problems, complaints } = await open();
  for (const [kind, make] of Object.entries(hostileJson)) {
    for (const [place, put] of Object.entries(places))
      await send(`${kind} in ${place}`, postOf("/payments", put(make(SIZES.body))));
    // What was remembered is read again.
    const log = { method: "GET", target: "/_sandbox/requests?limit=100", headers: [] };
    await send(`the log after ${kind}`, log);
  }
  for (const [what, request] of Object.entries(largeRequests)) await send(what, request);
  expect(problems.slice(0, 20)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("hostile answers of a receiver delay no other caller", async () => {
  const { shop, measure, problems, complaints } = await open();
  let body = "";
  const receiver = await receive((response) => void response.writeHead(200).end(body));
  const billingData = { postbackUrl: receiver.url };
  for (const [kind, make] of Object.entries(hostileJson)) {
    body = make(SIZES.answer);
    await measure(kind, async () => {
      const { id } = await shop.pay("pix", { billingData });
      await expect
        .poll(async () => (await shop.control.postbacks.list({ resourceId: id })).data, {
          timeout: 10_000,
        })
        .toMatchObject([{ status: "DELIVERED" }]);
    });
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the documents of a hostile name delay no other caller", async () => {
  const { shop, measure, problems, complaints } = await open();
  for (const part of ["a", "a ", "é", "(", "\\", "\u0000", "👩‍👩‍👧‍👦 "]) {
    const firstName = part.repeat(SIZES.name / part.length);
    const billet = await shop.pay("billet", { customerData: { firstName } });
    const [path = ""] = JSON.stringify(billet).match(/\/_sandbox\/files\/[\w./-]+/) ?? [];
    await measure(`the billet of ${JSON.stringify(part)}`, async () => {
      expect((await fetch(shop.url + path)).status).toBe(200);
    });
  }
  expect(problems).toEqual([]);
  expect(complaints).toEqual([]);
});
