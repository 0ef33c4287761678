import type { AnySandbox } from "../sandbox/in-process-sandbox.ts";

/** A running sandbox with a server. */
export interface Sandbox extends AnySandbox {
  /**
   * The base URL of the sandbox. Pass it to `createCentavo` as `baseUrl`.
   * @example "http://127.0.0.1:4020"
   */
  url: string;
  /**
   * The address of the inspector, for a browser. Its code opens one session. It begins with the `publicUrl` if there
   * is one.
   * @example "http://127.0.0.1:4020/#code=0d9f4c6e-5b1a-4e7c-8f23-6a7b8c9d0e1f"
   */
  inspectorUrl: string;
  /** Whether this start has created the first company, rather than found it in the `db`. */
  isNew: boolean;
}
