import { expect, onTestFinished, test, vi } from "vitest";
import { OrderedNumbers } from "../../../src/sandbox/store/memory/ordered-numbers.ts";
import { Chance } from "../../stress/seeded-random.ts";

const MANY = 20_000;

test("numbers stay in order, whichever are added and removed", () => {
  const chance = new Chance("ordered numbers");
  const numbers = new OrderedNumbers();
  const known = new Set<number>();
  const change = (number: number) => {
    if (known.delete(number)) numbers.remove(number);
    else {
      known.add(number);
      numbers.add(number);
    }
  };
  for (let number = 0; number < MANY; number++) change(number);
  for (let count = 0; count < MANY; count++) change(chance.below(2 * MANY));
  const expected = [...known].sort((one, other) => one - other);
  expect(numbers.length).toBe(expected.length);
  expect(numbers.slice()).toEqual(expected);
  for (let count = 0; count < 20; count++) {
    const [start, end] = [chance.below(MANY), chance.below(2 * MANY)];
    expect(numbers.slice(start, end)).toEqual(expected.slice(start, end));
  }
  for (const number of expected) change(number);
  expect(numbers.slice()).toEqual([]);
  change(1);
  expect(numbers.slice()).toEqual([1]);
});

test("a change moves a few numbers, however many there are", () => {
  const numbers = new OrderedNumbers();
  for (let number = 0; number < MANY; number++) numbers.add(number);
  const { splice } = Array.prototype;
  let moved = 0;
  vi.spyOn(Array.prototype, "splice").mockImplementation(function (this: unknown[], ...terms) {
    moved += this.length - terms[0];
    return Reflect.apply(splice, this, terms);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  numbers.remove(MANY / 4);
  numbers.add(MANY / 4);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThan(MANY / 8);
});
