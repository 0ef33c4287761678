import { operations } from "../../../generated/operations.ts";
import type { Payment } from "../../../generated/types.ts";
import { createRouter } from "../../contract/router.ts";
import type { SandboxFetch } from "../../sandbox/in-process-sandbox.ts";
import { webTimers } from "../../sandbox/runtime/timers.ts";
import type { Truth } from "./truth.ts";

/** What goes wrong with one call of the shop. */
export interface CallFault {
  /** The calls that it may happen to: the next of these. */
  calls: "payments.create" | "payments.refund" | "reads" | "all";
  how: "answerLost" | "failsBefore" | "failsAfter" | "afterPostbacks" | "restart";
}

/** What goes wrong with the next postback. */
export interface PostbackFault {
  how: "twiceAtOnce" | "lost" | "answerLost" | "restart";
  /** How many attempts are lost. */
  times: number;
}

/** The process of a shop, from its opening to its end. */
interface Life {
  /** The calls and deliveries in progress. */
  open: number;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  isOver: boolean;
  end(): void;
}

/** A postback that was sent. */
interface SentPostback {
  readonly eventId: string;
  readonly sentence: string;
  /** How many more attempts are lost. */
  losing: number;
  /** Whether the shop has accepted it. The service does not retry one that it sends again when asked to. */
  isAccepted: boolean;
  /** How the latest attempt failed, and whether that was made to happen. */
  failure?: { answer: string; isOurs: boolean } | undefined;
}

/** The story to which a network belongs. */
export interface NetworkStory {
  readonly truth: Truth;
  readonly database: "works" | "slow" | "fails";
  /** Writes a line. */
  write(sentence: string): void;
  /** Ends the process of the shop, and opens it again. */
  restart(): void;
}

type Receive = (request: Request) => Response | Promise<Response>;

const METHOD_AND_PATH = /^(\S+) (\S+)/;
const findOperation = createRouter(
  Object.entries(operations).map(([id, definition]) => {
    const [, method = "", path = ""] = METHOD_AND_PATH.exec(definition) ?? [];
    return { id, method, path };
  }),
);

/** How many turns of the event loop an answer waits for the postbacks that it caused. Their handler may wait for it. */
const MAX_TURNS = 150;
/** How long a shop that has not answered before is waited for, in milliseconds. It gets every attempt. */
const SILENT_TIMEOUT = 500;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** What lies between a shop and its sandbox: it loses, delays, repeats and fails what passes. */
export class Network {
  readonly #service: SandboxFetch;
  readonly #url: string;
  readonly #story: NetworkStory;
  /** Undefined while no process of the shop is ready. */
  #receive: Receive | undefined;
  #life = newLife();
  #callFaults: CallFault[] = [];
  #postbackFaults: PostbackFault[] = [];
  /** The calls that the service is at work on. */
  readonly #serving = new Set<Promise<Response>>();
  /** Whether the shop has let a postback wait for as long as the service does. */
  #isSilent = false;
  #begun = 0;
  #wake = () => {};
  /** The postbacks that were sent, the first one first. */
  readonly sent: SentPostback[] = [];
  /** The requests of the shop that were refused as invalid. */
  readonly refused: string[] = [];
  /** The payments that a lost answer told of. */
  readonly lost = new Set<string>();

  constructor(service: SandboxFetch, url: string, story: NetworkStory) {
    this.#service = service;
    this.#url = `${url}/`;
    this.#story = story;
  }

  /** How many calls and deliveries have begun. */
  get begun(): number {
    return this.#begun;
  }

  /** Resolves when the process of the shop ends. */
  get processEnded(): Promise<void> {
    return this.#life.ended;
  }

  /** The postbacks whose latest attempt failed. */
  get undelivered(): SentPostback[] {
    return this.sent.filter(({ failure }) => failure);
  }

  get isIdle(): boolean {
    return this.#life.open === 0;
  }

  /** Resolves when a call or a delivery has ended. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Begins the life of a process of the shop, and ends the one before: none of its calls is answered any more. */
  connect(): SandboxFetch {
    this.#life.end();
    const life = newLife();
    this.#life = life;
    this.#wake();
    return (input, init) => {
      const isWhole = input instanceof Request && init === undefined;
      return this.#call(life, isWhole ? input : new Request(input, init));
    };
  }

  /** Where postbacks go from now on. Undefined while the shop restarts. */
  deliverTo(receive: Receive | undefined): void {
    this.#receive = receive;
  }

  /** Resolves when the service has done what it was asked for, also by a process that has ended. */
  async served(): Promise<void> {
    await Promise.allSettled(this.#serving);
  }

  /** Nothing reaches the shop any more. */
  disconnect(): void {
    this.#life.end();
  }

  failCall(fault: CallFault): void {
    this.#callFaults.push(fault);
  }

  failPostback(fault: PostbackFault): void {
    this.#postbackFaults.push(fault);
  }

  /** What was to go wrong no longer does. */
  heal(): void {
    this.#callFaults = [];
    this.#postbackFaults = [];
    for (const each of this.sent) each.losing = 0;
  }

  async #call(life: Life, request: Request): Promise<Response> {
    if (life.isOver) return never();
    if (!request.url.startsWith(this.#url))
      throw new TypeError(`explore reaches nothing but the sandbox, and not ${request.url}`);
    const { method, url } = request;
    const path = `/${url.slice(this.#url.length)}`.replace(/\?.*/, "");
    const id = findOperation(path)?.methods.get(method)?.id ?? `${method} ${path}`;
    const fault = take(this.#callFaults, ({ calls }) => isCallOf(calls, id, method));
    return this.#during(life, async () => {
      if (fault?.how === "failsBefore") {
        this.#story.write(`The service answered 503 to ${id}, and did nothing.`);
        return unavailable();
      }
      const served = this.#service(request);
      this.#serving.add(served);
      const response = await served.finally(() => this.#serving.delete(served));
      return this.#answer(life, { id, method }, response, fault);
    });
  }

  async #answer(
    life: Life,
    { id, method }: { id: string; method: string },
    response: Response,
    fault: CallFault | undefined,
  ): Promise<Response> {
    const { status, headers } = response;
    const { truth } = this.#story;
    // Reading and copying every answer would slow down all stories.
    if (method === "GET" && response.ok && !fault && !truth.hasHidden) return response;
    const text = await response.text();
    const payment = method === "POST" && response.ok ? paymentIn(id, text) : undefined;
    if (payment) {
      truth.see(payment);
      this.#story.write(`${id}: payment ${short(payment.id)} is ${payment.status}.`);
    } else if (response.ok && method !== "GET" && id !== "auth.createToken") {
      truth.isStale = true;
    } else if (isInvalid(id, status, text)) {
      const refusal = `${id} was refused with ${status}: ${shownError(text)}`;
      this.#story.write(refusal);
      this.refused.push(refusal);
    }
    if (fault) {
      const told = await this.#fail(fault, id, payment);
      if (life.isOver) return never();
      if (told === "lost") throw new TypeError("fetch failed: the connection was cut");
      if (told === "failed") return unavailable();
    }
    truth.show(text);
    return new Response(text || null, { status, headers });
  }

  async #fail(
    { how }: CallFault,
    id: string,
    payment: Payment | undefined,
  ): Promise<"lost" | "failed" | "answered"> {
    if (payment && how !== "afterPostbacks") this.lost.add(payment.id);
    if (how === "answerLost") {
      this.#story.write(`The answer to ${id} got lost.`);
      return "lost";
    }
    if (how === "failsAfter") {
      this.#story.write(`The shop got a 503 in place of the answer to ${id}.`);
      return "failed";
    }
    if (how === "restart") {
      this.#story.write(`The shop's process ended before the answer to ${id} arrived.`);
      this.#story.restart();
    } else if (payment && (await this.#untilDelivered())) {
      this.#story.write(`The postback arrived before the answer to ${id}.`);
    }
    return "answered";
  }

  /** Waits until a postback has been delivered. Returns false if none is. */
  async #untilDelivered(): Promise<boolean> {
    const { open } = this.#life;
    const before = this.#begun;
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await webTimers.nextTurn();
      if (this.#begun > before && this.#life.open <= open) return true;
      if (turn > MAX_TURNS / 5 && this.#begun === before) return false;
    }
    return this.#begun > before;
  }

  /** Receives a postback in place of the shop. What it answers is what the service gets. */
  async receive(request: Request): Promise<Response> {
    const { url } = request;
    const body = await request.text();
    const postback = this.#sentOf(body);
    const { sentence } = postback;
    const fault = postback.losing > 0 ? undefined : this.#postbackFaults.shift();
    if (fault?.how === "lost") postback.losing = fault.times;
    if (postback.losing > 0) {
      const times = postback.losing === 1 ? "" : ` ${postback.losing} times`;
      if (fault) this.#story.write(`${sentence} got lost${times}.`);
      postback.losing -= 1;
      postback.failure = { answer: "nothing", isOurs: true };
      return unavailable();
    }
    const life = this.#life;
    const isReady = this.#receive !== undefined;
    const isTroubled = () => this.#story.database !== "works";
    try {
      const copies = fault?.how === "twiceAtOnce" ? [body, body] : [body];
      const posts = Promise.all(copies.map((each) => this.#post(url, each, request.signal)));
      if (fault?.how === "restart") void webTimers.nextTurn().then(() => this.#story.restart());
      const answers = await posts;
      const [answer] = answers as [Response];
      const twice = answers.length > 1 ? " twice at the same time" : "";
      const shown = answers.map(({ status }) => `the shop answered ${status}`);
      this.#story.write(`${sentence} arrived${twice}: ${shown.join(" and ")}.`);
      if (fault?.how === "answerLost") {
        this.#story.write("The service did not get the answer to it.");
        postback.failure = { answer: shown.join(), isOurs: true };
        return unavailable();
      }
      const isOurs = postback.isAccepted || isTroubled();
      postback.failure = answer.ok ? undefined : { answer: shown.join(), isOurs };
      postback.isAccepted ||= answer.ok;
      return answer;
    } catch (error) {
      const ended = life.isOver ? ", and the shop's process ended" : "";
      this.#story.write(`${sentence} arrived${ended}: no answer.`);
      postback.failure = { answer: "no answer", isOurs: life.isOver || !isReady || isTroubled() };
      throw error;
    }
  }

  #sentOf(body: string): SentPostback {
    const { eventId, data } = JSON.parse(body) as { eventId: string; data: Payment };
    const known = this.sent.find((each) => each.eventId === eventId);
    if (known) return known;
    const sentence = `The postback "${short(data.id)} is ${data.status}"`;
    const postback = { eventId, sentence, losing: 0, isAccepted: false };
    this.sent.push(postback);
    return postback;
  }

  /** Nobody waits for an answer any more when the signal aborts. */
  #post(url: string, body: string, signal: AbortSignal): Promise<Response> {
    const life = this.#life;
    const headers = { "content-type": "application/json" };
    return this.#during(life, async () => {
      if (!this.#receive) throw new TypeError("the shop is restarting");
      const answer = this.#receive(new Request(url, { method: "POST", headers, body }));
      const cut = life.ended.then(() => {
        throw new TypeError("the connection was cut");
      });
      let cancel = () => {};
      const late = new Promise<never>((_, reject) => {
        const giveUp = () => {
          this.#isSilent = true;
          reject(new TypeError("no answer came in time"));
        };
        signal.addEventListener("abort", giveUp);
        if (this.#isSilent) cancel = webTimers.after(SILENT_TIMEOUT, giveUp);
      });
      return Promise.race([answer, cut, late]).finally(() => cancel());
    });
  }

  async #during<Result>(life: Life, work: () => Promise<Result>): Promise<Result> {
    this.#begun += 1;
    life.open += 1;
    try {
      return await work();
    } finally {
      life.open -= 1;
      this.#wake();
    }
  }
}

function newLife(): Life {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const life: Life = {
    open: 0,
    ended,
    isOver: false,
    end() {
      life.isOver = true;
      end();
    },
  };
  return life;
}

/** What a process that has ended waits for. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function take<Value>(values: Value[], isWanted: (value: Value) => boolean): Value | undefined {
  const index = values.findIndex(isWanted);
  return index < 0 ? undefined : values.splice(index, 1)[0];
}

function isCallOf(calls: CallFault["calls"], id: string, method: string): boolean {
  return calls === "all" || calls === id || (calls === "reads" && method === "GET");
}

function unavailable(): Response {
  const data = { message: "Service Unavailable", statusCode: 503 };
  return Response.json({ data }, { status: 503 });
}

function paymentIn(id: string, text: string): Payment | undefined {
  return id.startsWith("payments.") ? JSON.parse(text).data : undefined;
}

/** Whether a shop has asked for what never makes sense. A token may expire, and a rule of the business may say no. */
function isInvalid(id: string, status: number, text: string): boolean {
  if (status < BAD_REQUEST || status >= SERVER_ERROR || status === TOO_MANY) return false;
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

/** The end of an id, which is enough in a story. The beginning is a time. */
export function short(id: string): string {
  return id.slice(-6);
}
