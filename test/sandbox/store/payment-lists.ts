import { expect } from "vitest";
import type { Filters } from "../../../src/sandbox/store/filters.ts";
import type { Store } from "../../../src/sandbox/store/store.ts";
import { company, payment } from "./store-conformance.ts";

const LIMIT = 10;
const AMOUNT = 4990;
/** As many payments have a status and a method that are frequent, but not together. */
const RARE = 20;

/** The filters of a list, and where its page is: 0 is the first one, and 1 the last. */
const lists: Record<string, [Filters["payments"], place: number]> = {
  "of all": [{}, 0],
  "of all, in the middle": [{}, 0.5],
  "of all, at the end": [{}, 1],
  "by status": [{ status: "PAID" }, 0],
  "by amount": [{ amount: AMOUNT }, 0],
  "by method, at the end": [{ paymentMethod: "pix" }, 1],
  "by both": [{ status: "PAID", paymentMethod: "pix" }, 0],
  "by both, which few have": [{ status: "PAID", paymentMethod: "card" }, 0],
};

/** Counts what is read of the payments and of their totals, for one list after the other. */
export interface Reads {
  begin(): void;
  end(): number | Promise<number>;
}

/** Lists so many payments in an empty store, and returns how much each list reads. `onRead` is called for each record that is read. */
export async function readsOf(
  store: Store,
  size: number,
  reads: Reads,
  onRead = () => {},
): Promise<Record<string, number>> {
  await store.sharedTransaction(({ companies }) => companies.insert(company("ana")));
  const all = Array.from({ length: size }, (_, index) => paymentAt(index, onRead));
  await store.transaction("ana", ({ payments }) => payments.insert(...all));
  const took: Record<string, number> = {};
  for (const [name, [filters, place]] of Object.entries(lists)) {
    const list = (page: number) =>
      store.read("ana", ({ payments }) => payments.page(filters, { page, limit: LIMIT }));
    const { total } = await list(1);
    reads.begin();
    await list(Math.max(1, (total * place) / LIMIT));
    took[name] = await reads.end();
    expect(took[name], name).toBeGreaterThanOrEqual(LIMIT);
  }
  return took;
}

function paymentAt(index: number, onRead: () => void) {
  const [status, paymentMethod] =
    index < RARE ? ["PAID", "card"] : index % 2 ? ["PAID", "pix"] : ["PENDING", "card"];
  const { resource, ...internal } = payment(`${index}`, { status, paymentMethod, amount: AMOUNT });
  return {
    ...internal,
    get resource() {
      onRead();
      return resource;
    },
  };
}
