import { LAYOUT } from "../sql/migrations.ts";
import type { Session } from "../sql/session.ts";

/** Begins each transaction that selects the column from no company. */
export const SELECT_LAYOUT = `SELECT ${LAYOUT} FROM centavo.settings`;

const LOCK_SETTINGS = `${SELECT_LAYOUT} FOR UPDATE`;

const LOCK_COMPANY = `SELECT ${LAYOUT} FROM centavo.companies WHERE company = $1 FOR UPDATE`;

/**
 * Locks the row of a company, or with "" that of the settings, until the end of the transaction: others wait for it. It
 * shares its round trip with the begin and the first read. Returns false if there is no such row.
 */
export async function lock(session: Session, locked: string): Promise<boolean> {
  const rows = locked === "" ? session.all(LOCK_SETTINGS) : session.all(LOCK_COMPANY, locked);
  return (await rows).length > 0;
}
