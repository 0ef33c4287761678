import type { Choices } from "../options.ts";
import type { Workplace } from "./unit-of-work.ts";
import { Round } from "./worker.ts";

/** Sees to what happens while nobody calls, for all companies, each on its own. */
export class Attendant {
  readonly #workplace: Workplace;
  readonly #reach: Choices["postbacks"];
  readonly #report: (error: unknown) => void;
  readonly #rounds = new Map<string, Round>();
  readonly #ending = new AbortController();

  constructor(workplace: Workplace, reach: Choices["postbacks"], report: (error: unknown) => void) {
    this.#workplace = workplace;
    this.#reach = reach;
    this.#report = report;
  }

  /** Resolves when all that is due for a company is done, and all its postbacks that are due were tried. */
  async attend(companyId: string): Promise<void> {
    if (this.#ending.signal.aborted) return;
    await this.#roundOf(companyId).go();
  }

  /** For all companies, such as when a sandbox goes on with what an earlier one has left. */
  async attendAll(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const ids = await this.#workplace.open("read", ({ data }) => data.companies.ids());
    await Promise.all(ids.map((id) => this.attend(id)));
  }

  /** Sends nothing more. What was not delivered stays in the outbox. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#rounds.values()].map((round) => round.ended()));
  }

  #roundOf(companyId: string): Round {
    const known = this.#rounds.get(companyId);
    if (known) return known;
    const round = new Round(companyId, {
      workplace: this.#workplace,
      reach: this.#reach,
      ending: this.#ending.signal,
      report: this.#report,
    });
    this.#rounds.set(companyId, round);
    return round;
  }
}
