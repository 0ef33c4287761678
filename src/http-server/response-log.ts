import { escapeControls } from "../client/escape-controls.ts";

/** Called with one line for every response. Its errors and its return value are ignored. */
export type Log = (line: string) => unknown;

/** A log that never fails, with lines that are only written if somebody reads them. */
type SafeLog = (line: () => string) => unknown;

/** Wraps a log so that its failures never affect a response. Only the first one is reported. */
export function withoutFailing(log: Log): SafeLog {
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

/** Logs a response in one line, and the warnings about its request in another. */
export function logResponse(
  log: SafeLog,
  method = "",
  target: () => string,
  {
    status,
    reasons = [],
    warnings = [],
  }: { status: number | null; reasons?: string[]; warnings?: readonly string[] },
): void {
  log(() => {
    const parts = [method, target(), status ?? "-", reasons.join("; ")];
    return escapeControls(parts.filter(Boolean).join(" "));
  });
  if (warnings.length > 0) log(() => escapeControls(`  warning: ${warnings.join("; ")}`));
}
