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
 * Measures all targets in every round, and returns the figures of each. Each round begins with another target, so that
 * what slows the machine down for a while affects them all. A first round does not count, because V8 is still compiling.
 */
export async function race<Target, Figure = number>(
  targets: readonly Target[],
  rounds: number,
  measure: (target: Target) => Promise<Figure>,
): Promise<Figure[][]> {
  const figures = targets.map((): Figure[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const index = (round + turn) % targets.length;
      const figure = await measure(targets[index] as Target);
      if (round > 0) figures[index]?.push(figure);
    }
  }
  return figures;
}
