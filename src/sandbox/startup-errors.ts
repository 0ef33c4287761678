/** An invalid option. `option` is its name. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly option: string;

  constructor(option: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.option = option;
  }
}

/** This version of Node has no built-in SQLite. Only the sandbox needs it, not the client. */
export class SqliteMissingError extends Error {
  override readonly name = "SqliteMissingError";

  constructor(cause: unknown) {
    super(`the sandbox needs Node 22.13 or later, but this is ${process.version}`, { cause });
  }
}
