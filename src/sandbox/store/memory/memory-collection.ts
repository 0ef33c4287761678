import {
  type Filters,
  type FilterTarget,
  filteredValues,
  filterTargets,
  pairedFields,
} from "../filters.ts";
import type { Kind, Records } from "../records.ts";
import type { Collection, Page, ResultPage } from "../store.ts";
import { insertInOrder, OrderedNumbers, removeFromOrder } from "./ordered-numbers.ts";
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
  readonly #all = new OrderedNumbers();

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
      .slice()
      .map((number) => this.#at(number))
      .reverse();
  }

  async latest(filters: Filters[Name], limit: number): Promise<Records[Name][]> {
    const matching = this.#matching(filters);
    const last = matching.slice(Math.max(0, matching.length - limit));
    return last.map((number) => this.#at(number)).reverse();
  }

  async latestIds(limit: number): Promise<string[]> {
    const last = this.#all.slice(Math.max(0, this.#all.length - limit));
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
  #matching(filters: Filters[Name]): Numbers {
    const conditions = this.#conditionsOf(filters);
    let fewest: Numbers = this.#all;
    for (const { index, key } of conditions) {
      const numbers = index.numbersOf(key);
      if (numbers.length < fewest.length) fewest = numbers;
    }
    if (conditions.length < 2) return fewest;
    return fewest
      .slice()
      .filter((number) =>
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
      this.#all.add(number);
    }
    if (before && !after) {
      this.#numbers.delete(before.id);
      this.#all.remove(number);
    }
    this.#records[number] = after;
    for (const index of this.#indexes.values()) index.change(number, before, after);
    this.#onChange?.(number, before, after);
  }
}

/** No field has this name. */
const PAIR = "";

const NONE: readonly unknown[] = [];

/** Ascending ones. An array of few takes a third of the memory, and most values of a filter have few. */
type Numbers = number[] | OrderedNumbers;
const FEW = 1000;

/** The numbers of the records with each value of a filter, or with each pair of values. */
class Index<Value extends Records[Kind]> {
  readonly #valuesIn: (record: Value) => readonly unknown[];
  readonly #numbers = new Map<unknown, Numbers>();

  constructor(valuesIn: (record: Value) => readonly unknown[]) {
    this.#valuesIn = valuesIn;
  }

  numbersOf(key: unknown): Numbers {
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
    if (numbers === undefined) this.#numbers.set(key, [number]);
    else if (numbers instanceof OrderedNumbers) numbers.add(number);
    else if (insertInOrder(numbers, number) > FEW)
      this.#numbers.set(key, new OrderedNumbers(numbers));
  }

  #removeFrom(key: unknown, number: number): void {
    const numbers = this.#numbers.get(key) ?? [];
    if (numbers instanceof OrderedNumbers) numbers.remove(number);
    else removeFromOrder(numbers, number);
    if (numbers.length === 0) this.#numbers.delete(key);
  }
}
