import type { Event } from "../../generated/sandbox-control-types.ts";
import type { Entry } from "../../src/sandbox/domain/ledger-balances.ts";
import { ATTEMPT_TIMEOUT } from "../../src/sandbox/postbacks/retry-schedule.ts";
import type { Company, PostbackRecord } from "../../src/sandbox/store/records.ts";
import type { CompanyData, Lease } from "../../src/sandbox/store/store.ts";
import type { DataCall, OpenTransaction } from "./simulated-database.ts";
import type { Owner } from "./simulation.ts";

/** A promise of the sandbox that an interleaving has broken. */
class Violation extends Error {
  override readonly name = "Violation";
}

export function assertThat(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Violation(problem);
}

/** A lease of a line, and whose it is. A listener claims and reports through any process. */
export interface Claim extends Lease {
  holder: Owner | "listener";
  generation: number;
}

/** What everybody may see, as it was at the latest commit. */
export class Invariants {
  generation = 0;
  /** How often a payment of each amount was created. No two have the same amount. */
  readonly created = new Map<number, number>();
  /** The amounts of the payments that are there. */
  present = new Set<number>();
  /** Whether the clock follows the system's. During an advance it does not. */
  isMoving = false;
  /** A payment that waits for its buyer, its acquirer or its end. */
  pending: string | undefined;
  lastEventId = 0;
  /** The events up to this id may be gone before anybody has seen them. */
  clearedUpTo = 0;
  readonly #leases = new Map<string, Claim>();
  /** The claims under which no attempt has begun yet, by what they are known by and their postback. */
  readonly #claims = new Map<string, Claim>();
  #postbacks: PostbackRecord[] = [];
  readonly #ran = new Set<string>();
  readonly #eventIds = new Map<string, string>();
  readonly #logged = new Set<string>();

  /** Checks a transaction when all its changes are there, before others see them. */
  async beforeCommit(owner: Owner, { data, calls, lockedAt }: OpenTransaction): Promise<void> {
    const company = await data.company.get();
    const generation = company?.generation ?? 0;
    this.isMoving = company !== undefined && "ahead" in company.clock && !company.advance;
    const isReplaced = generation !== this.generation;
    this.generation = generation;
    const called = (wanted: string) => calls.filter(({ name }) => name === wanted);
    if ([...called("clear"), ...called("snapshots.restore")].length > 0) this.#leases.clear();
    if (!isReplaced) for (const { args } of called("payments.insert")) this.#countPayment(args[0]);
    for (const { result } of called("jobQueue.takeDue")) this.#assertFirstRun(result);
    for (const { args } of called("outbox.claim")) {
      const { lease } = args[0] as { lease: Lease };
      assertThat(lease.from >= lockedAt, "a lease has waited for the lock on its company");
    }
    const released = this.#followLeases(owner, calls, company?.listeners);
    const isCleared = called("timeline.clear").length > 0;
    const events = await this.#newEvents(data, isCleared);
    this.#checkAttempts(events, released);
    for (const event of events) this.#assertLoggedOnce(event);
    if (called("ledger.post").length > 0) await this.#checkLedger(data);
    await this.#checkPostbacks(data);
    const payments = await data.payments.find({});
    this.present = new Set(payments.map(({ resource }) => resource.amount));
    this.pending = payments.find(({ resource }) => resource.status === "PENDING")?.id;
  }

  /** A job that was run is gone, until the data is replaced. */
  #assertFirstRun(job: unknown): void {
    if (job === undefined) return;
    const key = `${this.generation} ${JSON.stringify(job)}`;
    assertThat(!this.#ran.has(key), `a job ran twice: ${key}`);
    this.#ran.add(key);
  }

  #countPayment(record: unknown): void {
    const { amount } = (record as { resource: { amount: number } }).resource;
    this.created.set(amount, (this.created.get(amount) ?? 0) + 1);
    assertThat(this.created.get(amount) === 1, `the payment of ${amount} was created twice`);
  }

  async #newEvents(data: CompanyData, isCleared: boolean): Promise<Event[]> {
    const lastId = await data.timeline.lastId();
    const events = await data.timeline.after(this.lastEventId, {}, 1_000);
    // Also requests that the same transaction has logged are gone.
    if (isCleared) this.lastEventId = this.clearedUpTo = lastId - events.length;
    const expected = events.map((_, index) => this.lastEventId + index + 1);
    assertThat(
      `${events.map(({ id }) => id)}` === `${expected}` && lastId === (expected.at(-1) ?? lastId),
      `the events after ${this.lastEventId} are ${events.map(({ id }) => id)}, up to ${lastId}`,
    );
    this.lastEventId = lastId;
    return events;
  }

  /** A request whose response is not the one that is recorded is there with both. */
  #assertLoggedOnce(event: Event): void {
    if (event.type !== "request.completed") return;
    const { id, status, operationId } = event.data;
    const request = `${operationId} ${id} with ${status}`;
    assertThat(!this.#logged.has(request), `the timeline has ${request} twice`);
    this.#logged.add(request);
  }

  /** Returns the resources whose claim the transaction has ended. */
  #followLeases(
    owner: Owner,
    calls: readonly DataCall[],
    listeners: Company["listeners"] = [],
  ): Set<string> {
    const released = new Set<string>();
    const updatesOf = (id: string) =>
      calls.flatMap(({ name, args: [record] }) =>
        name === "postbacks.update" && (record as PostbackRecord).id === id
          ? [record as PostbackRecord]
          : [],
      );
    for (const { name, args, result } of calls) {
      if (name === "outbox.claim") {
        const { lease } = args[0] as { lease: Lease };
        for (const record of result as PostbackRecord[]) {
          const updates = updatesOf(record.id);
          const isHandedOut = updates.some(({ listenerClaim }) => listenerClaim);
          // One that is updated at once was lost by the listener.
          const isDelivered = !isHandedOut && updates.length === 0;
          // Not by the lease's begin: the turn may end before the claim. One that still lasts has not.
          const isTaken = listeners.some(({ until }) => until > owner.simulation.now);
          assertThat(!(isDelivered && isTaken), `${record.id} is claimed in the listener's turn`);
          this.#claim(isHandedOut ? "listener" : owner, record, lease);
        }
      }
      if (name === "outbox.release" && result === true) {
        const [resourceId, lease] = args as [string, Lease];
        const held = this.#leases.get(resourceId);
        assertThat(
          (held?.holder === owner || held?.holder === "listener") && held.until === lease.until,
          `${owner.name} has ended the lease of another process`,
        );
        this.#leases.delete(resourceId);
        released.add(resourceId);
      }
    }
    return released;
  }

  #claim(holder: Claim["holder"], { id, resource }: PostbackRecord, lease: Lease): void {
    const { resourceId } = resource;
    const held = this.#leases.get(resourceId);
    assertThat(
      !held || lease.from >= Math.max(held.until, held.from + ATTEMPT_TIMEOUT),
      "a line was claimed although an attempt may go on",
    );
    const { generation } = this;
    const claim = { ...lease, holder, generation };
    // A listener has several under way, since those of replaced data go on. It knows each by its id.
    const knownBy = holder === "listener" ? `${generation}-${lease.until}` : holder.name;
    this.#leases.set(resourceId, claim);
    this.#claims.set(`${knownBy} ${id}`, claim);
  }

  #checkAttempts(events: readonly Event[], released: ReadonlySet<string>): void {
    for (const { type, resource } of events)
      if (type === "postback.attempted")
        assertThat(
          released.has(resource?.id ?? ""),
          "an attempt was recorded without the lease of its postback",
        );
  }

  async #checkLedger(data: CompanyData): Promise<void> {
    const sums = await data.ledger.daySums({});
    const total = sums.reduce((sum, { amount }) => sum + amount, 0);
    assertThat(total === 0, `the entries of the ledger add up to ${total}`);
    const postings = await data.ledger.postings();
    const [stored, expected] = [sumsOf(sums), sumsOf(postings.flatMap(({ entries }) => entries))];
    assertThat(
      stored === expected,
      `the sums are ${stored}, and the entries add up to ${expected}`,
    );
  }

  async #checkPostbacks(data: CompanyData): Promise<void> {
    this.#postbacks = await data.postbacks.find({});
    for (const { id, resource } of this.#postbacks) {
      const about = `${resource.resourceId} ${resource.resourceStatus}`;
      const known = this.#eventIds.get(id);
      assertThat(known === undefined || known === about, `two events have the id ${id}`);
      this.#eventIds.set(id, about);
    }
  }

  /** The claim under which an attempt begins: the latest of the process, or the one that the listener reports. */
  takeClaim(knownBy: string, eventId: string): Claim | undefined {
    const key = `${knownBy} ${eventId}`;
    const claim = this.#claims.get(key);
    this.#claims.delete(key);
    return claim;
  }

  /**
   * A postback goes out after its claim was committed, and when those before it are settled. Deliveries of data that was
   * replaced meanwhile do not count, nor does one that began when its lease had run out.
   */
  assertMayArrive(claim: Claim | undefined, eventId: string, systemTime: number): void {
    assertThat(claim !== undefined, `${eventId} was sent without a committed claim of its own`);
    const index = this.#postbacks.findIndex(({ id }) => id === eventId);
    const { resourceId = "" } = this.#postbacks[index]?.resource ?? {};
    if (index < 0 || claim.generation !== this.generation) return;
    // The newest comes first.
    const pending = this.#postbacks
      .slice(index + 1)
      .find(({ resource }) => resource.resourceId === resourceId && resource.status === "PENDING");
    assertThat(!pending, `${eventId} was sent before ${pending?.id} was settled`);
    const isLate = systemTime >= Math.max(claim.until, claim.from + ATTEMPT_TIMEOUT);
    const isOwn = this.#leases.get(resourceId) === claim;
    assertThat(isLate || isOwn, `${eventId} was sent under another lease`);
  }

  get pendingPostbacks(): PostbackRecord[] {
    return this.#postbacks.filter(({ resource }) => resource.status === "PENDING");
  }
}

/** The sums of each account, owner and day that are not zero, in order. */
function sumsOf(entries: readonly Entry[]): string {
  const sums = new Map<string, number>();
  for (const { account, owner, on, amount } of entries) {
    const key = `${account} ${owner} ${on}`;
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  const shown = [...sums].filter(([, sum]) => sum !== 0).map(([key, sum]) => `${key}: ${sum}`);
  return shown.sort().join(", ");
}
