import { operations } from "../../../generated/operations.ts";
import type { Payment } from "../../../generated/types.ts";
import { createRouter } from "../../contract/router.ts";
import { forwardedUrl, isLoopback } from "../../http-server/server-address.ts";
import type { InProcessSandbox, SandboxFetch } from "../../sandbox/in-process-sandbox.ts";
import { callFaults, type FaultyStory, postbackFaults } from "./faults.ts";
import { type Payments, short } from "./payments.ts";
import { within } from "./within.ts";

/** What goes wrong with one call of the shop: the next of these. */
export interface CallFault {
  calls: "payments.create" | "payments.refund" | "reads" | "all";
  how: keyof typeof callFaults;
}

/** A postback that was sent. */
export interface Postback {
  eventId: string;
  /** As the subject of a sentence. */
  name: string;
  /** How the latest attempt failed. */
  failure?: string | undefined;
}

type Receive = (request: Request) => Response | Promise<Response>;

/** A process of the shop, from its start to its end. */
export class ShopProcess {
  /** Where postbacks go, once it is ready. */
  receive: Receive | undefined;
  isOver = false;
  end = () => {};
  readonly ended = new Promise<undefined>((resolve) => {
    this.end = () => {
      this.isOver = true;
      resolve(undefined);
    };
  });
}

/** The story to which a network belongs. */
interface NetworkStory extends FaultyStory {
  readonly payments: Payments;
}

// Not the sandbox's own routes, which would come into the package a second time.
const findOperation = createRouter(
  Object.entries(operations).map(([id, definition]) => {
    const [method = "", path = ""] = definition.split(" ");
    return { id, method, path };
  }),
);

/** How long the shop may take to answer a postback, in milliseconds. */
const POSTBACK_TIMEOUT = 10_000;
/** The same for a shop that has not answered before. It gets every attempt. */
const SILENT_TIMEOUT = 500;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** What lies between a shop and its sandbox: it loses, delays, repeats and fails what passes. */
export class Network {
  readonly #sandbox: InProcessSandbox;
  readonly #story: NetworkStory;
  #end = () => {};
  readonly #isOver = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #postbackTimeout = POSTBACK_TIMEOUT;
  process = new ShopProcess();
  /** What goes on: calls, deliveries and clicks. */
  readonly open = new Set<Promise<unknown>>();
  readonly callFaults: CallFault[] = [];
  readonly postbackFaults: (keyof typeof postbackFaults)[] = [];
  /** The postbacks that were sent, the first one first. */
  readonly postbacks = new Map<string, Postback>();
  /** The requests of the shop that were refused as invalid. */
  readonly refused: string[] = [];

  constructor(sandbox: InProcessSandbox, story: NetworkStory) {
    this.#sandbox = sandbox;
    this.#story = story;
  }

  /** Adds something to what goes on, until it ends. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.open.add(work);
    try {
      return await work;
    } finally {
      this.open.delete(work);
    }
  }

  /** Lets no call wait any more: its timeout would keep this process alive, and all that the story has. */
  end(): void {
    this.process.end();
    this.#end();
  }

  /** Begins a process of the shop, and ends the one before. */
  begin(): ShopProcess {
    this.process.end();
    this.process = new ShopProcess();
    return this.process;
  }

  /** What a process of the shop reaches the service with. When it has ended, none of its calls is answered before the story ends. */
  fetchFor(process: ShopProcess): SandboxFetch {
    return (input, init) =>
      new Promise((resolve, reject) => {
        this.#isOver.then(() => reject(new TypeError("fetch failed: the story is over")));
        const isWhole = input instanceof Request && init === undefined;
        const request = isWhole ? input : new Request(input, init);
        request.signal.addEventListener("abort", () => reject(request.signal.reason));
        if (process.isOver) return;
        this.during(this.#call(request)).then(
          (response) => process.isOver || resolve(response),
          (error) => process.isOver || reject(error),
        );
      });
  }

  async #call(request: Request): Promise<Response> {
    const { method } = request;
    const { origin, pathname } = new URL(request.url);
    if (origin !== this.#sandbox.url)
      throw new TypeError(`explore reaches nothing but the sandbox, and not ${request.url}`);
    const id = findOperation(pathname)?.methods.get(method)?.id ?? `${method} ${pathname}`;
    const place = this.callFaults.findIndex(({ calls }) => isCallOf(calls, id, method));
    const [fault] = place < 0 ? [] : this.callFaults.splice(place, 1);
    const { payments } = this.#story;
    const isLost = fault !== undefined && fault.how !== "afterPostbacks";
    const send = async () => {
      const response = await this.#sandbox.fetch(request);
      // Reading and copying every answer would slow down all stories.
      if (method === "GET" && response.ok && !payments.hasHidden) return response;
      const text = await response.text();
      const payment = this.#read(id, method, response, text);
      if (!isLost) payments.show(text);
      else if (payment) Object.assign(payment, { wasLost: true, isHidden: true });
      const { status, headers } = response;
      return new Response(text || null, { status, headers });
    };
    return fault ? callFaults[fault.how].pass(send, id, this.#story) : send();
  }

  /** Notes what an answer says, and returns the payment that the shop has made or changed. */
  #read(id: string, method: string, { ok, status }: Response, text: string) {
    const { payments, write } = this.#story;
    if (!ok) {
      if (!isInvalid(id, status, text)) return undefined;
      const refusal = `${id} was refused with ${status}: ${shownError(text)}`;
      write(refusal);
      this.refused.push(refusal);
    } else if (method === "POST" && id.startsWith("payments.")) {
      const payment = payments.see(JSON.parse(text).data);
      write(`${id}: payment ${short(payment.id)} is ${payment.status}.`);
      return payment;
    } else if (method !== "GET" && id !== "auth.createToken") payments.isStale = true;
    return undefined;
  }

  /** Receives a postback in place of the shop. What it answers is what the service gets. */
  async receive(request: Request): Promise<Response> {
    const body = await request.text();
    const { eventId, data } = JSON.parse(body) as { eventId: string; data: Payment };
    const name = `The postback "${short(data.id)} is ${data.status}"`;
    const postback: Postback = this.postbacks.get(eventId) ?? { eventId, name };
    this.postbacks.set(eventId, postback);
    const fault = this.postbackFaults.shift();
    const send = () => this.during(this.#deliver(name, request.url, body));
    try {
      const answer = await (fault ? postbackFaults[fault].pass(send, name, this.#story) : send());
      postback.failure = answer.ok ? undefined : `the shop answered ${answer.status}`;
      return answer;
    } catch (error) {
      postback.failure = "no answer";
      throw error;
    }
  }

  async #deliver(name: string, url: string, body: string): Promise<Response> {
    const { process } = this;
    const headers = { "content-type": "application/json" };
    try {
      if (!process.receive) throw new TypeError("the shop is restarting");
      const cut = process.ended.then(() => {
        throw new TypeError("the connection was cut");
      });
      const received = process.receive(new Request(url, { method: "POST", headers, body }));
      const answer = await within(this.#postbackTimeout, Promise.race([received, cut]), () => {
        this.#postbackTimeout = SILENT_TIMEOUT;
        throw new TypeError("no answer came in time");
      });
      this.#story.write(`${name} arrived: the shop answered ${answer.status}.`);
      return answer;
    } catch (error) {
      const ended = process.isOver ? ", and the shop's process ended" : "";
      this.#story.write(`${name} arrived${ended}: no answer.`);
      throw error;
    }
  }

  /** The postbacks whose latest attempt failed. */
  get undelivered(): Postback[] {
    return [...this.postbacks.values()].filter(({ failure }) => failure);
  }

  /** What was to go wrong no longer does. */
  heal(): void {
    this.callFaults.length = 0;
    this.postbackFaults.length = 0;
  }
}

/**
 * Where postbacks go: a function as it is, or a server on this machine.
 * @throws {TypeError} for any other address, which belongs to somebody else.
 */
export function receiverOf(postbacks: Receive | string): Receive {
  if (typeof postbacks === "function") return postbacks;
  const target = new URL(postbacks);
  if (target.protocol !== "http:" || !isLoopback(target.hostname))
    throw new TypeError(
      `explore delivers postbacks to this machine only, and not to ${target.origin}`,
    );
  return (request) =>
    fetch(new Request(forwardedUrl(target, request.url), request), { redirect: "manual" });
}

function isCallOf(calls: CallFault["calls"], id: string, method: string): boolean {
  return calls === "all" || calls === id || (calls === "reads" && method === "GET");
}

/** Whether a shop has asked for what never makes sense. A token may expire, and a rule of the business may say no. */
function isInvalid(id: string, status: number, text: string): boolean {
  if (status === TOO_MANY || status >= SERVER_ERROR) return false;
  if (status === UNAUTHORIZED) return id === "auth.createToken";
  return status !== BAD_REQUEST || !text.includes('"returnCode"');
}

function shownError(text: string): string {
  try {
    return [JSON.parse(text).data.message].flat().join("; ");
  } catch {
    return text.slice(0, 100);
  }
}
