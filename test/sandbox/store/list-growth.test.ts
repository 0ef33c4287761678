import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Filters } from "../../../src/sandbox/store/filters.ts";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { newFile } from "../database-file.ts";
import { company, payment } from "./store-conformance.ts";

const LIMIT = 10;
/** As many payments have a status and a method that are frequent, but not together. */
const RARE = 20;

/** The filters of a list, and where its page is: 0 is the first one, and 1 the last. */
const lists: Record<string, [Filters["payments"], place: number]> = {
  "of all": [{}, 0],
  "of all, in the middle": [{}, 0.5],
  "of all, at the end": [{}, 1],
  "by status": [{ status: "PAID" }, 0],
  "by method, at the end": [{ paymentMethod: "pix" }, 1],
  "by both": [{ status: "PAID", paymentMethod: "pix" }, 0],
  "by both, which few have": [{ status: "PAID", paymentMethod: "card" }, 0],
};

/** The records or rows that were read. */
let read = 0;

test("in memory, a list reads no more, however many payments there are", async () => {
  expect(await readBy(2000)).toEqual(await readBy(200));
});

test("in SQLite, a list reads no more, however many payments there are", async () => {
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    this.function("reads", (_number) => {
      read += 1;
      return 1;
    });
    const counted = sql
      .replace(/FROM payments WHERE/, "$& reads(sequence) AND")
      .replace(/FROM counts\sWHERE/, "$& reads(total) AND");
    return prepare.call(this, counted);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await readBy(2000, newFile())).toEqual(await readBy(200, newFile()));
});

/** How much each list reads of so many payments. */
async function readBy(size: number, file?: string): Promise<Record<string, number>> {
  const store = await openStore(file);
  onTestFinished(() => store.close());
  await store.sharedTransaction(({ companies }) => companies.insert(company("ana")));
  await store.transaction("ana", ({ payments }) =>
    payments.insert(...Array.from({ length: size }, (_, index) => countedPayment(index))),
  );
  const took: Record<string, number> = {};
  for (const [name, [filters, place]] of Object.entries(lists)) {
    const list = (page: number) =>
      store.read("ana", ({ payments }) => payments.page(filters, { page, limit: LIMIT }));
    const { total } = await list(1);
    read = 0;
    await list(Math.max(1, (total * place) / LIMIT));
    expect(read).toBeGreaterThanOrEqual(LIMIT);
    took[name] = read;
  }
  return took;
}

/** Reading it is counted. */
function countedPayment(index: number) {
  const [status, paymentMethod] =
    index < RARE ? ["PAID", "card"] : index % 2 ? ["PAID", "pix"] : ["PENDING", "card"];
  const { resource, ...internal } = payment(`${index}`, { status, paymentMethod });
  return {
    ...internal,
    get resource() {
      read += 1;
      return resource;
    },
  };
}
