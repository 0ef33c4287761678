import type { Event } from "../../generated/sandbox-control-types.ts";
import { ATTEMPT_TIMEOUT } from "../../src/sandbox/postbacks/retry-policy.ts";
import type { PostbackRecord } from "../../src/sandbox/store/records.ts";
import type { CompanyData, Lease } from "../../src/sandbox/store/store.ts";
import type { DataCall } from "./simulated-database.ts";
import type { Owner } from "./simulation.ts";

/** A promise of the sandbox that a schedule has broken. */
export class Violation extends Error {
  override readonly name = "Violation";
}

export function assertThat(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Violation(problem);
}

/** What everybody may see, as it was at the latest commit. */
export class Invariants {
  generation = 0;
  /** The amounts of all payments that were ever committed, with how often each was created. Each has another amount. */
  readonly created = new Map<number, number>();
  /** The amounts of the payments that are there. */
  present = new Set<number>();
  lastEventId = 0;
  readonly #leases = new Map<string, Lease & { holder: Owner }>();
  /** The latest claim of each postback by each process. */
  readonly #claims = new Map<string, { generation: number; lease: Lease }>();
  #postbacks: PostbackRecord[] = [];
  #settled = new Set<string>();
  readonly #eventIds = new Map<string, string>();

  /** Checks a transaction when all its changes are there, before others see them. */
  async beforeCommit(owner: Owner, data: CompanyData, calls: readonly DataCall[]): Promise<void> {
    const generation = (await data.company.get())?.generation ?? 0;
    const replaced = generation !== this.generation;
    this.generation = generation;
    if (replaced) this.#settled.clear();
    if (calls.some(({ name }) => name === "clear")) this.#leases.clear();
    for (const { name, args } of calls)
      if (name === "payments.insert" && !replaced) this.#countPayment(args[0]);
    const events = await this.#newEvents(data);
    const released = this.#followLeases(owner, calls);
    this.#checkAttempts(events, released);
    this.#checkSettlements(events);
    await this.#checkLedger(data, calls);
    await this.#checkPostbacks(data);
    const payments = await data.payments.find({});
    this.present = new Set(payments.map(({ resource }) => resource.amount));
  }

  #countPayment(record: unknown): void {
    const { amount } = (record as { resource: { amount: number } }).resource;
    this.created.set(amount, (this.created.get(amount) ?? 0) + 1);
    assertThat(this.created.get(amount) === 1, `the payment of ${amount} was created twice`);
  }

  async #newEvents(data: CompanyData): Promise<Event[]> {
    const lastId = await data.timeline.lastId();
    const events = await data.timeline.after(this.lastEventId, {}, 1_000);
    assertThat(lastId >= this.lastEventId, "the timeline has lost an event");
    this.lastEventId = lastId;
    return events;
  }

  /** Returns the resources whose claim the transaction has ended. */
  #followLeases(owner: Owner, calls: readonly DataCall[]): Set<string> {
    const released = new Set<string>();
    for (const { name, args, result } of calls) {
      if (name === "outbox.claim") {
        const { lease } = args[0] as { lease: Lease };
        for (const record of result as PostbackRecord[]) this.#claim(owner, record, lease);
      }
      if (name === "outbox.release" && result === true) {
        const [resourceId, lease] = args as [string, Lease];
        const held = this.#leases.get(resourceId);
        assertThat(
          held?.holder === owner && held.until === lease.until,
          `${owner.name} has ended the lease of another process`,
        );
        this.#leases.delete(resourceId);
        released.add(resourceId);
      }
    }
    return released;
  }

  #claim(holder: Owner, { id, resource }: PostbackRecord, lease: Lease): void {
    const { resourceId } = resource;
    const held = this.#leases.get(resourceId);
    assertThat(
      !held || lease.from >= Math.max(held.until, held.from + ATTEMPT_TIMEOUT),
      "a line was claimed although an attempt may go on",
    );
    this.#leases.set(resourceId, { ...lease, holder });
    this.#claims.set(`${holder.name} ${id}`, { generation: this.generation, lease });
  }

  #checkAttempts(events: readonly Event[], released: ReadonlySet<string>): void {
    for (const { type, resource } of events)
      if (type === "postback.attempted")
        assertThat(
          released.has(resource?.id ?? ""),
          "an attempt was recorded without the lease of its postback",
        );
  }

  /** A job is the only cause of these, and runs once. */
  #checkSettlements(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type !== "status.changed" || event.cause.type !== "job") continue;
      const key = `${this.generation} ${event.resource?.id} ${JSON.stringify(event.data)}`;
      assertThat(!this.#settled.has(key), `a job ran twice: ${key}`);
      this.#settled.add(key);
    }
  }

  async #checkLedger(data: CompanyData, calls: readonly DataCall[]): Promise<void> {
    if (!calls.some(({ name }) => name === "ledger.post")) return;
    const sums = await data.ledger.daySums({});
    const total = sums.reduce((sum, { amount }) => sum + amount, 0);
    assertThat(total === 0, `the entries of the ledger add up to ${total}`);
    const expected = new Map<string, number>();
    for (const { entries } of await data.ledger.postings())
      for (const { account, owner, on, amount } of entries) {
        const key = `${account} ${owner} ${on}`;
        expected.set(key, (expected.get(key) ?? 0) + amount);
      }
    const wrong = sums.find(
      ({ account, owner, on, amount }) =>
        amount !== (expected.get(`${account} ${owner} ${on}`) ?? 0),
    );
    assertThat(!wrong, `a sum is not that of its entries: ${JSON.stringify(wrong)}`);
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

  /**
   * A postback goes out after its claim was committed, and when those before it are settled. Deliveries of data that was
   * replaced meanwhile do not count, nor does one that began when its lease had run out.
   */
  assertMayArrive(owner: Owner, eventId: string, systemTime: number): void {
    const claim = this.#claims.get(`${owner.name} ${eventId}`);
    assertThat(claim !== undefined, `${eventId} was sent before its claim was committed`);
    const index = this.#postbacks.findIndex(({ id }) => id === eventId);
    const { resourceId = "" } = this.#postbacks[index]?.resource ?? {};
    if (index < 0 || claim.generation !== this.generation) return;
    // The newest comes first.
    const pending = this.#postbacks
      .slice(index + 1)
      .find(({ resource }) => resource.resourceId === resourceId && resource.status === "PENDING");
    assertThat(!pending, `${eventId} was sent before ${pending?.id} was settled`);
    const isLate = systemTime > claim.lease.from + ATTEMPT_TIMEOUT;
    const isOwn = this.#leases.get(resourceId)?.holder === owner;
    assertThat(isLate || isOwn, `${eventId} was sent under the lease of another process`);
  }

  get pendingPostbacks(): PostbackRecord[] {
    return this.#postbacks.filter(({ resource }) => resource.status === "PENDING");
  }
}
