/** The most numbers in a part of a list. */
const MAX_PART = 1024;

/**
 * Numbers in ascending order. They are in parts, so that adding or removing one moves a few others, however many there
 * are.
 */
export class OrderedNumbers {
  /** There is at least one, and only a single one may be empty. */
  readonly #parts: [number[], ...number[][]];
  #length: number;

  constructor(numbers: number[] = []) {
    this.#parts = [numbers];
    this.#length = numbers.length;
  }

  get length(): number {
    return this.#length;
  }

  add(number: number): void {
    const { place, part } = this.#partFor(number);
    this.#length += 1;
    if (insertInOrder(part, number) <= MAX_PART) return;
    const isLast = place === this.#parts.length - 1;
    // Most numbers are added at the end, and leave what is before them full.
    this.#parts.splice(place + 1, 0, part.splice(isLast ? MAX_PART : MAX_PART / 2));
  }

  remove(number: number): void {
    const { place, part } = this.#partFor(number);
    this.#length -= 1;
    removeFromOrder(part, number);
    if (part.length === 0 && this.#parts.length > 1) this.#parts.splice(place, 1);
  }

  /** The numbers from one place to another, as of an array. */
  slice(start = 0, end = this.#length): number[] {
    const found: number[] = [];
    let first = 0;
    for (const part of this.#parts) {
      if (first >= end) break;
      if (first + part.length > start)
        found.push(...part.slice(Math.max(0, start - first), end - first));
      first += part.length;
    }
    return found;
  }

  /** The first part that does not end before a number, or else the last one. */
  #partFor(number: number): { place: number; part: number[] } {
    const endsBefore = (index: number) => (this.#parts[index]?.at(-1) ?? number) < number;
    const place = firstIndex(this.#parts.length - 1, endsBefore);
    return { place, part: this.#parts[place] ?? this.#parts[0] };
  }
}

/** Adds a number to an ascending list, and returns its length. */
export function insertInOrder(list: number[], number: number): number {
  const last = list.at(-1);
  if (last === undefined || last < number) return list.push(number);
  list.splice(placeOf(list, number), 0, number);
  return list.length;
}

export function removeFromOrder(list: number[], number: number): void {
  list.splice(placeOf(list, number), 1);
}

/** The index of the first number that is not lower. */
export function placeOf(list: readonly number[], number: number): number {
  return firstIndex(list.length, (index) => (list[index] as number) < number);
}

/**
 * The first index up to a length that does not come before, of a list that begins with all that do.
 *
 * @example
 * firstIndex(3, (index) => [2, 4, 6][index] < 5); // 2
 */
function firstIndex(length: number, comesBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
