import type { PoolConfig } from "pg";
import { StoreError } from "../../../sandbox/store/store-error.ts";

/** What the address of a server says about its connections. */
export interface ConnectionOptions {
  /** Passed to `pg` as they are. */
  pool: PoolConfig;
  /** The longest time that a statement may take, which includes waiting for a lock, in milliseconds. */
  statementTimeout: number;
}

/** The parameters that the sandbox reads itself, with their defaults. All are positive integers. */
const DEFAULTS = { pool_size: 10, statement_timeout: 10_000, connect_timeout: 10_000 };

/** The parameters that `pg` reads. */
const PASSED_ON = ["application_name", "sslmode", "sslcert", "sslkey", "sslrootcert", "host"];

/**
 * Reads the parameters of a server's address.
 * @throws {StoreError} for a parameter that is unknown or has no valid value.
 */
export function connectionOptions(address: string): ConnectionOptions {
  if (!URL.canParse(address)) throw new StoreError("it is not a valid URL", { advice: FORM });
  const url = new URL(address);
  if (url.pathname.length < 2) throw new StoreError("it names no database", { advice: FORM });
  const known = [...Object.keys(DEFAULTS), ...PASSED_ON];
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) {
    // An unknown name may be part of a password with a character that is not encoded.
    throw new StoreError("it has an unknown parameter", {
      advice: `the parameters of a PostgreSQL address are ${known.join(", ")}`,
    });
  }
  const { pool_size, statement_timeout, connect_timeout } = takeNumbers(url.searchParams);
  return {
    statementTimeout: statement_timeout,
    pool: {
      application_name: "centavo",
      connectionString: url.href,
      max: pool_size,
      // Also how long work waits for a connection of the pool.
      connectionTimeoutMillis: connect_timeout,
      keepAlive: true,
    },
  };
}

const FORM = "use an address such as postgres://user:password@host:5432/database";

/** Reads the numbers, and removes them from the parameters that `pg` gets. */
function takeNumbers(parameters: URLSearchParams): typeof DEFAULTS {
  const numbers = Object.entries(DEFAULTS).map(([name, usual]) => {
    const text = parameters.get(name) ?? `${usual}`;
    if (!/^[1-9]\d{0,6}$/.test(text))
      throw new StoreError(`its parameter ${name} must be an integer from 1 to 9999999`);
    parameters.delete(name);
    return [name, Number(text)];
  });
  return Object.fromEntries(numbers);
}
