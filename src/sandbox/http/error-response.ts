import { STATUS_CODES } from "node:http";
import type { JsonObject } from "../../contract/cursor.ts";
import { rules } from "../domain/business-rules.ts";
import {
  FaultRefusal,
  HttpRefusal,
  InvalidRefusal,
  KnownRefusal,
  RuleRefusal,
} from "../request-errors.ts";
import type { KnownAnswer, Route } from "../spec/routes.ts";

const FAILED = 500;

/** How a request is answered that is refused, and why, in words for people. */
export interface Refused {
  /** Null where the connection is cut instead. */
  status: number | null;
  body: JsonObject;
  headers?: Record<string, string>;
  reasons: string[];
}

/** The answer to whatever a call may throw; undefined where it is no refusal but a defect. */
export function refused(error: unknown, route: Route | undefined): Refused | undefined {
  if (error instanceof KnownRefusal) return known(error, route);
  if (error instanceof RuleRefusal) {
    const { returnCode } = rules[error.rule];
    return { ...envelope(400, error.message, { returnCode }), reasons: [error.message] };
  }
  if (error instanceof InvalidRefusal) {
    return { ...envelope(400, error.problems), reasons: error.problems };
  }
  if (error instanceof HttpRefusal) {
    const { status, headers, message } = error;
    return { ...envelope(status, message), headers, reasons: [message] };
  }
  if (error instanceof FaultRefusal) {
    const { status, message } = error;
    const reasons = [message];
    if (status === null) return { status, body: {}, reasons };
    return { ...(status < FAILED ? envelope(status, message) : failure(route, status)), reasons };
  }
  return undefined;
}

/** As the contract shows it. */
function known({ error, reason }: KnownRefusal, route: Route | undefined): Refused | undefined {
  const answer = route?.errors[error];
  return answer && { ...answer, reasons: [[error, reason].filter(Boolean).join(": ")] };
}

/**
 * What the contract shows for a failure of the service itself, with the status put in: listing
 * customers has a code for it.
 */
export function failure(route: Route | undefined, status = FAILED): KnownAnswer {
  const shown = Object.values(route?.errors ?? {}).find((answer) => answer.status === FAILED);
  if (!shown) return envelope(status, "Internal server error");
  return {
    status,
    body: JSON.parse(JSON.stringify(shown.body), (key, value) =>
      key === "statusCode" ? status : value,
    ),
  };
}

/** In the form that errors without a code of the service's have. */
export function envelope(status: number, message: string | string[], more: object = {}) {
  const data = { message, ...more, error: STATUS_CODES[status], statusCode: status };
  return { status, body: { data } };
}
