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

const LOOPBACK_OF_WILDCARD = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** Whether an address is a wildcard: a server on it listens on all addresses of the machine. */
export function isWildcard(host: string): boolean {
  return LOOPBACK_OF_WILDCARD.has(host);
}

/** The address to call a server at: a wildcard address cannot be called, the loopback address can. */
export function loopbackFor(host: string): string {
  return LOOPBACK_OF_WILDCARD.get(host) ?? host;
}

/** A host as URLs write it: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether a text is a port to listen on. `0` means any free port. */
export function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) < 65_536;
}

/**
 * Where a postback goes. A target without a path keeps that of the `postbackUrl`, in which a receiver may have its own
 * reference. The host is always the target's.
 *
 * @example
 * forwardedUrl(new URL("http://localhost:3000"), "https://shop.example/postbacks/1042?t=1"); // "http://localhost:3000/postbacks/1042?t=1"
 */
export function forwardedUrl(target: URL, postbackUrl: string): string {
  const url = new URL(target);
  if (url.pathname !== "/" || url.search !== "" || !URL.canParse(postbackUrl)) return url.href;
  const { pathname, search } = new URL(postbackUrl);
  Object.assign(url, { pathname, search });
  return url.href;
}
