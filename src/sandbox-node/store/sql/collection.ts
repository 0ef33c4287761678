import { type Filters, kinds, pairedFields } from "../../../sandbox/store/filters.ts";
import type { Kind, Records } from "../../../sandbox/store/records.ts";
import type { Collection, Page, ResultPage } from "../../../sandbox/store/store.ts";
import { type Dataset, OWN, selectForEach } from "./dataset.ts";
import { conditionOf, nameOf } from "./dataset-tables.ts";
import { columnsOf } from "./filter-columns.ts";
import { filterKey } from "./filter-key.ts";
import { insertionInto, selectLastNumber } from "./insertion.ts";
import { parseRecord, parseResource, type RecordRow } from "./parse-record.ts";
import type { Row, SqlValue } from "./session.ts";
import type { Key, Totals, TotalsTable } from "./totals.ts";

const statements = Object.fromEntries(kinds.map((kind) => [kind, statementsOf(kind)])) as Record<
  Kind,
  ReturnType<typeof statementsOf>
>;

function statementsOf(kind: Kind) {
  const table = nameOf(kind);
  const columns = ["resource", "internal", ...columnsOf(kind).map(({ name }) => nameOf(name))];
  const changes = columns.map((name, index) => `${name} = $${index + 4}`);
  const found = `FROM centavo.${table} WHERE ${OWN} AND id = $3`;
  return {
    get: `SELECT resource, internal ${found}`,
    getAll: selectForEach("resource, internal", table, "id"),
    insert: insertionInto(table, ["id", ...columns], { isNumbered: true }),
    update: `UPDATE centavo.${table} SET ${changes} WHERE ${OWN} AND id = $3`,
    delete: `DELETE ${found}`,
    find: `SELECT resource, internal FROM centavo.${table}`,
    // No more rows than fit in a MiB with the first one.
    readAfter: `SELECT number, resource, internal FROM (
  SELECT number, resource, internal, sum(length(resource)) OVER (ORDER BY number) - length(resource) AS earlier FROM (
    SELECT sequence AS number, resource, internal FROM centavo.${table}
    WHERE ${OWN} AND sequence > $3 ORDER BY sequence LIMIT 0 + $4::bigint
  ) AS rows
) AS sized WHERE earlier < 1048576 ORDER BY number`,
    lastNumber: selectLastNumber(table),
    latestIds: `SELECT id FROM centavo.${table} WHERE ${OWN} ORDER BY sequence DESC LIMIT 0 + $3::bigint`,
    page: `SELECT resource FROM centavo.${table}`,
    count: `SELECT count(*) AS total FROM centavo.${table}`,
  };
}

/** The statement that selects a record by its id. */
export function selectById(kind: Kind): string {
  return statements[kind].get;
}

/** The statement that selects records after a number, with theirs, and at most so many. */
export function selectAfter(kind: Kind): string {
  return statements[kind].readAfter;
}

/** A class, because collections are created for every request and should share their methods. */
export class SqlCollection<Name extends Kind> implements Collection<Name> {
  protected readonly dataset: Dataset;
  readonly #kind: Name;
  readonly #totals: Totals;
  readonly #pairedFields: readonly string[];
  /** Whether the number of records of each amount is stored. */
  readonly #hasAmounts: boolean;
  /** The records that this unit of work has read or written, by id. */
  readonly #known = new Map<string, Records[Name]>();

  constructor(kind: Name, dataset: Dataset, totals: Totals) {
    this.dataset = dataset;
    this.#kind = kind;
    this.#totals = totals;
    this.#pairedFields = pairedFields(kind);
    this.#hasAmounts = kind === "payments";
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const known = this.#known.get(id);
    if (known) return known;
    const row = await this.dataset.one<RecordRow>(statements[this.#kind].get, id);
    return row && this.#parse(row);
  }

  async getAll(ids: readonly string[]): Promise<Records[Name][]> {
    const wanted = new Set(ids);
    const known = [...wanted].flatMap((id) => this.#known.get(id) ?? []);
    for (const { id } of known) wanted.delete(id);
    if (wanted.size === 0) return known;
    const rows = await this.dataset.all<RecordRow>(
      statements[this.#kind].getAll,
      JSON.stringify([...wanted]),
    );
    return [...known, ...rows.map((row) => this.#parse(row))];
  }

  async insert(...records: Records[Name][]): Promise<void> {
    const rows = records.map((record) => ({ id: record.id, ...this.#columnsOf(record) }));
    this.dataset.insert(statements[this.#kind].insert, rows);
    for (const record of records) {
      this.#known.set(record.id, record);
      this.#recount(undefined, record);
    }
  }

  async update(record: Records[Name]): Promise<void> {
    const { id } = record;
    if (this.#pairedFields.length > 0) {
      const before = await this.get(id);
      if (!before) return;
      this.#recount(before, record);
    }
    if (this.#known.has(id)) this.#known.set(id, record);
    const columns = Object.values(this.#columnsOf(record));
    this.dataset.run(statements[this.#kind].update, id, ...columns);
  }

  async delete(id: string): Promise<void> {
    const before = await this.get(id);
    if (!before) return;
    this.dataset.run(statements[this.#kind].delete, id);
    this.#known.delete(id);
    this.#recount(before, undefined);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    const { where, values } = this.#queryFor(filters);
    const sql = `${statements[this.#kind].find} WHERE ${where} ORDER BY sequence DESC`;
    const rows = await this.dataset.all<RecordRow>(sql, ...values);
    return rows.map((row) => this.#parse(row));
  }

  async latest(filters: Filters[Name], limit: number): Promise<Records[Name][]> {
    const { where, values } = this.#queryFor(filters);
    const sql = `${statements[this.#kind].find} WHERE ${where} ORDER BY sequence DESC ${limitAt(values.length + 3)}`;
    const rows = await this.dataset.all<RecordRow>(sql, ...values, limit, 0);
    return rows.map((row) => this.#parse(row));
  }

  async latestIds(limit: number): Promise<string[]> {
    const rows = this.dataset.all<{ id: string }>(statements[this.#kind].latestIds, limit);
    return (await rows).map(({ id }) => id);
  }

  async nextNumber(): Promise<number> {
    return (await this.#totals.count(this.#kind)) + 1;
  }

  async page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>> {
    const query = this.#queryFor(filters);
    const total = await this.#total(query);
    const span = nearerEnd(page, total);
    if (span.take === 0) return { resources: [], total };
    const isAll = span.skip > 0 && query.fields.length === 0;
    const rows =
      isAll && (await this.#lastNumber()) === total
        ? this.#rows(upTo(total - (page.page - 1) * page.limit), { ...span, ...FROM_THE_FIRST })
        : this.#rows(query, span);
    return { resources: (await rows).map((row) => parseResource(row, this.#kind)), total };
  }

  async #rows(
    { where, values }: Pick<Query, "where" | "values">,
    { take, skip, fromTheEnd }: Span,
  ): Promise<Pick<RecordRow, "resource">[]> {
    const rows = await this.dataset.all<Pick<RecordRow, "resource">>(
      `${statements[this.#kind].page} WHERE ${where}
ORDER BY sequence ${fromTheEnd ? "ASC" : "DESC"} ${limitAt(values.length + 3)}`,
      ...values,
      take,
      skip,
    );
    return fromTheEnd ? rows.reverse() : rows;
  }

  /** It is the number of records, if none but the newest was ever deleted. */
  async #lastNumber(): Promise<number | undefined> {
    return (await this.dataset.one<{ sequence: number }>(statements[this.#kind].lastNumber))
      ?.sequence;
  }

  #parse(row: RecordRow): Records[Name] {
    const record = parseRecord<Records[Name]>(row, this.#kind);
    this.#known.set(record.id, record);
    return record;
  }

  /** The columns of a record by their names, in the order of the statements. A list is a text of JSON. */
  #columnsOf(record: Records[Name]): Row {
    const { resource, ...internal } = record;
    const columns = columnsOf(this.#kind).map(({ name, valueIn }) => {
      const value = valueIn(record);
      return [nameOf(name), Array.isArray(value) ? JSON.stringify(value) : value];
    });
    return {
      resource: JSON.stringify(resource),
      internal: JSON.stringify(internal),
      ...Object.fromEntries(columns),
    };
  }

  /** Changes the totals from those that count a record before to those that do after. Without it, none does. */
  #recount(before: Records[Name] | undefined, after: Records[Name] | undefined): void {
    const [from = [], to = []] = [before, after].map((record) => record && this.#totalsOf(record));
    for (const [table, key] of without(from, to)) this.#totals.add(table, key, -1);
    for (const [table, key] of without(to, from)) this.#totals.add(table, key, 1);
  }

  #totalsOf({ resource }: Records[Name]): Counted[] {
    const keyOf = (name: string) => `${filterKey(resource[name as keyof typeof resource])}`;
    const [status = "", paymentMethod = ""] = this.#pairedFields.map(keyOf);
    const counts: Counted = ["counts", [this.#kind, status, paymentMethod]];
    return this.#hasAmounts ? [counts, ["amounts", [keyOf("amount")]]] : [counts];
  }

  #queryFor(filters: Filters[Name]): Query {
    const given = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = given.map(([name], index) => conditionOf(this.#kind, name, `$${index + 3}`));
    return {
      fields: given.map(([name]) => name),
      where: [OWN, ...sql].join(" AND "),
      values: given.map(([, value]) => filterKey(value)),
    };
  }

  async #total({ fields, where, values }: Query): Promise<number> {
    if (fields.every((field) => this.#pairedFields.includes(field))) {
      const paired = this.#pairedFields.map((field) => values[fields.indexOf(field)]);
      return this.#totals.count(this.#kind, ...paired);
    }
    if (this.#hasAmounts && `${fields}` === "amount")
      return this.#totals.get("amounts", [`${values[0]}`]);
    const sql = `${statements[this.#kind].count} WHERE ${where}`;
    return (await this.dataset.one<{ total: number }>(sql, ...values))?.total ?? 0;
  }
}

/** A total that counts a record. */
type Counted = [TotalsTable, Key];

function without(some: readonly Counted[], others: readonly Counted[]): readonly Counted[] {
  const left = new Set(others.map((each) => JSON.stringify(each)));
  return some.filter((each) => !left.has(JSON.stringify(each)));
}

/** Filters as a WHERE clause with its values, and their names. */
interface Query {
  fields: string[];
  where: string;
  values: SqlValue[];
}

/** Which rows of a list are read. Those that are read from the end come in reverse. */
interface Span {
  fromTheEnd: boolean;
  skip: number;
  take: number;
}

const FROM_THE_FIRST = { fromTheEnd: false, skip: 0 };

/** Selects the rows up to a number, without a walk over those that are newer. */
function upTo(number: number): Pick<Query, "where" | "values"> {
  return { where: `${OWN} AND sequence <= $3`, values: [number] };
}

/**
 * The rows of a page, counted from the nearer end: a database walks over the rows that it skips.
 *
 * @example
 * nearerEnd({ page: 10, limit: 10 }, 95); // { fromTheEnd: true, skip: 0, take: 5 }
 */
function nearerEnd({ page, limit }: Page, total: number): Span {
  const offset = (page - 1) * limit;
  const remaining = Math.max(0, total - offset);
  const fromTheEnd = offset > remaining;
  return {
    fromTheEnd,
    skip: fromTheEnd ? Math.max(0, remaining - limit) : offset,
    take: Math.min(limit, remaining),
  };
}

/** With a plain `LIMIT ?`, SQLite plans the query again each time it binds a value. */
export function limitAt(place: number): string {
  return `LIMIT 0 + $${place}::bigint OFFSET 0 + $${place + 1}::bigint`;
}
