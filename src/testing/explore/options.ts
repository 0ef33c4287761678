import type { InProcessSandbox } from "../../sandbox/in-process-sandbox.ts";

/** The name of a promise of every shop. */
export type PromiseName =
  | "chargedOnce"
  | "shippedPaid"
  | "noFalsePaid"
  | "lostAnswers"
  | "paid"
  | "refundsAndDisputes"
  | "postbacks"
  | "requests"
  | "logs";

/** How to explore. */
export interface ExploreOptions<Opened> {
  /**
   * How many stories to try.
   * @default as many as the duration allows
   */
  stories?: number;
  /**
   * After how many milliseconds to begin no more stories.
   * @default 20_000, or no limit if there is a number of stories
   */
  duration?: number;
  /**
   * Where the stories come from. The same seed tries the same ones.
   * @default a random one
   */
  seed?: number;
  /** With the seed of a failure, the story to replay. */
  path?: string;
  /**
   * How many stories run at the same time.
   * @default 8
   */
  parallel?: number;
  /**
   * How many milliseconds a shop may take to come to rest before it is blamed, for what it does by timers of its own.
   * @default 1_500
   */
  patience?: number;
  /**
   * The promises that the shop need not keep, each with the reason.
   * @example { postbacks: "Refused ones go to a queue." }
   */
  except?: { readonly [Name in PromiseName]?: string };
  /**
   * More promises, each by its sentence. One is broken if its function throws or returns false when a story has come to
   * its end.
   * @example { "the stock is never negative": (shop) => shop.stock() >= 0 }
   */
  promises?: Readonly<Record<string, (shop: Opened, sandbox: InProcessSandbox) => unknown>>;
  /**
   * Takes a line about what was tried, every few seconds and at the end.
   * @default console.log
   */
  progress?: (line: string) => void;
}

/** What was tried. */
export interface Exploration {
  stories: number;
  /** How often each kind of step was taken. */
  steps: Readonly<Record<string, number>>;
  /** How many different pairs of kinds followed each other. */
  pairs: number;
  /** How often each status of a payment was reached, by the method and the status. */
  statuses: Readonly<Record<string, number>>;
  /** In milliseconds. */
  duration: number;
  seed: number;
}
