export interface ListenAddress {
  port: number;
  host: string;
}

/** The server cannot listen on this address. `option` is the part to change. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly option: keyof ListenAddress;

  constructor(message: string, option: keyof ListenAddress, cause: Error) {
    super(message, { cause });
    this.option = option;
  }
}

/** Whether a host is a loopback address, as written in an option or in a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
