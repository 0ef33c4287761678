import type { Control } from "../../generated/sandbox-control-client.ts";

/** What a sandbox answers requests with. */
export type SandboxFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** A sandbox, and what gives access to its first company. */
export interface AnySandbox {
  url: string;
  /** The public key of the first company. */
  publicKey: string;
  /** The private key of the first company. */
  privateKey: string;
  /** The control client of the first company: clock, statuses, faults, test data and postbacks. */
  control: Control;
  /** Resolves when every due job has run and every due postback was attempted. */
  settled(): Promise<void>;
  /** Completes the requests in progress, then ends the sandbox. */
  close(): Promise<void>;
}

/** A sandbox that is a function. Spread it into the options of `createCentavo`. */
export interface InProcessSandbox extends AnySandbox {
  /**
   * The base URL, which leads nowhere: only the sandbox's `fetch` answers.
   * @example "https://sandbox.invalid"
   */
  url: string;
  /** Its keys open nothing but this sandbox, so a page may have them. */
  allowBrowser: true;
  /** Answers a request for the service or the sandbox's controls, whatever its origin. */
  fetch: SandboxFetch;
}
