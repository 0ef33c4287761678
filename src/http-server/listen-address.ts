/** Where to listen. */
export interface ListenAddress {
  port: number;
  host: string;
}

/** An address that cannot be listened on, and the half of it that is to be changed. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly option: keyof ListenAddress;

  constructor(message: string, option: keyof ListenAddress, cause: Error) {
    super(message, { cause });
    this.option = option;
  }
}

/** Whether an address is this machine's own, as it stands in an option or in a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
