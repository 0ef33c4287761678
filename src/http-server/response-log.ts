import type { IncomingMessage } from "node:http";
import { escapeControls } from "../client/escape-controls.ts";

/** Called with one line for every response. Its errors and its return value are ignored. */
export type Log = (line: string) => unknown;

/** Wraps a log so that its failures never affect a response. Only the first one is reported. */
export function withoutFailing(log: Log): (line: () => string) => unknown {
  let hasWarned = false;
  return async (line) => {
    try {
      await log(line());
    } catch {
      if (hasWarned) return;
      hasWarned = true;
      process.emitWarning(
        "The function in the option log has failed. Further failures are not reported.",
      );
    }
  };
}

interface LoggedResponse {
  status: number | null;
  reasons?: readonly string[];
  warnings?: readonly string[];
  skipLog?: boolean;
}

export type ResponseLog = (request: IncomingMessage, response: LoggedResponse) => void;

/** Logs each response in one line, and the warnings about its request in another. */
export function logResponses(
  log: Log,
  loggableTarget: (target: string) => string = () => "",
): ResponseLog {
  const safeLog = withoutFailing(log);
  return ({ method, url = "" }, { status, reasons = [], warnings = [], skipLog }) => {
    if (skipLog) return;
    safeLog(() => {
      const parts = [method, loggableTarget(url), status ?? "-", reasons.join("; ")];
      return escapeControls(parts.filter(Boolean).join(" "));
    });
    if (warnings.length > 0) safeLog(() => escapeControls(`  warning: ${warnings.join("; ")}`));
  };
}
