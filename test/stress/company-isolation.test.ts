import { afterEach, expect, test } from "vitest";
import { Shop } from "../sandbox/company-fixture.ts";
import { hostileJson, places } from "../sandbox/http/hostile-json.ts";
import { receive } from "../sandbox/receiver.ts";
import { bytesOf } from "./generate-valid-requests.ts";
import { Connection, type Whole } from "./keep-alive-connection.ts";
import { commonProblems } from "./response-checks.ts";
import { type Watched, watchSandbox } from "./sandbox-process.ts";
import { seed } from "./seeded-random.ts";
import { inTime } from "./send-once.ts";

/**
 * The sizes of what is sent, in bytes: those of which a log keeps all, and those up to the largest that
 * is taken.
 */
const SIZES = {
  small: [1_000, 9_000],
  large: [64_000, 512_000, 1_000_000],
  answers: [4_000, 60_000],
};

/** In milliseconds. No caller is delayed for longer by the requests of another. */
const MAX_WAIT = 500;
/** How often each is sent: the quickest counts, since the machine has other things to do. */
const TIMES = 3;
/** The factor beyond linear time, and the constant, that larger inputs may take. */
const SLACK = 4;
const NOISE = 25;

let sandbox: Watched | undefined;

afterEach(({ task }) => {
  sandbox?.kill();
  if (task.result?.state === "fail") task.meta.figures = { seed, ...task.meta.figures };
});

/** A sandbox with two companies: one that sends hostile requests, and its neighbour. */
async function arrive() {
  sandbox = await watchSandbox(() => false);
  const { url, keys } = sandbox;
  const shop = new Shop(url, keys);
  const { data } = await shop.control.companies.create({});
  const neighbour = await Neighbour.open(new Shop(url, data));
  const token = await shop.token();
  const connection = await Connection.open(url);
  const send = (method: string, target: string, json?: string): Promise<Whole> => {
    const headers = [
      ["authorization", `Bearer ${token}`],
      ["content-type", "application/json"],
    ] as const;
    const sent = connection.send(
      bytesOf({
        method,
        target,
        headers,
        body: json === undefined ? undefined : Buffer.from(json),
      }),
    );
    return inTime(sent);
  };
  return { watched: sandbox, shop, neighbour, send };
}

/** A caller that sends requests repeatedly, and records how long each response takes. */
class Neighbour {
  readonly #connection: Connection;
  readonly #call: Buffer;

  private constructor(connection: Connection, call: Buffer) {
    this.#connection = connection;
    this.#call = call;
  }

  static async open(shop: Shop): Promise<Neighbour> {
    await shop.pay("pix");
    const headers = [["authorization", `Bearer ${await shop.token()}`]] as const;
    const call = bytesOf({ method: "GET", target: "/payments", headers });
    return new Neighbour(await Connection.open(shop.url), call);
  }

  /** Calls until something is done, or this many times. Returns how long each call waited. */
  async waits(until: Promise<unknown> | number): Promise<number[]> {
    const took: number[] = [];
    let isDone = false;
    if (typeof until !== "number") until.finally(() => (isDone = true)).catch(() => {});
    while (typeof until === "number" ? took.length < until : !isDone) {
      took.push((await inTime(this.#connection.send(this.#call))).took);
    }
    return took;
  }
}

interface Sample {
  what: string;
  size: number;
  took: number;
  /** The longest that the neighbour waited. */
  wait: number;
}

/** Does something a few times in parallel with the neighbour's calls. Of each figure the best counts. */
async function measure(
  neighbour: Neighbour,
  what: string,
  size: number,
  work: () => Promise<unknown>,
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let time = 0; time < TIMES; time++) {
    const began = performance.now();
    const working = work();
    const waits = await neighbour.waits(working);
    await working;
    samples.push({ what, size, took: performance.now() - began, wait: Math.max(0, ...waits) });
  }
  return {
    ...{ what, size },
    took: Math.min(...samples.map(({ took }) => took)),
    wait: Math.min(...samples.map(({ wait }) => wait)),
  };
}

/** What takes more time than in proportion to its size, or holds up the neighbour. */
function problemsIn(samples: readonly Sample[]): string[] {
  const slow = samples.filter(({ wait }) => wait > MAX_WAIT);
  const steep = [...Map.groupBy(samples, ({ what }) => what).values()].flatMap((of) =>
    of.slice(1).filter(({ size, took }, at) => {
      const before = of[at] as Sample;
      return took > (size / before.size) * before.took * SLACK + NOISE;
    }),
  );
  const describeSample = ({ what, size, took, wait }: Sample) =>
    `${what}, ${size} bytes: ${Math.round(took)} ms, another waits ${Math.round(wait)} ms`;
  return [
    ...slow.map((sample) => `it holds up others: ${describeSample(sample)}`),
    ...steep.map((sample) => `it takes more than in proportion: ${describeSample(sample)}`),
  ];
}

function figuresOf(samples: readonly Sample[], usual: readonly number[]) {
  const middle = usual.toSorted((one, other) => one - other)[Math.floor(usual.length / 2)] ?? 1;
  const worst = samples.toSorted((one, other) => other.wait - one.wait)[0];
  return {
    "measured, each the best of three": samples.length,
    "another's usual wait, ms": middle.toFixed(1),
    "its longest usual wait, ms": Math.max(...usual).toFixed(1),
    "its longest wait beside these, ms": `${worst?.wait.toFixed(1)}, for ${worst?.what}`,
    "that is times the usual": ((worst?.wait ?? 0) / middle).toFixed(0),
  };
}

test("hostile bodies take linear time, and delay no others", async ({ task }) => {
  const { watched, neighbour, send } = await arrive();
  const usual = await neighbour.waits(300);
  const samples: Sample[] = [];
  const problems: string[] = [];
  for (const [kind, make] of Object.entries(hostileJson)) {
    for (const [place, put] of Object.entries(places)) {
      for (const size of [...SIZES.small, ...SIZES.large]) {
        const json = put(make(size));
        const what = `${kind} in ${place}`;
        const sample = await measure(neighbour, what, size, async () => {
          const response = await send("POST", "/payments", json);
          problems.push(...commonProblems(response).map((problem) => `${what}: ${problem}`));
        });
        samples.push(sample);
      }
    }
    // What was remembered is read again.
    samples.push(
      await measure(neighbour, `the requests after ${kind}`, 1, async () => {
        const { status } = await send("GET", "/_sandbox/requests?limit=100");
        if (status !== 200) problems.push(`the requests after ${kind} answer ${status}`);
      }),
    );
  }
  task.meta.figures = figuresOf(samples, usual);
  expect(problems.map((problem) => problem.slice(0, 300)).slice(0, 20)).toEqual([]);
  expect(problemsIn(samples)).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test("hostile responses of a receiver do not delay other callers", async ({ task }) => {
  const { watched, shop, neighbour } = await arrive();
  let body = "";
  const receiver = await receive((response) => void response.writeHead(200).end(body));
  const usual = await neighbour.waits(300);
  const samples: Sample[] = [];
  const notDelivered: string[] = [];
  for (const [kind, make] of Object.entries(hostileJson)) {
    for (const size of SIZES.answers) {
      body = make(size);
      const what = `the answer of ${kind}`;
      const sample = await measure(neighbour, what, size, async () => {
        const { id } = await shop.pay("pix", { billingData: { postbackUrl: receiver.url } });
        await shop.decide(id, "PAID");
        if (!(await isDelivered(shop, id))) notDelivered.push(`${what}, ${size} bytes`);
      });
      samples.push(sample);
    }
  }
  task.meta.figures = figuresOf(samples, usual);
  expect(notDelivered).toEqual([]);
  expect(problemsIn(samples)).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

/** Whether all postbacks of a payment arrive. */
async function isDelivered({ control }: Shop, resourceId: string): Promise<boolean> {
  for (let time = 0; time < 200; time++) {
    const { data } = await control.postbacks.list({ resourceId });
    if (data.length > 0 && data.every(({ status }) => status === "DELIVERED")) return true;
    if (data.some(({ attempts }) => attempts.some(({ status }) => status !== 200))) return false;
  }
  return false;
}

test("the documents of a hostile name take linear time, and delay no others", async ({ task }) => {
  const { watched, shop, neighbour, send } = await arrive();
  const usual = await neighbour.waits(300);
  const samples: Sample[] = [];
  for (const part of ["a", "a ", "é", "(", "\\", "\u0000", "👩‍👩‍👧‍👦 "]) {
    for (const size of SIZES.large) {
      const firstName = part.repeat(
        size / Math.max(2, Buffer.byteLength(JSON.stringify(part)) - 1),
      );
      const billet = await shop.pay("billet", { customerData: { firstName } });
      const [path = ""] = JSON.stringify(billet).match(/\/_sandbox\/files\/[\w./-]+/) ?? [];
      const what = `the billet of ${JSON.stringify(part)}`;
      samples.push(await measure(neighbour, what, size, () => send("GET", path)));
    }
  }
  task.meta.figures = figuresOf(samples, usual);
  expect(problemsIn(samples)).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
