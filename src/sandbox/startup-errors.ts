/** An invalid option. `option` is its name. */
export class OptionError extends Error {
  override readonly name = "OptionError";
  readonly option: string;

  constructor(option: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.option = option;
  }
}
