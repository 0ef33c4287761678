import type { SQLInputValue } from "node:sqlite";
import { type Column, columnsOf } from "../columns.ts";
import { filterKey } from "../filter-key.ts";
import { ALL, type Filters, kinds } from "../filters.ts";
import { nearerEnd } from "../nearer-end.ts";
import { parseRecord, type RecordRow } from "../parse-record.ts";
import type { Kind, Records } from "../records.ts";
import type { Collection, Page, ResultPage } from "../store.ts";
import { UnparsedJson } from "../unparsed-json.ts";
import { LIMIT, type PreparedStatements } from "./prepared-statements.ts";
import { conditionOf, isCounted } from "./schema.ts";

/** The statements for single records, by kind. All companies share them. */
const statements = Object.fromEntries(kinds.map((kind) => [kind, statementsOf(kind)])) as Record<
  Kind,
  ReturnType<typeof statementsOf>
>;

function statementsOf(kind: Kind) {
  const columns = ["resource", "internal", ...columnsOf(kind).map(({ name }) => name)];
  const places = columns.map(() => "?");
  return {
    get: `SELECT resource, internal FROM ${kind} WHERE company = ? AND id = ?`,
    insert: `INSERT INTO ${kind} (${columns}, company, id) VALUES (${places}, ?, ?)`,
    update: `UPDATE ${kind} SET (${columns}) = (${places}) WHERE company = ? AND id = ?`,
    delete: `DELETE FROM ${kind} WHERE company = ? AND id = ?`,
  };
}

/** SQLite has no lists: the keys of one are a text of JSON. */
function columnValue({ type, valueIn }: Column, record: Records[Kind]): SQLInputValue {
  const value = valueIn(record);
  return type === "list" ? JSON.stringify(value) : (value as SQLInputValue);
}

/** A class, because collections are created for every request and should share their methods. */
export class SqliteCollection<Name extends Kind> implements Collection<Name> {
  readonly #database: PreparedStatements;
  readonly #kind: Name;
  readonly #company: string;

  constructor(database: PreparedStatements, kind: Name, company: string) {
    this.#database = database;
    this.#kind = kind;
    this.#company = company;
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const row = this.#database.one<RecordRow>(statements[this.#kind].get, this.#company, id);
    return row && parseRecord(row, this.#kind);
  }

  async insert(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].insert, record);
  }

  async update(record: Records[Name]): Promise<void> {
    this.#save(statements[this.#kind].update, record);
  }

  #save(sql: string, record: Records[Name]): void {
    const { resource, ...internal } = record;
    const texts = [JSON.stringify(resource), JSON.stringify(internal)];
    const columns = columnsOf(this.#kind).map((column) => columnValue(column, record));
    this.#database.run(sql, ...texts, ...columns, this.#company, record.id);
  }

  async delete(id: string): Promise<void> {
    this.#database.run(statements[this.#kind].delete, this.#company, id);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    const { where, values } = this.#queryFor(filters);
    const sql = `SELECT resource, internal FROM ${this.#kind} WHERE ${where} ORDER BY sequence DESC`;
    const rows = this.#database.all<RecordRow>(sql, ...values);
    return rows.map((row) => parseRecord<Records[Name]>(row, this.#kind));
  }

  async nextNumber(): Promise<number> {
    return this.#count(this.#queryFor({})) + 1;
  }

  async page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>> {
    const query = this.#queryFor(filters);
    const total = this.#count(query);
    const { take, skip, fromTheEnd } = nearerEnd(page, total);
    const rows = this.#database.all<Pick<RecordRow, "resource">>(
      `SELECT resource FROM ${this.#kind} WHERE ${query.where}
       ORDER BY sequence ${fromTheEnd ? "ASC" : "DESC"} ${LIMIT} OFFSET +?`,
      ...query.values,
      ...[take, skip],
    );
    if (fromTheEnd) rows.reverse();
    const texts = rows.map(({ resource }) => resource);
    return { resources: new UnparsedJson<Records[Name]["resource"][]>(`[${texts}]`), total };
  }

  #queryFor(filters: Filters[Name]): Query {
    const conditions = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, SQLInputValue] => [name, filterKey(value)]);
    const sql = ["company = ?", ...conditions.map(([name]) => conditionOf(this.#kind, name))];
    return {
      conditions,
      where: sql.join(" AND "),
      values: [this.#company, ...conditions.map(([, value]) => value)],
    };
  }

  #count({ conditions, where, values }: Query): number {
    const [[field, value] = [ALL, ALL], ...others] = conditions;
    const hasMaintainedCount =
      others.length === 0 && (field === ALL || isCounted(this.#kind, field));
    const row = hasMaintainedCount
      ? this.#database.one<Total>(
          "SELECT total FROM counts WHERE company = ? AND kind = ? AND field = ? AND value = ?",
          ...[this.#company, this.#kind, field, value],
        )
      : this.#database.one<Total>(
          `SELECT count(*) AS total FROM ${this.#kind} WHERE ${where}`,
          ...values,
        );
    return row?.total ?? 0;
  }
}

/** Filters as a WHERE clause with its values, and the filters themselves as `conditions`. */
interface Query {
  conditions: [string, SQLInputValue][];
  where: string;
  values: SQLInputValue[];
}

type Total = { total: number };
