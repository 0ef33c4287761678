/** An option that a sandbox cannot start with, and its name. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly option: string;

  constructor(option: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.option = option;
  }
}

/** This Node is older than the SQLite that comes with it. The client of this package needs none. */
export class SqliteMissingError extends Error {
  override readonly name = "SqliteMissingError";

  constructor(cause: unknown) {
    super(`the sandbox needs Node 22.13 or later, and this is ${process.version}`, { cause });
  }
}
