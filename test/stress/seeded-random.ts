import { createHash } from "node:crypto";
import { seed } from "../nightly.ts";

/** Draws that follow from a name and the seed of the run, so that what was tried can be tried again. */
export class Chance {
  readonly #name: string;
  #drawn = 0;

  constructor(...name: (string | number)[]) {
    this.#name = [seed, ...name].join(" ");
  }

  /** A whole number from 0 up to and without `end`. */
  below(end: number): number {
    const digest = createHash("sha256")
      .update(`${this.#name} ${this.#drawn++}`)
      .digest();
    return Math.floor((digest.readUInt32BE() / 2 ** 32) * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** All of them, in an order by chance. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.map(() => left.splice(this.below(left.length), 1)[0] as Item);
  }

  /** A random id, which nothing has. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.below(16).toString(16)).join("");
    return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join("");
  }
}
