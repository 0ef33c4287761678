import { describeError } from "../text/describe-error.ts";

/**
 * Reports an error that nothing handled as a warning of the process. A service redacts the messages that it reports itself;
 * what arrives here is a driver's error, whose message `describeError` leaves out, or one of the code's own.
 */
export function warnAbout(error: unknown): void {
  process.emitWarning(describeError(error, (message) => message));
}
