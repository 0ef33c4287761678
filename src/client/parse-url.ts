/** A host name or an IPv4 address, or an IPv6 address in brackets: no scheme, user, port, path or wildcard. */
const HOST = /^(\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}_.-]+)$/iu;
/** The longest name that DNS can resolve. */
const MAX_HOST_LENGTH = 253;

/** A URL, or undefined if the value is none. */
export function parseUrl(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}

/**
 * A host in the form that `URL` gives it, so that it can be compared with the `hostname` of a URL: `Shop.Example`
 * becomes `shop.example`. Undefined if the value is anything but a host, for example one with a port.
 */
export function parseHost(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > MAX_HOST_LENGTH) return undefined;
  return HOST.test(value) ? parseUrl(`http://${value}`)?.hostname : undefined;
}
