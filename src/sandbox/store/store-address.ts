/** Whether the address of a store is that of a PostgreSQL server. Every other address is a file. */
export function isServerAddress(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address);
}

/**
 * The address of a store as it may be printed: that of a server without its user, password and parameters.
 *
 * @example
 * shownAddress("postgres://ana:secret@db.example:5432/sandbox?pool_size=5"); // "postgres://db.example:5432/sandbox"
 */
export function shownAddress(address = ""): string {
  if (!isServerAddress(address)) return address;
  if (!URL.canParse(address)) return "the PostgreSQL address";
  const { host, pathname } = new URL(address);
  // A password with a slash that is not encoded ends up in the path.
  if (pathname.includes("@")) return "the PostgreSQL address";
  return `postgres://${host}${pathname}`;
}
