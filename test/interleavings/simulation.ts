import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextMacrotask } from "node:timers";
import { ATTEMPT_TIMEOUT } from "../../src/sandbox/postbacks/retry-schedule.ts";

/**
 * What can go wrong with a step: its connection is lost before it, after it, or while it is still to come; the process
 * that waits for it ends; or so much time passes that leases run out.
 */
export type Mishap = "lost" | "unanswered" | "late" | "crash" | "pause";

/** How an interleaving goes on: which of the steps that are ready comes next, and what goes wrong with it. */
export interface Decision {
  pick: number;
  mishap?: Mishap | undefined;
}

/** Anything whose steps end together: a process of the sandbox. */
export interface Owner {
  readonly name: string;
  readonly simulation: Simulation;
  isDead: boolean;
}

interface Step {
  owner: Owner | undefined;
  label: string;
  go: (mishap: Mishap | undefined) => void;
  /** The timer, which can still be stopped. */
  timer?: Timer;
}

export interface Timer {
  due: number;
  owner: Owner | undefined;
  fire: () => void;
}

/** An interleaving takes some hundreds. */
const MAX_STEPS = 20_000;

/** In milliseconds: longer than any lease. */
export const PAUSE = 3 * ATTEMPT_TIMEOUT;

const current = new AsyncLocalStorage<Owner>();

/** The process whose code is running. */
export function currentOwner(): Owner | undefined {
  return current.getStore();
}

/**
 * An event loop on which several processes run, each step of which waits for its turn: an answer of the database or of a
 * receiver, a timer, the next request of a client. The decisions of an interleaving say whose turn it is. Then, and
 * without any, it is the turn of what has waited longest. Time passes from timer to timer, and by pauses.
 */
export class Simulation {
  now: number;
  /** What has happened, for the report of an interleaving that fails. */
  readonly trace: string[] = [];
  readonly #decisions: readonly Decision[];
  readonly #ready: Step[] = [];
  readonly #timers: Timer[] = [];
  readonly #onCrash: (owner: Owner) => void;
  #steps = 0;

  constructor(now: number, decisions: readonly Decision[], onCrash: (owner: Owner) => void) {
    this.now = now;
    this.#decisions = decisions;
    this.#onCrash = onCrash;
  }

  get isOver(): boolean {
    return this.#steps >= this.#decisions.length;
  }

  /** Runs code of a process. Whatever it starts belongs to the process. */
  runAs<Result>(owner: Owner, run: () => Result): Result {
    return current.run(owner, run);
  }

  /** Resolves in its turn. What a process has left when it ended never goes on. */
  turn(label: string, owner = currentOwner()): Promise<Mishap | undefined> {
    return new Promise((go) => {
      if (!owner?.isDead) this.#ready.push({ owner, label, go });
    });
  }

  /** A step of nobody: it comes although the process has ended that caused it. */
  turnOfNobody(label: string): Promise<unknown> {
    return new Promise((go) => this.#ready.push({ owner: undefined, label, go }));
  }

  startTimer(fire: () => void, delay: number): Timer {
    const timer = { due: this.now + Math.max(0, delay), owner: currentOwner(), fire };
    if (timer.owner?.isDead) return timer;
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1] as Timer).due > timer.due) index -= 1;
    this.#timers.splice(index, 0, timer);
    return timer;
  }

  stopTimer(timer: Timer): void {
    remove(this.#timers, (each) => each === timer);
    remove(this.#ready, (step) => step.timer === timer);
  }

  /** Lets time pass. The timers that are due meanwhile wait for their turn. */
  pass(milliseconds: number): void {
    this.now += milliseconds;
    const due = this.#timers.filter((timer) => timer.due <= this.now);
    this.#timers.splice(0, due.length);
    for (const timer of due) {
      const { owner, fire } = timer;
      // The loop belongs to nobody.
      const go = owner ? () => current.run(owner, fire) : fire;
      this.#ready.push({ owner, label: "timer", go, timer });
    }
  }

  /** Ends a process in the middle of whatever it does. */
  crash(owner: Owner): void {
    owner.isDead = true;
    remove(this.#ready, (step) => step.owner === owner);
    remove(this.#timers, (timer) => timer.owner === owner);
    this.#onCrash(owner);
  }

  /** Takes steps until there is nothing to do, or until a condition holds. Time passes up to a number of timers. */
  async run(isDone: () => boolean, maxTimers: number): Promise<void> {
    for (let timers = 0; ; ) {
      await quiet();
      if (isDone()) return;
      const [next] = timers < maxTimers ? this.#timers : [];
      const choices = this.#ready.length + (next ? 1 : 0);
      if (choices === 0) return;
      if (this.#steps > MAX_STEPS) throw new Error("The interleaving does not come to rest.");
      const { pick, mishap } = this.#decisions[this.#steps++] ?? { pick: 0 };
      const step = this.#ready[pick % choices];
      if (step) this.#take(step, mishap);
      else if (next) this.pass(Math.max(0, next.due - this.now));
      if (!step) timers += 1;
    }
  }

  #take(step: Step, mishap: Mishap | undefined): void {
    const { owner, label, go } = step;
    remove(this.#ready, (each) => each === step);
    this.trace.push(`${this.now} ${owner?.name ?? "-"} ${label} ${mishap ?? ""}`);
    if (mishap === "pause") this.pass(PAUSE);
    if (mishap === "crash" && owner) this.crash(owner);
    else go(mishap);
  }
}

function remove<Item>(list: Item[], condition: (item: Item) => boolean): void {
  for (let index = list.length - 1; index >= 0; index--)
    if (condition(list[index] as Item)) list.splice(index, 1);
}

/** Resolves when no promise can go on without another step. */
function quiet(): Promise<void> {
  return new Promise((resolve) => void nextMacrotask(resolve));
}
