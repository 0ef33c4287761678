import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "../../../src/sandbox-node/store/open-store.ts";
import { newFile } from "../database-file.ts";
import { type Reads, readsOf } from "./payment-lists.ts";

test("in memory, a list reads no more, however many payments there are", async () => {
  const { reads, onRead } = counter();
  const readBy = async (size: number) => readsOf(await openStore(undefined), size, reads, onRead);
  expect(await readBy(2000)).toEqual(await readBy(200));
});

test("in SQLite, a list reads no more, however many payments there are", async () => {
  const { reads, onRead } = counter();
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    this.function("is_read", (_value) => {
      onRead();
      return 1;
    });
    const counted = sql
      .replace(/FROM payments WHERE/, "$& is_read(sequence) AND")
      .replace(/FROM (counts|amounts)\sWHERE/, "$& is_read(total) AND");
    return prepare.call(this, counted);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const readBy = async (size: number) => {
    const store = await openStore(newFile());
    onTestFinished(() => store.close());
    return readsOf(store, size, reads);
  };
  expect(await readBy(2000)).toEqual(await readBy(200));
});

function counter(): { reads: Reads; onRead: () => void } {
  let count = 0;
  return {
    reads: {
      begin() {
        count = 0;
      },
      end: () => count,
    },
    onRead() {
      count += 1;
    },
  };
}
