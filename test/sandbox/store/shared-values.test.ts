import { expect, test } from "vitest";
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
