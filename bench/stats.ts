/** The median, so that outliers from a busy moment of the machine do not count. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

/** The median of the ratios of each round. A slow round slows both down, so its ratio stays the same. */
export function medianRatio(figures: readonly number[], others: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (others[round] ?? Number.NaN)));
}

/**
 * Measures all targets in every round, and returns the figures by target. Each round begins with another
 * target, so that anything that slows the machine down for a while affects them all. The results of a first
 * round are dropped, because V8 is still compiling.
 */
export async function race<Name, Target extends { name: Name }, Figure = number>(
  targets: readonly Target[],
  rounds: number,
  measure: (target: Target) => Promise<Figure>,
): Promise<Map<Target["name"], Figure[]>> {
  const figures = new Map(targets.map(({ name }) => [name, [] as Figure[]]));
  for (let round = -1; round < rounds; round++) {
    const first = (round + 1) % targets.length;
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const figure = await measure(target);
      if (round >= 0) figures.get(target.name)?.push(figure);
    }
  }
  return figures;
}
