import {
  type Filters,
  type FilterTarget,
  filteredValues,
  filterTargets,
  pairedFields,
} from "../filters.ts";
import type { Kind, Records } from "../records.ts";
import type { Collection, Page, ResultPage } from "../store.ts";
import { firstIndex } from "./binary-search.ts";
import type { UndoLog } from "./undo-log.ts";

/** Called after a record was added (`before` is undefined), changed, or deleted (`after` is undefined). */
type OnChange<Value> = (
  number: number,
  before: Value | undefined,
  after: Value | undefined,
) => void;

/** Records, which are numbered in the order of their insertion, with an index for each filter and for paired fields. */
export class MemoryCollection<Name extends Kind> implements Collection<Name> {
  readonly #kind: Name;
  readonly #undoLog: UndoLog;
  readonly #onChange: OnChange<Records[Name]> | undefined;
  readonly #paired: readonly string[];
  /** By the name of their filter, and that of the pairs by {@link PAIR}. */
  readonly #indexes: ReadonlyMap<string, Index<Records[Name]>>;
  /** By their numbers. A deleted record leaves a hole. */
  readonly #records: (Records[Name] | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #all: number[] = [];

  constructor(kind: Name, undoLog: UndoLog, onChange?: OnChange<Records[Name]>) {
    this.#kind = kind;
    this.#undoLog = undoLog;
    this.#onChange = onChange;
    this.#paired = pairedFields(kind);
    const indexes = new Map<string, Index<Records[Name]>>();
    for (const [name, target] of Object.entries<FilterTarget>(filterTargets[kind]))
      indexes.set(name, new Index((record) => filteredValues(record, name, target)));
    if (this.#paired.length > 0)
      indexes.set(PAIR, new Index(({ resource }) => [this.#pairIn(resource)]));
    this.#indexes = indexes;
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const number = this.#numbers.get(id);
    return number === undefined ? undefined : this.#records[number];
  }

  async getAll(ids: readonly string[]): Promise<Records[Name][]> {
    return [...new Set(ids)].flatMap((id) => {
      const number = this.#numbers.get(id);
      return number === undefined ? [] : [this.#at(number)];
    });
  }

  async insert(...records: Records[Name][]): Promise<void> {
    for (const record of records) this.#insert(record);
  }

  #insert(record: Records[Name]): void {
    if (this.#numbers.has(record.id)) throw new Error(`${this.#kind} already has ${record.id}.`);
    this.#change(this.#records.length, undefined, record);
  }

  async update(record: Records[Name]): Promise<void> {
    const number = this.#numbers.get(record.id);
    if (number !== undefined) this.#change(number, this.#records[number], record);
  }

  async delete(id: string): Promise<void> {
    const number = this.#numbers.get(id);
    if (number !== undefined) this.#change(number, this.#records[number], undefined);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    return this.#matching(filters)
      .map((number) => this.#at(number))
      .reverse();
  }

  async latest(filters: Filters[Name], limit: number): Promise<Records[Name][]> {
    const last = this.#matching(filters).slice(-limit);
    return last.map((number) => this.#at(number)).reverse();
  }

  async latestIds(limit: number): Promise<string[]> {
    const last = this.#all.slice(-limit);
    return last.map((number) => this.#at(number).id).reverse();
  }

  async nextNumber(): Promise<number> {
    return this.#all.length + 1;
  }

  async page(
    filters: Filters[Name],
    { page, limit }: Page,
  ): Promise<ResultPage<Records[Name]["resource"]>> {
    const matching = this.#matching(filters);
    const end = Math.max(0, matching.length - (page - 1) * limit);
    const numbers = matching.slice(Math.max(0, end - limit), end).reverse();
    return {
      resources: numbers.map((number) => this.#at(number).resource),
      total: matching.length,
    };
  }

  /** If there are several conditions, walks over the records of the one that matches the fewest. */
  #matching(filters: Filters[Name]): readonly number[] {
    const conditions = this.#conditionsOf(filters);
    let fewest: readonly number[] = this.#all;
    for (const { index, key } of conditions) {
      const numbers = index.numbersOf(key);
      if (numbers.length < fewest.length) fewest = numbers;
    }
    if (conditions.length < 2) return fewest;
    return fewest.filter((number) =>
      conditions.every(({ index, key }) => index.keysOf(this.#at(number)).includes(key)),
    );
  }

  /** Each filter with its index. Those by paired fields are one condition. */
  #conditionsOf(filters: Filters[Name]): { index: Index<Records[Name]>; key: unknown }[] {
    const keys = new Map<string, unknown>(
      Object.entries(filters).filter(([, value]) => value !== undefined),
    );
    if (this.#paired.length > 0 && this.#paired.every((name) => keys.has(name))) {
      for (const name of this.#paired) keys.delete(name);
      keys.set(PAIR, this.#pairIn(filters));
    }
    return Array.from(keys, ([name, key]) => {
      const index = this.#indexes.get(name);
      if (!index) throw new Error(`${this.#kind} cannot be filtered by ${name}.`);
      return { index, key };
    });
  }

  #pairIn(values: object): string {
    return JSON.stringify(this.#paired.map((name) => values[name as keyof typeof values]));
  }

  #at(number: number): Records[Name] {
    return this.#records[number] as Records[Name];
  }

  /** Changes what has a number from one record, or none, to another. */
  #change(
    number: number,
    before: Records[Name] | undefined,
    after: Records[Name] | undefined,
  ): void {
    this.#put(number, before, after);
    this.#undoLog.add(() => this.#put(number, after, before));
  }

  #put(number: number, before: Records[Name] | undefined, after: Records[Name] | undefined): void {
    if (!before && after) {
      this.#numbers.set(after.id, number);
      insertInOrder(this.#all, number);
    }
    if (before && !after) {
      this.#numbers.delete(before.id);
      removeFromOrder(this.#all, number);
    }
    this.#records[number] = after;
    for (const index of this.#indexes.values()) index.change(number, before, after);
    this.#onChange?.(number, before, after);
  }
}

/** No field has this name. */
const PAIR = "";

const NONE: readonly unknown[] = [];

/** The numbers of the records with each value of a filter, or with each pair of values. */
class Index<Value extends Records[Kind]> {
  readonly #valuesIn: (record: Value) => readonly unknown[];
  readonly #numbers = new Map<unknown, number[]>();

  constructor(valuesIn: (record: Value) => readonly unknown[]) {
    this.#valuesIn = valuesIn;
  }

  numbersOf(key: unknown): readonly number[] {
    return this.#numbers.get(key) ?? [];
  }

  /** The values by which a record is found. */
  keysOf(record: Value | undefined): readonly unknown[] {
    const values = record ? this.#valuesIn(record) : NONE;
    return values.length > 1 ? [...new Set(values)] : values;
  }

  change(number: number, before: Value | undefined, after: Value | undefined): void {
    const from = this.keysOf(before);
    const to = this.keysOf(after);
    for (const key of from) if (!to.includes(key)) this.#removeFrom(key, number);
    for (const key of to) if (!from.includes(key)) this.#addTo(key, number);
  }

  #addTo(key: unknown, number: number): void {
    // No filter is null.
    if (key === null) return;
    const numbers = this.#numbers.get(key);
    if (numbers) insertInOrder(numbers, number);
    else this.#numbers.set(key, [number]);
  }

  #removeFrom(key: unknown, number: number): void {
    const numbers = this.#numbers.get(key) ?? [];
    removeFromOrder(numbers, number);
    if (numbers.length === 0) this.#numbers.delete(key);
  }
}

/** Adds a number to an ascending list. The latest goes to the end, which takes constant time. */
export function insertInOrder(list: number[], number: number): void {
  const last = list.at(-1);
  if (last === undefined || last < number) list.push(number);
  else list.splice(placeOf(list, number), 0, number);
}

export function removeFromOrder(list: number[], number: number): void {
  list.splice(placeOf(list, number), 1);
}

/** The index of the first number that is not lower. */
function placeOf(list: readonly number[], number: number): number {
  return firstIndex(list.length, (index) => (list[index] as number) < number);
}
