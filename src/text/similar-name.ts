/** The most letters that a misspelt name may differ in. */
const MAX_EDITS = 2;

/**
 * Finds the name that was probably meant: one that differs only in case or separators, or else the one with
 * the fewest wrong letters. At most every third letter may be wrong.
 *
 * @example
 * similarName("postBackUrl", ["amount", "postbackUrl"]); // "postbackUrl"
 * similarName("ammount", ["amount", "postbackUrl"]); // "amount"
 * similarName("phone", ["amount", "postbackUrl"]); // undefined
 */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  const candidates = known
    .map((candidate) => ({ candidate, edits: editDistance(letters, lettersOf(candidate)) }))
    .filter(({ edits }) => edits <= Math.min(MAX_EDITS, letters.length / 3));
  return candidates.sort((one, other) => one.edits - other.edits)[0]?.candidate;
}

function lettersOf(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [rowIndex, letter] of [...from].entries()) {
    const next = [rowIndex + 1];
    for (const [index, other] of [...to].entries()) {
      const [deleted = 0, replaced = 0, inserted = 0] = [row[index + 1], row[index], next[index]];
      next.push(Math.min(deleted + 1, inserted + 1, replaced + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
