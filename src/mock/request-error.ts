/** The log has at most this many reasons. The response has all of them. */
const MAX_LOGGED_REASONS = 10;

interface Options {
  headers?: Record<string, string>;
  /** Logged instead of the reasons, if they quote something that must not be logged. */
  logged?: string;
}

/** The mock rejects a request. The reasons are written for the person who sent it. */
export class RequestError extends Error {
  readonly status: number;
  readonly reasons: string | string[];
  readonly headers: Record<string, string>;
  readonly logged: string;

  constructor(
    status: number,
    reasons: string | string[],
    { headers = {}, logged = firstReasons([reasons].flat()) }: Options = {},
  ) {
    super([reasons].flat().join("; "));
    this.status = status;
    this.reasons = reasons;
    this.headers = headers;
    this.logged = logged;
  }
}

function firstReasons(reasons: string[]): string {
  const more = reasons.length - MAX_LOGGED_REASONS;
  const first = reasons.slice(0, MAX_LOGGED_REASONS);
  return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}
