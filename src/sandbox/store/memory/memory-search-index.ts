import type { Kind, Records } from "../records.ts";
import {
  changedEntries,
  entriesWith,
  idIn,
  LAST_CHARACTER,
  type SearchedKind,
} from "../search-terms.ts";
import type { SearchIndex } from "../store.ts";
import { firstIndex } from "./binary-search.ts";

/** The most entries of a part. To insert one moves at most as many. */
const PART = 512;

/** The entries of all records in their order, in parts that are never empty. */
export class MemorySearchIndex implements SearchIndex {
  readonly #parts: string[][] = [];

  async find({ kind, term, isWhole, limit }: Parameters<SearchIndex["find"]>[0]) {
    const from = entriesWith(kind, term, isWhole);
    const found: string[] = [];
    let part = this.#partOf(from + LAST_CHARACTER);
    let place = placeIn(this.#parts[part] ?? [], from + LAST_CHARACTER);
    while (found.length < limit) {
      if (place === 0) {
        part -= 1;
        place = this.#parts[part]?.length ?? 0;
      }
      place -= 1;
      const entry = this.#parts[part]?.[place];
      if (entry === undefined || entry < from) break;
      found.push(entry);
    }
    return [...new Set(found.map(idIn))];
  }

  /** Changes what a record is found by. Without the record there are no entries. */
  change(
    kind: SearchedKind,
    before: Records[Kind] | undefined,
    after: Records[Kind] | undefined,
  ): void {
    const { removed, added } = changedEntries(kind, before, after);
    for (const entry of removed) this.#remove(entry);
    for (const entry of added) this.#add(entry);
  }

  #add(entry: string): void {
    const index = this.#partOf(entry);
    const part = this.#parts[index];
    if (!part) return void this.#parts.push([entry]);
    part.splice(placeIn(part, entry), 0, entry);
    if (part.length > PART) this.#parts.splice(index + 1, 0, part.splice(PART / 2));
  }

  #remove(entry: string): void {
    const index = this.#partOf(entry);
    const part = this.#parts[index] ?? [];
    const place = placeIn(part, entry);
    if (part[place] !== entry) return;
    part.splice(place, 1);
    if (part.length === 0) this.#parts.splice(index, 1);
  }

  /** The last part whose first entry is not greater, or the first part. */
  #partOf(entry: string): number {
    const firsts = firstIndex(
      this.#parts.length,
      (index) => (this.#parts[index]?.[0] ?? "") <= entry,
    );
    return Math.max(0, firsts - 1);
  }
}

/** The place of an entry in a part, or where it belongs. */
function placeIn(part: readonly string[], entry: string): number {
  return firstIndex(part.length, (index) => (part[index] ?? "") < entry);
}
