import { type Column, columnsOf } from "../columns.ts";
import { filterKey } from "../filter-key.ts";
import { ALL, countedFields, type Filters, kinds } from "../filters.ts";
import { nearerEnd } from "../nearer-end.ts";
import { parseRecord, type RecordRow } from "../parse-record.ts";
import type { Kind, Records } from "../records.ts";
import type { Collection, Page, ResultPage } from "../store.ts";
import { UnparsedJson } from "../unparsed-json.ts";
import { columnOf, nextSequence, tableOf } from "./schema.ts";
import type { Session, SqlValue } from "./session.ts";

const TYPES: Record<Column["type"], string> = { text: "text", list: "text[]", number: "bigint" };

/** The statements for single records, by kind. `$1` is the company, and `$2` the id of the record. */
const statements = Object.fromEntries(kinds.map((kind) => [kind, statementsOf(kind)])) as Record<
  Kind,
  ReturnType<typeof statementsOf>
>;

function statementsOf(kind: Kind) {
  const table = tableOf(kind);
  const own = columnsOf(kind);
  const columns = ["resource", "internal", ...own.map(({ name }) => columnOf(name))];
  const types = ["text", "text", ...own.map(({ type }) => TYPES[type])];
  const values = types.map((type, index) => `$${index + 3}::${type}`);
  const found = "WHERE company = $1 AND id = $2";
  const after = columns.map((column, index) => `${values[index]} AS ${column}`);
  const update = `UPDATE ${table} SET (${columns}) = ROW (${values}) ${found}`;
  const countChange = countsOf(kind, [
    { rows: "before", by: -1 },
    { rows: `(SELECT ${after} FROM before) AS after`, by: 1 },
  ]);
  return {
    get: `SELECT resource, internal FROM ${table} ${found}`,
    insert: `WITH added AS (
  INSERT INTO ${table} (company, sequence, id, ${columns})
  SELECT $1, ${nextSequence(table)} + 1, $2, ${values}
  ON CONFLICT (company, id) DO NOTHING RETURNING *
), counted AS (${countsOf(kind, [{ rows: "added", by: 1 }])})
SELECT sequence FROM added`,
    update:
      countedFields(kind).length === 0
        ? update
        : `WITH before AS (SELECT * FROM ${table} ${found}), counted AS (${countChange}) ${update}`,
    delete: `WITH deleted AS (DELETE FROM ${table} ${found} RETURNING *)
${countsOf(kind, [{ rows: "deleted", by: -1 }])}`,
  };
}

/** Adds to the number of all records of a kind, and of those with each value of a counted field. */
function countsOf(kind: Kind, changes: { rows: string; by: number }[]): string {
  const fields = [
    `('${ALL}', '${ALL}')`,
    ...countedFields(kind).map((name) => `('${name}', ${columnOf(name)})`),
  ];
  const selects = changes.map(
    ({ rows, by }) =>
      `SELECT field, value, ${by} AS by FROM ${rows}, LATERAL (VALUES ${fields}) AS each (field, value)`,
  );
  return `INSERT INTO centavo.counts (company, kind, field, value, total)
  SELECT $1, '${kind}', field, value, sum(by) FROM (${selects.join(" UNION ALL ")}) AS changes
  GROUP BY field, value HAVING sum(by) <> 0
  ON CONFLICT (company, kind, field, value) DO UPDATE SET total = counts.total + excluded.total`;
}

/** A class, because collections are created for every request and should share their methods. */
export class PostgresCollection<Name extends Kind> implements Collection<Name> {
  protected readonly session: Session;
  protected readonly company: string;
  readonly #kind: Name;

  constructor(session: Session, kind: Name, company: string) {
    this.session = session;
    this.company = company;
    this.#kind = kind;
  }

  async get(id: string): Promise<Records[Name] | undefined> {
    const row = await this.session.one<RecordRow>(statements[this.#kind].get, this.company, id);
    return row && parseRecord(row, this.#kind);
  }

  async insert(record: Records[Name]): Promise<void> {
    const added = await this.session.one(statements[this.#kind].insert, ...this.#values(record));
    if (!added) throw new Error(`${this.#kind} already has ${record.id}.`);
  }

  async update(record: Records[Name]): Promise<void> {
    await this.session.run(statements[this.#kind].update, ...this.#values(record));
  }

  async delete(id: string): Promise<void> {
    await this.session.run(statements[this.#kind].delete, this.company, id);
  }

  async find(filters: Filters[Name]): Promise<Records[Name][]> {
    const { where, values } = this.#queryFor(filters);
    const rows = await this.session.all<RecordRow>(
      `SELECT resource, internal FROM ${tableOf(this.#kind)} WHERE ${where} ORDER BY sequence DESC`,
      ...values,
    );
    return rows.map((row) => parseRecord<Records[Name]>(row, this.#kind));
  }

  async nextNumber(): Promise<number> {
    return (await this.#count(this.#queryFor({}))) + 1;
  }

  async page(filters: Filters[Name], page: Page): Promise<ResultPage<Records[Name]["resource"]>> {
    const query = this.#queryFor(filters);
    const total = await this.#count(query);
    const { take, skip, fromTheEnd } = nearerEnd(page, total);
    if (take === 0) return { resources: [], total };
    const rows = await this.session.all<Pick<RecordRow, "resource">>(
      `SELECT resource FROM ${tableOf(this.#kind)} WHERE ${query.where}
       ORDER BY sequence ${fromTheEnd ? "ASC" : "DESC"} LIMIT ${take} OFFSET ${skip}`,
      ...query.values,
    );
    if (fromTheEnd) rows.reverse();
    const texts = rows.map(({ resource }) => resource);
    return { resources: new UnparsedJson<Records[Name]["resource"][]>(`[${texts}]`), total };
  }

  /** The company, the id, the record in two texts, and its columns. */
  #values(record: Records[Name]): SqlValue[] {
    const { resource, ...internal } = record;
    const texts = [JSON.stringify(resource), JSON.stringify(internal)];
    const columns = columnsOf(this.#kind).map((column) => column.valueIn(record));
    return [this.company, record.id, ...texts, ...columns];
  }

  #queryFor(filters: Filters[Name]): Query {
    const conditions = Object.entries(filters).filter(([, value]) => value !== undefined);
    const sql = conditions.map(([name], index) => {
      const column = columnsOf(this.#kind).find((each) => each.name === name);
      if (!column) throw new Error(`${this.#kind} cannot be filtered by ${name}.`);
      const place = `$${index + 2}`;
      const isList = column.type === "list";
      return isList ? `${place} = ANY (${columnOf(name)})` : `${columnOf(name)} = ${place}`;
    });
    return {
      fields: conditions.map(([name]) => name),
      where: ["company = $1", ...sql].join(" AND "),
      values: [this.company, ...conditions.map(([, value]) => filterKey(value))],
    };
  }

  async #count({ fields: [field = ALL, ...others], where, values }: Query): Promise<number> {
    const isCounted = field === ALL || countedFields(this.#kind).includes(field);
    const row =
      isCounted && others.length === 0
        ? await this.session.one<Total>(
            "SELECT total FROM centavo.counts WHERE company = $1 AND kind = $2 AND field = $3 AND value = $4",
            ...[this.company, this.#kind, field, values[1] ?? ALL],
          )
        : await this.session.one<Total>(
            `SELECT count(*) AS total FROM ${tableOf(this.#kind)} WHERE ${where}`,
            ...values,
          );
    return row?.total ?? 0;
  }
}

/** Filters as a WHERE clause with its values, which begin with the company, and their names. */
interface Query {
  fields: string[];
  where: string;
  values: SqlValue[];
}

type Total = { total: number };
