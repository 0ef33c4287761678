/** Why a request is not carried out, as the person who sent it should read it. */
export class Refusal extends Error {
  readonly status: number;
  readonly reasons: string | string[];
  readonly headers: Record<string, string>;

  constructor(status: number, reasons: string | string[], headers: Record<string, string> = {}) {
    super([reasons].flat().join("; "));
    this.status = status;
    this.reasons = reasons;
    this.headers = headers;
  }
}
