import { expect, test } from "vitest";
import { MemoryCollection } from "../../../src/sandbox/store/memory/memory-collection.ts";
import { UndoLog } from "../../../src/sandbox/store/memory/rollback.ts";
import { SharedValues } from "../../../src/sandbox/store/memory/shared-values.ts";

test("equal values of a field become one object, until there were many others", () => {
  const values = new SharedValues();
  const shared = (buyer: object) => {
    const resource = { id: "1", buyer };
    values.shareIn(resource);
    return resource.buyer;
  };
  const maria = { name: "Maria", phones: [{ number: 1 }] };
  expect(shared(maria)).toBe(maria);
  expect(shared(structuredClone(maria))).toBe(maria);
  const others = [
    { ...maria, phones: [{ number: 2 }] },
    { ...maria, phones: {} },
    { name: "Maria" },
  ];
  for (const other of others) expect(shared(other)).toBe(other);
  for (let index = 0; index < 16; index++) shared({ index });
  expect(shared(structuredClone(maria))).not.toBe(maria);
});

test("the payments of a company share their buyers", async () => {
  const collection = new MemoryCollection("payments", new UndoLog());
  const payment = (id: string) => ({ id, resource: { id, buyerDetails: { firstName: "Maria" } } });
  await collection.insert(payment("1") as never, payment("2") as never);
  const [one, other] = [await collection.get("1"), await collection.get("2")];
  expect(one?.resource.buyerDetails).toBe(other?.resource.buyerDetails);
});
