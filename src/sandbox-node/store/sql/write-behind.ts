import type { Insertion, Row, Session, SqlValue } from "./session.ts";

/**
 * Keeps the rows that a unit of work inserts until a statement names their table or the work ends: those of many jobs are
 * then inserted together, by one statement for each table.
 */
export class WriteBehind implements Session {
  readonly #session: Session;
  readonly #waiting = new Map<Insertion, { owner: readonly SqlValue[]; rows: Row[] }>();

  constructor(session: Session) {
    this.#session = session;
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    this.#writeNamed(sql);
    return this.#session.all(sql, ...values);
  }

  run(sql: string, ...values: SqlValue[]): void {
    this.#writeNamed(sql);
    this.#session.run(sql, ...values);
  }

  insert(insertion: Insertion, owner: readonly SqlValue[], rows: readonly Row[]): void {
    const waiting = this.#waiting.get(insertion);
    const isSame = waiting?.owner.every((value, index) => value === owner[index]);
    if (waiting && isSame && !insertion.isUpsert) waiting.rows.push(...rows);
    else {
      this.#write(insertion);
      this.#waiting.set(insertion, { owner, rows: [...rows] });
    }
  }

  /** Inserts all that waits. */
  write(): void {
    for (const insertion of this.#waiting.keys()) this.#write(insertion);
  }

  #writeNamed(sql: string): void {
    for (const insertion of this.#waiting.keys())
      if (sql.includes(insertion.table)) this.#write(insertion);
  }

  #write(insertion: Insertion): void {
    const waiting = this.#waiting.get(insertion);
    this.#waiting.delete(insertion);
    if (waiting) this.#session.insert(insertion, waiting.owner, waiting.rows);
  }
}
