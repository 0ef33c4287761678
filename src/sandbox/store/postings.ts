import type { PostedEntry, Posting } from "./store.ts";

/** A stored entry with the subject of its posting. */
export type PostingRow = PostedEntry & { subject: string };

/** Groups entries by their posting. The entries of a posting follow each other. */
export function toPostings(rows: readonly PostingRow[]): Posting[] {
  const postings: Posting[] = [];
  for (const { subject, event, ...entry } of rows) {
    const last = postings.at(-1);
    if (last?.subject === subject && last.event === event) last.entries.push(entry);
    else postings.push({ subject, event, entries: [entry] });
  }
  return postings;
}
