import { StoreError } from "../../../sandbox/store/store-error.ts";
import { migration1 } from "./migration-1-tables.ts";

/**
 * The statements that lead from each layout of the tables to the next, in both engines. The first makes layout 1. From the
 * first tag on, a published one never changes.
 */
export const migrations: readonly string[] = [migration1];

/**
 * A column of the settings and the companies, without values. Its name has the number of the layout. Each transaction
 * selects it first, so that none uses tables which a newer version has changed.
 */
export const LAYOUT = layoutColumn(migrations.length);

/** Selects the layout of tables. */
export const SELECT_NUMBER = "SELECT max(number) AS number FROM centavo.layouts";

/** What a process does not understand. Completes "… cannot be used (", as a {@link StoreError} does. */
export const CHANGED_BY_NEWER = {
  problem: "a newer version of the sandbox has changed it",
  advice: "update this sandbox",
};

/** The error of a database that the development before the first release has left. */
export function madeBefore(): StoreError {
  return new StoreError("it was made before 0.1.0", { advice: "start with an empty one" });
}

/**
 * The statements that give tables the latest layout, or "" if they have it. Layout 0 is no tables.
 * @throws {StoreError} if a newer sandbox has changed the tables.
 */
export function pendingStatements(layout: number): string {
  if (layout > migrations.length) throw new StoreError(CHANGED_BY_NEWER.problem, CHANGED_BY_NEWER);
  return migrations
    .map((statements, index) => `${statements};\n${numbered(index + 1)}`)
    .slice(layout)
    .join("\n");
}

/** Gives the tables the number of a layout. */
function numbered(layout: number): string {
  const tables = ["centavo.settings", "centavo.companies"];
  const added = tables.map((table) => `ALTER TABLE ${table} ADD ${layoutColumn(layout)} bigint;`);
  const dropped = tables.map((table) => `ALTER TABLE ${table} DROP ${layoutColumn(layout - 1)};`);
  return [
    `INSERT INTO centavo.layouts VALUES (${layout});`,
    ...added,
    ...(layout > 1 ? dropped : []),
  ].join("\n");
}

function layoutColumn(layout: number): string {
  return `layout_${layout}`;
}
