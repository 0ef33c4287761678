/** An invalid option. `option` is its name. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly option: string;
  /** What to do about it on the command line, if another value would not help. */
  readonly advice: string | undefined;

  constructor(
    option: string,
    message: string,
    { cause, advice }: { cause?: unknown; advice?: string | undefined } = {},
  ) {
    super(message, { cause });
    this.option = option;
    this.advice = advice;
  }
}

/** The store was created with a different seed, or without one. */
export class OtherSeedError extends Error {
  override readonly name = "OtherSeedError";
}

/** The first company has other data than the examples. */
export class OtherDataError extends Error {
  override readonly name = "OtherDataError";
}
