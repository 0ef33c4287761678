import { escapeControls } from "../client/escape-controls.ts";

/** Called with one line for every response. Its errors and its return value are ignored. */
export type Log = (line: string) => unknown;

/** Wraps a log so that its failures never affect a response. The first one goes to `warn`. */
export function withoutFailing(
  log: Log,
  warn: (message: string) => void,
): (line: () => string) => unknown {
  let hasWarned = false;
  return async (line) => {
    try {
      await log(line());
    } catch {
      if (hasWarned) return;
      hasWarned = true;
      warn("The function in the option log has failed. Further failures are not reported.");
    }
  };
}

interface LoggedResponse {
  status: number | null;
  reasons?: readonly string[];
  warnings?: readonly string[] | undefined;
  skipLog?: boolean;
}

/** What the log says of a response. */
export interface ResponseFacts {
  status: number | null;
  reasons: readonly string[];
  warnings: readonly string[];
  method: string | undefined;
  /** The part of the target that may be logged. */
  path: string;
}

interface LoggedRequest {
  method?: string | undefined;
  url?: string | undefined;
}

export type ResponseLog = (request: LoggedRequest, response: LoggedResponse) => void;

/** Logs each response, in the lines that `describe` makes of it. */
export function logResponses(
  log: ReturnType<typeof withoutFailing>,
  loggableTarget: (target: string) => string = () => "",
  describe: (facts: ResponseFacts) => string[] = asText,
): ResponseLog {
  return ({ method, url = "" }, { status, reasons = [], warnings = [], skipLog }) => {
    if (skipLog) return;
    const facts = { method, path: loggableTarget(url), status, reasons, warnings };
    for (const line of describe(facts)) log(() => line);
  };
}

/** A line for the response, and another for the warnings about its request. */
function asText({ method, path, status, reasons, warnings }: ResponseFacts): string[] {
  const parts = [method, path, status ?? "-", reasons.join("; ")];
  const lines = [parts.filter(Boolean).join(" ")];
  if (warnings.length > 0) lines.push(`  warning: ${warnings.join("; ")}`);
  return lines.map(escapeControls);
}
