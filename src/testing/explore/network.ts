import { operations } from "../../../generated/operations.ts";
import type { Payment } from "../../../generated/types.ts";
import { createRouter } from "../../contract/router.ts";
import type { SandboxFetch } from "../../sandbox/in-process-sandbox.ts";
import { ATTEMPT_TIMEOUT } from "../../sandbox/postbacks/retry-schedule.ts";
import { webTimers } from "../../sandbox/runtime/timers.ts";

/** What goes wrong with one call of the shop. */
export interface CallFault {
  /** The calls that it may happen to: the next of these. */
  calls: "payments.create" | "payments.refund" | "reads" | "all";
  how: "answerLost" | "failsBefore" | "failsAfter" | "afterPostbacks" | "restart";
}

/** What goes wrong with the next postback. */
export interface PostbackFault {
  how: "twiceAtOnce" | "againLater" | "lost" | "answerLost" | "restart";
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

/** A postback as it arrived, to be delivered again. */
interface Copy {
  url: string;
  body: string;
}

/** What the network tells of. */
export interface NetworkEvents {
  /** A line of the story. */
  happened(sentence: string): void;
  /** A payment as the service has it now. */
  payment(payment: Payment): void;
  /** The shop has changed something else, which may bring payments. */
  changed(): void;
  /** The shop did not get the answer that told of a payment. */
  lost(paymentId: string): void;
  /** The shop has seen a payment: it got the answer to its creation, or has read it. */
  shown(paymentId: string): void;
  /** A request of the shop was refused as invalid. */
  refused(sentence: string): void;
  /** The process of the shop ends here. */
  restart(): void;
  /** Whether the shop's database has been made slow or failing. */
  isDatabaseTroubled(): boolean;
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
  readonly #events: NetworkEvents;
  /** Undefined while no process of the shop is ready. */
  #receive: Receive | undefined;
  #life = newLife();
  #callFaults: CallFault[] = [];
  #postbackFaults: PostbackFault[] = [];
  /** Copies that arrive later, and before which step. */
  #late: Copy[] = [];
  /** How many more attempts of a postback are lost, by its event. */
  readonly #losing = new Map<string, number>();
  /** Payments whose creation the shop has had no answer to. */
  readonly #unanswered = new Set<string>();
  /** The calls that the service is at work on. */
  readonly #serving = new Set<Promise<Response>>();
  /** Whether the shop has let a postback wait for as long as the service does. */
  #isSilent = false;
  #begun = 0;
  #wake = () => {};
  /** The postbacks that were sent, the first one first. */
  readonly sent: { eventId: string; sentence: string }[] = [];
  /** The events that the shop has accepted. The service does not retry one that it sends again when asked to. */
  readonly #accepted = new Set<string>();
  /** The postbacks whose latest attempt failed, by their event. */
  readonly undelivered = new Map<string, { sentence: string; answer: string; isOurs: boolean }>();

  constructor(service: SandboxFetch, url: string, events: NetworkEvents) {
    this.#service = service;
    this.#url = `${url}/`;
    this.#events = events;
  }

  /** How many calls and deliveries have begun. */
  get begun(): number {
    return this.#begun;
  }

  /** Resolves when the process of the shop ends. */
  get processEnded(): Promise<void> {
    return this.#life.ended;
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
    this.#losing.clear();
  }

  /** Delivers the copies that were to arrive later. */
  async deliverLate(): Promise<void> {
    for (const copy of this.#late.splice(0)) {
      const answer = await this.#post(copy, AbortSignal.timeout(ATTEMPT_TIMEOUT)).catch(
        () => undefined,
      );
      this.#events.happened(`${nameOf(copy.body)} arrived once more: ${shownStatus(answer)}.`);
    }
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
        this.#events.happened(`The service answered 503 to ${id}, and did nothing.`);
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
    // Reading and copying every answer would slow down all stories.
    if (method === "GET" && response.ok && !fault && this.#unanswered.size === 0) return response;
    const text = await response.text();
    const payment = method === "POST" && response.ok ? paymentIn(id, text) : undefined;
    if (payment) {
      this.#events.payment(payment);
      this.#events.happened(`${id}: payment ${short(payment.id)} is ${payment.status}.`);
      if (id === "payments.create") this.#unanswered.add(payment.id);
    } else if (response.ok && method !== "GET" && id !== "auth.createToken") {
      this.#events.changed();
    } else if (isInvalid(id, status, text)) {
      this.#events.refused(`${id} was refused with ${status}: ${shownError(text)}`);
    }
    if (fault) {
      const told = await this.#fail(fault, id, payment);
      if (life.isOver) return never();
      if (told === "lost") throw new TypeError("fetch failed: the connection was cut");
      if (told === "failed") return unavailable();
    }
    for (const each of this.#unanswered) {
      if (!text.includes(each)) continue;
      this.#unanswered.delete(each);
      this.#events.shown(each);
    }
    return new Response(text || null, { status, headers });
  }

  async #fail(
    { how }: CallFault,
    id: string,
    payment: Payment | undefined,
  ): Promise<"lost" | "failed" | "answered"> {
    const { happened } = this.#events;
    if (payment && how !== "afterPostbacks") this.#events.lost(payment.id);
    if (how === "answerLost") {
      happened(`The answer to ${id} got lost.`);
      return "lost";
    }
    if (how === "failsAfter") {
      happened(`The shop got a 503 in place of the answer to ${id}.`);
      return "failed";
    }
    if (how === "restart") {
      happened(`The shop's process ended before the answer to ${id} arrived.`);
      this.#events.restart();
    } else if (payment && (await this.#untilDelivered())) {
      happened(`The postback arrived before the answer to ${id}.`);
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
    const copy = { url, body: await request.text() };
    const { eventId } = JSON.parse(copy.body) as { eventId: string };
    const fault = this.#losing.has(eventId) ? undefined : this.#postbackFaults.shift();
    if (fault?.how === "lost") this.#losing.set(eventId, fault.times);
    const losing = this.#losing.get(eventId) ?? 0;
    const name = nameOf(copy.body);
    if (!this.sent.some((each) => each.eventId === eventId))
      this.sent.push({ eventId, sentence: name });
    const failed = (answer: string, isOurs: boolean) =>
      this.undelivered.set(eventId, { sentence: name, answer, isOurs });
    if (losing > 0) {
      this.#losing.set(eventId, losing - 1);
      if (fault) this.#events.happened(`${name} got lost${timesOf(losing)}.`);
      failed("nothing", true);
      return unavailable();
    }
    const life = this.#life;
    const isReady = this.#receive !== undefined;
    try {
      if (fault?.how === "againLater") this.#late.push(copy);
      const copies = fault?.how === "twiceAtOnce" ? [copy, copy] : [copy];
      const posts = Promise.all(copies.map((each) => this.#post(each, request.signal)));
      if (fault?.how === "restart") void webTimers.nextTurn().then(() => this.#events.restart());
      const answers = await posts;
      const answer = answers[0] as Response;
      const twice = answers.length > 1 ? " twice at the same time" : "";
      this.#events.happened(`${name} arrived${twice}: ${answers.map(shownStatus).join(" and ")}.`);
      if (fault?.how === "answerLost") {
        this.#events.happened("The service did not get the answer to it.");
        failed(shownStatus(answer), true);
        return unavailable();
      }
      if (answer.ok) {
        this.#accepted.add(eventId);
        this.undelivered.delete(eventId);
      } else {
        const wasAccepted = this.#accepted.has(eventId);
        failed(shownStatus(answer), wasAccepted || this.#events.isDatabaseTroubled());
      }
      return answer;
    } catch (error) {
      this.#events.happened(
        `${name} arrived${life.isOver ? ", and the shop's process ended" : ""}: no answer.`,
      );
      failed("no answer", life.isOver || !isReady || this.#events.isDatabaseTroubled());
      throw error;
    }
  }

  /** Nobody waits for an answer any more when the signal aborts. */
  #post({ url, body }: Copy, signal: AbortSignal): Promise<Response> {
    const life = this.#life;
    const headers = { "content-type": "application/json" };
    return this.#during(life, async () => {
      if (!this.#receive) throw new TypeError("the shop is restarting");
      const answer = Promise.resolve(
        this.#receive(new Request(url, { method: "POST", headers, body })),
      );
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

function shownStatus(answer: Response | undefined): string {
  return answer ? `the shop answered ${answer.status}` : "no answer";
}

/** The end of an id, which is enough in a story. The beginning is a time. */
export function short(id: string): string {
  return id.slice(-6);
}

function nameOf(body: string): string {
  const { data } = JSON.parse(body) as { data: Payment };
  return `The postback "${short(data.id)} is ${data.status}"`;
}

function timesOf(count: number): string {
  return count === 1 ? "" : ` ${count} times`;
}
