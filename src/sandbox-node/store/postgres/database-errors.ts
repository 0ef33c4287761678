import { StoreError } from "../../../sandbox/store/store-error.ts";
import { CHANGED_BY_NEWER, LAYOUT } from "../sql/migrations.ts";

/** An error of the server has the SQLSTATE as its `code`, and one of the connection the code of Node. */
interface CodedError extends Error {
  code?: string;
}

interface Problem {
  /** Completes "… cannot be used (". */
  problem: string;
  advice?: string;
  isTemporary?: true;
}

const UNREACHABLE: Problem = {
  problem: "no PostgreSQL server answers there",
  advice: "start the server, or correct the host and the port of --db",
  isTemporary: true,
};
const WRONG_LOGIN: Problem = {
  problem: "the server refuses its user or password",
  advice: "correct the user and the password in --db",
};
const LOST: Problem = { problem: "the connection to the server was lost", isTemporary: true };

/** What runs the sandbox can read and do about an error, by its code or the class of its code. */
const problems: Record<string, Problem> = {
  ECONNREFUSED: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ECONNRESET: LOST,
  EPIPE: LOST,
  "08": LOST,
  "28": WRONG_LOGIN,
  "3D000": {
    problem: "the server has no such database",
    advice: "create it with createdb, or correct its name in --db",
  },
  "42501": {
    problem: "its user may not write",
    advice: "use a user that owns the database or its schema centavo",
  },
  // Only a migration has a timeout for locks.
  "55P03": {
    problem: "its tables need an update, and other transactions held them for too long",
    advice:
      "stop the older processes of the sandbox, and what else uses the database, and start again",
    isTemporary: true,
  },
  "25006": {
    problem: "it is read-only",
    advice: "use the primary server, not a standby, and a user that may write",
    isTemporary: true,
  },
  "40": { problem: "its transactions collide again and again", isTemporary: true },
  "42P01": { problem: "tables of the sandbox are missing in it" },
  "42703": { problem: "tables of the sandbox have been changed in it" },
  "53100": { problem: "the disk of the server is full", isTemporary: true },
  "53300": {
    problem: "the server has no free connection",
    advice:
      "raise max_connections, lower pool_size in --db, or put a pooler such as pgbouncer in front",
    isTemporary: true,
  },
  "53": { problem: "the server is out of resources", isTemporary: true },
  "57014": { problem: "a statement took longer than the statement_timeout", isTemporary: true },
  "57": { problem: "the server is starting or stopping", isTemporary: true },
  "58": { problem: "the server cannot read or write its files" },
  XX: { problem: "the server reports damaged data" },
};

/** The messages of errors of `pg` that have no code. */
const messages: [RegExp, Problem][] = [
  [/timeout exceeded when trying to connect/, { problem: "no connection was free in time" }],
  // Trying again would wait as long again, so this is no loss of a connection.
  [/due to connection timeout|timeout expired/, { ...UNREACHABLE }],
  [/Query read timeout/, LOST],
  [/Connection terminated|not queryable|connection error/i, LOST],
  [
    /does not support SSL/i,
    { problem: "the server has no TLS", advice: "set sslmode=disable in --db" },
  ],
  [
    /certificate|self-signed/i,
    {
      problem: "the certificate of the server is not trusted",
      advice: "name its authority with sslrootcert in --db",
    },
  ],
  [/password must be a string|SASL/i, WRONG_LOGIN],
];

/** The problem of the server or the connection as a {@link StoreError}; every other error as it is. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const found = problemOf(error);
  return found ? new StoreError(found.problem, { cause: error, ...found }) : error;
}

function problemOf(error: CodedError): Problem | undefined {
  // Node has one error for all addresses of a host.
  const { code = codeOfFirst(error), message } = error;
  if (code === "42703" && message.includes(LAYOUT)) return CHANGED_BY_NEWER;
  if (code !== undefined) return problems[code] ?? problems[code.slice(0, 2)];
  return messages.find(([pattern]) => pattern.test(message))?.[1];
}

function codeOfFirst(error: Error): string | undefined {
  return error instanceof AggregateError ? error.errors[0]?.code : undefined;
}

/** Whether the server ended a transaction that may succeed when it is tried again at once. */
export function isConflict({ code = "" }: CodedError): boolean {
  return code === "40001" || code === "40P01";
}

/** Whether the server ended a statement that took too long, e.g. because it waited for a lock. */
export function isTimeout({ code }: CodedError): boolean {
  return code === "57014";
}

/** Whether the connection has ended, or none could be made. What ran on it is not committed, or was not known to be. */
export function isConnectionLoss(error: CodedError): boolean {
  const problem = problemOf(error);
  const isStopping = /^57P0[123]$/.test(error.code ?? "");
  return isStopping || problem === LOST || problem === UNREACHABLE;
}
