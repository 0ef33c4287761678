import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";
import { webTimers } from "../../sandbox/runtime/timers.ts";
import { within } from "./within.ts";

/** A story in which something goes wrong. */
export interface FaultyStory {
  readonly sandbox: Pick<InProcessSandbox, "settled">;
  /** Writes a line. */
  write(text: string): void;
  /** Ends the process of the shop, and opens it again. */
  restart(): void;
}

type Send = () => Promise<Response>;

/** What goes wrong with a call of the shop, or with a postback. */
export interface Fault {
  /** How often it is tried, compared to others. */
  weight: number;
  /** What the step says. */
  sentence: string;
  /** How many of them it happens to. */
  times?: number;
  /** Sends it on. What is returned arrives in place of the response. The name is the subject of a sentence. */
  pass(send: Send, name: string, story: FaultyStory): Promise<Response>;
}

/** How long a response waits for its postback, whose handler may wait for that response, in milliseconds. */
const MAX_DELAY = 100;
/** All attempts of a postback but the last. */
const ALL_BUT_LAST = 9;

export const callFaults = {
  answerLost: {
    weight: 5,
    sentence: "takes effect, but its answer gets lost",
    async pass(send, name, { write }) {
      await send();
      write(`The answer to ${name} got lost.`);
      throw new TypeError("fetch failed: the connection was cut");
    },
  },
  failsAfter: {
    weight: 2,
    sentence: "takes effect, but is answered with a 503",
    async pass(send, name, { write }) {
      await send();
      write(`The shop got a 503 in place of the answer to ${name}.`);
      return unavailable();
    },
  },
  failsBefore: {
    weight: 2,
    sentence: "is answered with a 503 and has no effect",
    async pass(_send, name, { write }) {
      write(`The service answered 503 to ${name}, and did nothing.`);
      return unavailable();
    },
  },
  afterPostbacks: {
    weight: 4,
    sentence: "is answered only after its postback has arrived",
    async pass(send, _name, { sandbox }) {
      const response = await send();
      // It rejects where a handler of a postback makes this call, for which everything waits.
      await within(
        MAX_DELAY,
        sandbox.settled().catch(() => {}),
        () => {},
      );
      return response;
    },
  },
  restart: {
    weight: 3,
    sentence: "takes effect, and the shop restarts before it gets the answer",
    async pass(send, name, { write, restart }) {
      const response = await send();
      write(`The shop's process ended before the answer to ${name} arrived.`);
      restart();
      return response;
    },
  },
} as const satisfies Record<string, Fault>;

export const postbackFaults = {
  twiceAtOnce: {
    weight: 3,
    sentence: "The next postback arrives twice at the same time.",
    async pass(send) {
      const [response] = await Promise.all([send(), send()]);
      return response;
    },
  },
  lost: {
    weight: 2,
    sentence: "The next postback gets lost.",
    pass: lose,
  },
  lostForLong: {
    weight: 1,
    sentence: `The next ${ALL_BUT_LAST} attempts to deliver a postback get lost.`,
    times: ALL_BUT_LAST,
    pass: lose,
  },
  answerLost: {
    weight: 2,
    sentence: "The next postback arrives, but the service does not get the answer.",
    async pass(send, _name, { write }) {
      await send();
      write("The service did not get the answer to it.");
      return unavailable();
    },
  },
  restart: {
    weight: 3,
    sentence: "The next postback arrives, and the shop restarts while it is at work on it.",
    async pass(send, _name, { restart }) {
      const sent = send();
      void webTimers.nextTurn().then(restart);
      return sent;
    },
  },
} as const satisfies Record<string, Fault>;

async function lose(_send: Send, name: string, { write }: FaultyStory): Promise<Response> {
  write(`${name} got lost.`);
  return unavailable();
}

function unavailable(): Response {
  const data = { message: "Service Unavailable", statusCode: 503 };
  return Response.json({ data }, { status: 503 });
}
