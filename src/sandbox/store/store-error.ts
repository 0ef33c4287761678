/**
 * An engine cannot work at the moment. The message completes "… cannot be used (": it is for whoever runs the
 * sandbox, and contains no stored value.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** What to do about it on the command line, if another file would not help. */
  readonly advice: string | undefined;
  /** Whether the change may have been made all the same: the answer to its commit was lost. */
  readonly mayBeCommitted: boolean;
  /** Whether waiting may help, e.g. until a server has started. */
  readonly isTemporary: boolean;

  constructor(
    message: string,
    {
      cause,
      advice,
      mayBeCommitted = false,
      isTemporary = false,
    }: Partial<Omit<StoreError, "name" | "message" | "stack">> = {},
  ) {
    super(message, { cause });
    this.advice = advice;
    this.mayBeCommitted = mayBeCommitted;
    this.isTemporary = isTemporary;
  }
}

/** A record that no sandbox can have written. The message never contains the record. */
export class DamagedRecordError extends StoreError {
  constructor(table: string) {
    super(`it is damaged: a record of ${table} cannot be read`);
  }
}
