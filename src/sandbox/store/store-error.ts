/**
 * An engine cannot work at the moment. The message completes "… cannot be used (": it is for whoever runs the
 * sandbox, and contains no stored value.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** What to do about it on the command line, if another file would not help. */
  readonly advice: string | undefined;

  constructor(message: string, { cause, advice }: { cause?: unknown; advice?: string } = {}) {
    super(message, { cause });
    this.advice = advice;
  }
}
