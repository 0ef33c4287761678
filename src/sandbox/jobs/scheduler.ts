import type { ResolvedOptions } from "../options.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { CompanyWorker } from "./company-worker.ts";

/** Sees to what happens while nobody calls, for all companies, each on its own. */
export class Scheduler {
  readonly #unitOfWork: UnitOfWork;
  readonly #reach: ResolvedOptions["postbacks"];
  readonly #report: (error: unknown) => void;
  readonly #rounds = new Map<string, CompanyWorker>();
  readonly #ending = new AbortController();

  constructor(
    unitOfWork: UnitOfWork,
    reach: ResolvedOptions["postbacks"],
    report: (error: unknown) => void,
  ) {
    this.#unitOfWork = unitOfWork;
    this.#reach = reach;
    this.#report = report;
  }

  /** Resolves when all that is due for a company is done, and all its postbacks that are due were tried. */
  async runCompany(companyId: string): Promise<void> {
    if (this.#ending.signal.aborted) return;
    await this.#roundOf(companyId).run();
  }

  /** For all companies, such as when a sandbox goes on with what an earlier one has left. */
  async runAll(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const ids = await this.#unitOfWork.withoutCompany("read", ({ data }) => data.companies.ids());
    await Promise.all(ids.map((id) => this.runCompany(id)));
  }

  /** Sends nothing more. What was not delivered stays in the outbox. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#rounds.values()].map((round) => round.ended()));
  }

  #roundOf(companyId: string): CompanyWorker {
    const known = this.#rounds.get(companyId);
    if (known) return known;
    const round = new CompanyWorker(companyId, {
      unitOfWork: this.#unitOfWork,
      reach: this.#reach,
      ending: this.#ending.signal,
      report: this.#report,
    });
    this.#rounds.set(companyId, round);
    return round;
  }
}
