/** SQLite's address of a database in memory. */
export const IN_MEMORY = ":memory:";

/**
 * What is no name of a file, although SQLite would create one. A drive such as C: has one letter. Quotes before the
 * address of a server, or the form `password=…`, would put a password into the name; `127.0.0.1:5432/shop` is no path.
 */
const NO_FILE = /^(?!file:)[a-z][a-z\d+.-]+:|^[^/\\]+:\d+\/|postgres(ql)?:\/\/|\bpassword\s*=/i;

/** Whether the address of a store is that of a PostgreSQL server. */
export function isServerAddress(address: string): boolean {
  return /^postgres(ql)?:\/\//i.test(address);
}

/** Whether an address, which is not that of a server, may name a file. */
export function isFileAddress(address: string): boolean {
  return !NO_FILE.test(address);
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
