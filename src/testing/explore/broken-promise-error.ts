/** A promise of the shop is broken. The seed and the path run the story again. */
export class BrokenPromiseError extends Error {
  override readonly name = "BrokenPromiseError";
  readonly seed: number;
  readonly path: string;
  /** The story for a person, with what replays it. */
  readonly describe: (replay: string) => string;

  constructor(seed: number, path: string, describe: (replay: string) => string) {
    super(describe(`explore({ …, seed: ${seed}, path: "${path}" })`));
    this.seed = seed;
    this.path = path;
    this.describe = describe;
  }
}
