/** The middle one, or between the two in the middle, so that a moment in which the machine was busy counts for nothing. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

/** What one took of the other round by round, and of that the middle: a slow round slows both. */
export function medianRatio(figures: readonly number[], others: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (others[round] ?? Number.NaN)));
}

/**
 * What each contender took, round by round. All take part in every round, and each round begins with
 * another, so that whatever slows the machine for a while slows them all. What comes before the first is
 * not kept: in it programs are still being compiled.
 */
export async function race<Name, Contender extends { name: Name }>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender) => Promise<number>,
  before = 1,
): Promise<Map<Contender["name"], number[]>> {
  const figures = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -before; round < rounds; round++) {
    const first = (round + before) % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const figure = await measure(contender);
      if (round >= 0) figures.get(contender.name)?.push(figure);
    }
  }
  return figures;
}
