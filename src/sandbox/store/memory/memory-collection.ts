import { type Filters, type FilterTarget, filteredValues, filterTargets } from "../filters.ts";
import type { Kind, Records } from "../records.ts";
import type { Collection, Page, ResultPage } from "../store.ts";
import type { UndoLog } from "./undo-log.ts";

/** A stored record. `sequence` is its place in the order of insertion. */
export interface Row<Value> {
  record: Value;
  readonly sequence: number;
}

/** Called after a record was added (`before` is undefined), changed, or deleted (`after` is undefined). */
type OnChange<Value> = (
  row: Row<Value>,
  before: Value | undefined,
  after: Value | undefined,
) => void;

/** Records in the order of their insertion, with an index for each filter. */
export class MemoryCollection<Name extends Kind> implements Collection<Name> {
  readonly #kind: Name;
  readonly #undoLog: UndoLog;
  readonly #onChange: OnChange<Records[Name]> | undefined;
  readonly #indexes: Index<Records[Name]>[];
  readonly #byId = new Map<string, Row<Records[Name]>>();
  readonly #all: Row<Records[Name]>[] = [];
  #lastSequence = 0;

  constructor(kind: Name, undoLog: UndoLog, onChange?: OnChange<Records[Name]>) {
    this.#kind = kind;
    this.#undoLog = undoLog;
    this.#onChange = onChange;
    this.#indexes = Object.entries<FilterTarget>(filterTargets[kind]).map(
      ([name, target]) => new Index(name, target),
    );
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    return this.#byId.get(id)?.record;
  }

  async insert(...records: Records[Name][]): Promise<void> {
    for (const record of records) this.#insert(record);
  }

  #insert(record: Records[Name]): void {
    if (this.#byId.has(record.id)) throw new Error(`${this.#kind} already has ${record.id}.`);
    this.#lastSequence += 1;
    const row = { record, sequence: this.#lastSequence };
    this.#add(row);
    this.#undoLog.add(() => this.#remove(row));
  }

  async update(record: Records[Name]): Promise<void> {
    const row = this.#byId.get(record.id);
    if (!row) return;
    const { record: before } = row;
    this.#replace(row, record);
    this.#undoLog.add(() => this.#replace(row, before));
  }

  async delete(id: string): Promise<void> {
    const row = this.#byId.get(id);
    if (!row) return;
    this.#remove(row);
    this.#undoLog.add(() => this.#add(row));
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    return this.#matching(filters)
      .map(({ record }) => record)
      .reverse();
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
    const rows = matching.slice(Math.max(0, end - limit), end).reverse();
    return { resources: rows.map(({ record }) => record.resource), total: matching.length };
  }

  /** Walks over the records of the filter that matches the fewest. */
  #matching(filters: Filters[Name]): readonly Row<Records[Name]>[] {
    const conditions = Object.entries(filters).filter(([, value]) => value !== undefined);
    if (conditions.length === 0) return this.#all;
    const lists = conditions.map(([name, value]) => this.#indexOf(name).rowsOf(value));
    const [fewest = [], ...others] = lists.toSorted((one, other) => one.length - other.length);
    if (others.length === 0) return fewest;
    return fewest.filter(({ record }) =>
      conditions.every(([name, value]) => this.#indexOf(name).keysOf(record).includes(value)),
    );
  }

  #indexOf(name: string): Index<Records[Name]> {
    const index = this.#indexes.find((each) => each.name === name);
    if (!index) throw new Error(`${this.#kind} cannot be filtered by ${name}.`);
    return index;
  }

  #add(row: Row<Records[Name]>): void {
    this.#byId.set(row.record.id, row);
    insertInOrder(this.#all, row);
    for (const index of this.#indexes) index.add(row);
    this.#onChange?.(row, undefined, row.record);
  }

  #remove(row: Row<Records[Name]>): void {
    this.#byId.delete(row.record.id);
    removeFromOrder(this.#all, row);
    for (const index of this.#indexes) index.remove(row);
    this.#onChange?.(row, row.record, undefined);
  }

  #replace(row: Row<Records[Name]>, record: Records[Name]): void {
    const before = row.record;
    for (const index of this.#indexes) index.replace(row, record);
    row.record = record;
    this.#onChange?.(row, before, record);
  }
}

/** The rows with each value of a filter, in the order of their insertion. */
class Index<Value extends Records[Kind]> {
  readonly name: string;
  readonly #target: FilterTarget;
  readonly #rows = new Map<unknown, Row<Value>[]>();

  constructor(name: string, target: FilterTarget) {
    this.name = name;
    this.#target = target;
  }

  rowsOf(key: unknown): readonly Row<Value>[] {
    return this.#rows.get(key) ?? [];
  }

  /** The values by which a filter finds a record. */
  keysOf(record: Value): unknown[] {
    return [...new Set(filteredValues(record, this.name, this.#target))];
  }

  add(row: Row<Value>): void {
    for (const key of this.keysOf(row.record)) this.#addTo(key, row);
  }

  remove(row: Row<Value>): void {
    for (const key of this.keysOf(row.record)) this.#removeFrom(key, row);
  }

  /** Call it before the row gets the new record. */
  replace(row: Row<Value>, record: Value): void {
    const [before, after] = [this.keysOf(row.record), this.keysOf(record)];
    for (const key of before) if (!after.includes(key)) this.#removeFrom(key, row);
    for (const key of after) if (!before.includes(key)) this.#addTo(key, row);
  }

  #addTo(key: unknown, row: Row<Value>): void {
    const rows = this.#rows.get(key);
    if (rows) insertInOrder(rows, row);
    else this.#rows.set(key, [row]);
  }

  #removeFrom(key: unknown, row: Row<Value>): void {
    const rows = this.#rows.get(key) ?? [];
    removeFromOrder(rows, row);
    if (rows.length === 0) this.#rows.delete(key);
  }
}

type InOrder = { readonly sequence: number };

/** New rows go to the end, which takes constant time. */
export function insertInOrder<Item extends InOrder>(list: Item[], item: Item): void {
  const last = list.at(-1);
  if (last === undefined || last.sequence < item.sequence) list.push(item);
  else list.splice(placeOf(list, item), 0, item);
}

export function removeFromOrder<Item extends InOrder>(list: Item[], item: Item): void {
  list.splice(placeOf(list, item), 1);
}

/** The index of the first item that is not before this one. */
function placeOf(list: readonly InOrder[], { sequence }: InOrder): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as InOrder).sequence < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
