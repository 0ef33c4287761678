/** The most letters that a misspelt name may differ in. */
const MAX_EDITS = 2;

/**
 * Finds the name that was probably meant: one that differs only in case or separators, or else the one with
 * the fewest wrong letters. At most every third letter may be wrong.
 *
 * @example
 * similarName("postBackUrl", ["amount", "postbackUrl"]); // "postbackUrl"
 * similarName("ammount", ["amount", "postbackUrl"]); // "amount"
 * similarName("prot", ["port", "host"]); // "port"
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

/** The number of letters to insert, delete or replace, or of neighbours to swap (Damerau and Levenshtein). */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [rowIndex, letter] of [...from].entries()) {
    const next = [rowIndex + 1];
    for (const [index, other] of [...to].entries()) {
      const [deleted = 0, replaced = 0, inserted = 0] = [row[index + 1], row[index], next[index]];
      const isSwap = letter === to[index - 1] && from[rowIndex - 1] === other;
      const swapped = isSwap ? (before[index - 1] ?? 0) : Infinity;
      const edits = [deleted + 1, inserted + 1, swapped + 1, replaced + (letter === other ? 0 : 1)];
      next.push(Math.min(...edits));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
