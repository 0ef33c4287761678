/** Where to listen. */
export interface Address {
  port: number;
  host: string;
}

/** An address that cannot be listened on, and the half of it that is to be changed. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly option: keyof Address;

  constructor(message: string, option: keyof Address, cause: Error) {
    super(message, { cause });
    this.option = option;
  }
}
