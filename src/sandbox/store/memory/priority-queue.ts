/** An item of a queue. Of items with the same due time, the one with the lower sequence comes first. */
export interface QueueItem {
  readonly due: number;
  readonly sequence: number;
}

/** Items ordered by due time: a binary heap. Adding and taking an item takes logarithmic time. */
export class PriorityQueue<Item extends QueueItem> {
  readonly #heap: Item[] = [];

  peek(): Item | undefined {
    return this.#heap[0];
  }

  /** The first item for which a condition holds. It looks at all before it. */
  find(condition: (item: Item) => boolean, index = 0): Item | undefined {
    const item = this.#heap[index];
    if (item === undefined || condition(item)) return item;
    const left = this.find(condition, 2 * index + 1);
    const right = this.find(condition, 2 * index + 2);
    return left === undefined || (right && isBefore(right, left)) ? right : left;
  }

  add(item: Item): void {
    const heap = this.#heap;
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent] as Item;
      if (isBefore(above, item)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = item;
  }

  take(): Item | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an item where the first one was, and moves it down to its place. */
  #sink(item: Item): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const [left, right] = [heap[2 * index + 1], heap[2 * index + 2]];
      if (left === undefined) break;
      const child = right !== undefined && isBefore(right, left) ? 2 * index + 2 : 2 * index + 1;
      const below = heap[child] as Item;
      if (isBefore(item, below)) break;
      heap[index] = below;
      index = child;
    }
    heap[index] = item;
  }
}

export function isBefore(one: QueueItem, other: QueueItem): boolean {
  return one.due < other.due || (one.due === other.due && one.sequence < other.sequence);
}
