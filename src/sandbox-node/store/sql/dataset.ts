import type { Insertion, Row, Session, SqlValue } from "./session.ts";

/**
 * The records, entries, jobs and totals that a company has at present. All their keys begin with the company and the
 * number of the dataset: `$1` and `$2` in every statement. A restore fills another dataset, which then replaces it.
 */
export class Dataset {
  readonly session: Session;
  readonly company: string;
  readonly number: number;

  constructor(session: Session, company: string, number: number) {
    this.session = session;
    this.company = company;
    this.number = number;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.session.all(sql, this.company, this.number, ...values);
  }

  async one<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.session.run(sql, this.company, this.number, ...values);
  }

  insert(insertion: Insertion, rows: readonly Row[]): void {
    this.session.insert(insertion, [this.company, this.number], rows);
  }
}

/** The condition of all rows of a dataset. */
export const OWN = "company = $1 AND dataset = $2";

/**
 * Selects the rows of a dataset whose column is one of the texts in the JSON of `$3`. Each is looked up by itself, and no
 * engine turns that round: PostgreSQL plans for a company of the usual size, and would read all rows of a large one.
 */
export function selectForEach(columns: string, table: string, column: string): string {
  return `SELECT ${columns} FROM (SELECT DISTINCT value FROM jsonb_array_elements_text($3::jsonb)) AS wanted
CROSS JOIN LATERAL (SELECT * FROM centavo.${table} WHERE ${OWN} AND ${column} = wanted.value OFFSET 0) AS found`;
}
