/** So many reasons are logged; the answer has the others. */
const MAX_LOGGED_REASONS = 10;

interface Options {
  headers?: Record<string, string>;
  /** What the log has in place of the reasons, where they quote what it must not show. */
  logged?: string;
}

/** Why a request is not carried out, as the person who sent it should read it. */
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
