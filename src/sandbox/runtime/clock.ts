import type { Company, CompanyClock } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** Reads the clocks of companies. A clock runs some time ahead of the system clock, or is frozen. */
export class Clock {
  readonly #machineTime: () => number;
  readonly #frozenAt: number | undefined;
  /** How far the clock of the machine is behind that of the server, as far as that is certain. */
  #behind = 0;

  /** `frozenAt` freezes the clocks of new companies at a time, in milliseconds since 1970. */
  constructor(machineTime: () => number, frozenAt?: number) {
    this.#machineTime = machineTime;
    this.#frozenAt = frozenAt;
  }

  /** Milliseconds since 1970 on the system clock. */
  systemTime(): number {
    return this.#machineTime() + this.#behind;
  }

  /** Follows the clock of a server, which has shown its time at some moment between the question and the answer. */
  async follow(store: Store): Promise<void> {
    const asked = this.#machineTime();
    const shown = await store.time?.();
    if (shown === undefined) return;
    const least = shown - this.#machineTime();
    this.#behind = Math.min(Math.max(this.#behind, least), shown - asked);
  }

  /** Milliseconds since 1970 on the company's clock. */
  timeOf({ clock, advance }: Pick<Company, "clock" | "advance">): number {
    if (advance) return advance.now;
    return "now" in clock ? clock.now : this.systemTime() + clock.ahead;
  }

  /** A clock like this one that shows another time. */
  setTo(clock: CompanyClock, time: number): CompanyClock {
    return "now" in clock ? { ...clock, now: time } : { ahead: time - this.systemTime() };
  }

  newCompanyClock(): CompanyClock {
    if (this.#frozenAt === undefined) return { ahead: 0 };
    return { startedAt: this.#frozenAt, now: this.#frozenAt };
  }
}

/** The clock as it was when the company was created. */
export function resetClock(clock: CompanyClock): CompanyClock {
  return "now" in clock ? { ...clock, now: clock.startedAt } : { ahead: 0 };
}
