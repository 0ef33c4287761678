import type { Kind, Records } from "../records.ts";
import {
  changedEntries,
  entriesWith,
  idIn,
  LAST_CHARACTER,
  type SearchedKind,
  searchEntriesOf,
} from "../search-terms.ts";
import type { SearchIndex } from "../store.ts";
import { type Dataset, OWN } from "./dataset.ts";
import { insertionInto } from "./insertion.ts";

const INSERT = insertionInto("search_entries", ["entry"]);

const DELETE = `DELETE FROM centavo.search_entries WHERE ${OWN} AND entry = $3`;

export const FIND = `SELECT entry FROM centavo.search_entries WHERE ${OWN} AND entry >= $3 AND entry < $4
ORDER BY entry DESC LIMIT 0 + $5::bigint`;

/** A table of entries. It is in their order, so those that begin with a text are next to each other. */
export class SqlSearchIndex implements SearchIndex {
  readonly #dataset: Dataset;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
  }

  async find({ kind, term, isWhole, limit }: Parameters<SearchIndex["find"]>[0]) {
    const from = entriesWith(kind, term, isWhole);
    const rows = this.#dataset.all<{ entry: string }>(FIND, from, from + LAST_CHARACTER, limit);
    return [...new Set((await rows).map(({ entry }) => idIn(entry)))];
  }

  add(kind: SearchedKind, records: Records[Kind][]): void {
    this.#insert(records.flatMap((record) => searchEntriesOf(kind, record)));
  }

  /** Changes what a record is found by. Without the later one, it is found no more. */
  change(kind: SearchedKind, before: Records[Kind], after: Records[Kind] | undefined): void {
    const { removed, added } = changedEntries(kind, before, after);
    for (const entry of removed) this.#dataset.run(DELETE, entry);
    this.#insert(added);
  }

  #insert(entries: string[]): void {
    const rows = entries.map((entry) => ({ entry }));
    if (rows.length > 0) this.#dataset.insert(INSERT, rows);
  }
}
