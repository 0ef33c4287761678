import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { createSharedContext } from "../../src/sandbox/context.ts";
import type { CompanyData, Posting, SharedData, Store } from "../../src/sandbox/store/store.ts";
import { nodeTimers } from "../../src/sandbox-node/node-timers.ts";
import { openStore } from "../../src/sandbox-node/store/open-store.ts";
import * as make from "../sandbox/store/store-conformance.ts";

export const NOW = Date.parse("2026-03-02T12:00:00Z");
const LEASE = { from: NOW - 10, until: NOW };
const CODE = randomUUID();
export const settings = { id: "sandbox", secret: "s", seeded: true, drawCount: 0, codes: [CODE] };
const { sessions } = createSharedContext({ settings, timers: nodeTimers });

/** What a call works on, and a name that distinguishes it from the others. */
export interface Scene {
  store: Store;
  id: string;
  by: string;
}
type Call = (scene: Scene) => Promise<unknown>;

function change(work: (data: CompanyData, by: string) => Promise<unknown>): Call {
  return ({ store, id, by }) => store.transaction(id, (data) => work(data, by));
}

function changeShared(work: (data: SharedData, id: string, by: string) => Promise<unknown>): Call {
  return ({ store, id, by }) => store.sharedTransaction((data) => work(data, id, by));
}

/** Adds a payment with all that belongs to it. It depends on what the company has. */
async function pay(data: CompanyData): Promise<string | undefined> {
  const company = await data.company.get();
  const id = `payment-${await data.payments.nextNumber()}`;
  if (!company) return undefined;
  await data.company.save({ ...company, drawCount: company.drawCount + 1 });
  await data.payments.insert(make.payment(id));
  await data.ledger.post(make.posting(id, 100));
  await data.jobQueue.add([make.job(id, NOW)]);
  await data.postbacks.insert(make.postback(`${id}-a`, id), make.postback(`${id}-b`, id));
  await data.timeline.append([make.event(id)]);
  return id;
}

export const calls = {
  pay: change(pay),
  claim: change(async ({ outbox }, by) => {
    const lease = { from: NOW, until: NOW + by.length };
    return (await outbox.claim({ dueBy: NOW, lease, limit: 9 })).map(({ id }) => id);
  }),
  /** Records an attempt of a postback, unless `claim` has ended its lease. */
  deliver: change(async ({ outbox, postbacks, timeline }) => {
    if (!(await outbox.release("payment-1", LEASE))) return "outdated";
    const { id = "" } = (await outbox.first("payment-1")) ?? {};
    await postbacks.update(make.postback(id, "payment-1", NOW, "DELIVERED"));
    await timeline.append([make.event("payment-1")]);
    return id;
  }),
  runJob: change(async ({ jobQueue, payments }) => {
    const job = await jobQueue.takeDue(NOW);
    await payments.update(make.payment("payment-1", { status: "CANCELED" }));
    return job;
  }),
  clear: change((data) => data.clear()),
  restore: change(async ({ snapshots }) => (await snapshots.restore("copy"))?.drawCount),
  snapshot: change(({ snapshots }, by) => snapshots.add(make.snapshot(by), make.company("any"))),
  look: ({ store, id }) =>
    store.read(id, (data) =>
      Promise.all([
        ...[data.company.get().then((company) => company?.drawCount), data.recordCount()],
        ...[data.payments.find({}), data.postbacks.find({}), data.outbox.overdue(NOW + 1)],
        ...[data.outbox.nextDueAt({ freeAt: NOW }), data.jobQueue.all(), data.ledger.received()],
        ...[postingsOf(data), data.ledger.daySums({})],
        ...[data.timeline.totals(), data.timeline.after(0, {}, 9), data.snapshots.list()],
      ]),
    ),
  lookAtOne: ({ store, id }) =>
    store.read(
      id,
      async ({ company, jobQueue, payments }) => [
        ...[(await company.get())?.drawCount, await jobQueue.nextDueAt()],
        await payments.get("payment-1"),
      ],
      { kind: "payments", id: "payment-1" },
    ),
  create: changeShared(({ companies }, id) => companies.insert(make.company(`new ${id}`))),
  redeem: ({ store }) => sessions.redeem(CODE, store),
  signOut: changeShared(({ endedSessions }, id, by) =>
    endedSessions.add({ id: `${id} ${by}`, exp: 2 ** 40 }, 0),
  ),
  lookShared: ({ store, id }) =>
    store.sharedRead(async ({ settings, companies, endedSessions }) => {
      const ended = (await endedSessions.after(0)).map((session) => session.id.split(" "));
      return [
        ...[await settings.get(), (await companies.ids()).includes(`new ${id}`)],
        ended.flatMap(([of, by]) => (of === id ? by : [])),
      ];
    }),
} satisfies Record<string, Call>;
export type Name = keyof typeof calls;

/** Adds a company with a lease and a snapshot, and another payment after these. */
export async function prepare({ store, id }: Scene): Promise<void> {
  await store.sharedTransaction(async (data) => {
    await data.settings.save(settings);
    await data.companies.insert({ ...make.company(id), clock: { now: 0, startedAt: 0 } });
  });
  await store.transaction(id, async (data) => {
    await pay(data);
    await data.snapshots.add(make.snapshot("copy"), make.company("copied"));
    await data.outbox.claim({ dueBy: NOW, lease: LEASE, limit: 9 });
    await pay(data);
  });
}

/** What calls return, and the state that they leave. */
export interface Outcome {
  results: unknown[];
  state: unknown;
}

export const resultOf = (name: Name, scene: Scene): Promise<unknown> =>
  calls[name](scene).catch((error: Error) => error.message.replace(scene.id, "any"));

export const stateOf = (scene: Scene) => Promise.all([calls.look(scene), calls.lookShared(scene)]);

/** The outcomes of all orders in which calls can run one after the other, in memory. */
export async function serialOutcomes(names: readonly Name[]): Promise<Outcome[]> {
  const outcomes = ordersOf([...names.keys()]).map(async (order) => {
    const scene = { store: await openStore(undefined), id: "any", by: "" };
    await prepare(scene);
    const results: unknown[] = [];
    for (const index of order)
      results[index] = await resultOf(names[index] as Name, { ...scene, by: byOf(index) });
    return { results, state: await stateOf(scene) };
  });
  return Promise.all(outcomes);
}

export const byOf = (index: number): string => "abc".slice(0, index + 1);

function ordersOf(items: number[]): number[][] {
  if (items.length < 2) return [items];
  return items.flatMap((first) =>
    ordersOf(items.filter((item) => item !== first)).map((others) => [first, ...others]),
  );
}

/** Fails with the difference from an outcome with the same results, if there is one. */
export function expectOneOf(expected: Outcome[], outcome: Outcome): void {
  const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(plain(one), plain(other));
  const nearest =
    expected.find((each) => isSame(each, outcome)) ??
    expected.find(({ results }) => isSame(results, outcome.results)) ??
    expected[0];
  expect(plain(outcome)).toEqual(plain(nearest));
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The postings as plain objects: memory keeps their entries as texts. */
async function postingsOf({ ledger }: CompanyData): Promise<Posting[]> {
  return (await ledger.postings()).map(({ subject, event, entries }) => {
    return { subject, event, entries };
  });
}
