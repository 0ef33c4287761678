import { STATUS_CODES } from "node:http";
import type { JsonObject } from "../../contract/cursor.ts";
import { businessRules } from "../domain/rule-violations.ts";
import {
  BusinessRuleError,
  DocumentedError,
  HttpError,
  InjectedFaultError,
  ValidationError,
} from "../errors.ts";
import type { DocumentedResponse, Route } from "../openapi/routes-from-contract.ts";

const INTERNAL_SERVER_ERROR = 500;

/** How a request is answered that is refused, and why, in words for people. */
export interface ErrorResponse {
  /** Null where the connection is cut instead. */
  status: number | null;
  body: JsonObject;
  headers?: Record<string, string>;
  reasons: string[];
}

/** The answer to whatever a call may throw; undefined where it is no refusal but a defect. */
export function errorResponse(error: unknown, route: Route | undefined): ErrorResponse | undefined {
  if (error instanceof DocumentedError) return documentedResponse(error, route);
  if (error instanceof BusinessRuleError) {
    const { returnCode } = businessRules[error.rule];
    return { ...errorEnvelope(400, error.message, { returnCode }), reasons: [error.message] };
  }
  if (error instanceof ValidationError) {
    return { ...errorEnvelope(400, error.problems), reasons: error.problems };
  }
  if (error instanceof HttpError) {
    const { status, headers, message } = error;
    return { ...errorEnvelope(status, message), headers, reasons: [message] };
  }
  if (error instanceof InjectedFaultError) {
    const { status, message } = error;
    const reasons = [message];
    if (status === null) return { status, body: {}, reasons };
    return {
      ...(status < INTERNAL_SERVER_ERROR
        ? errorEnvelope(status, message)
        : serverErrorResponse(route, status)),
      reasons,
    };
  }
  return undefined;
}

/** As the contract shows it. */
function documentedResponse(
  { error, reason }: DocumentedError,
  route: Route | undefined,
): ErrorResponse | undefined {
  const answer = route?.errors[error];
  return answer && { ...answer, reasons: [[error, reason].filter(Boolean).join(": ")] };
}

/**
 * What the contract shows for a failure of the service itself, with the status put in: listing
 * customers has a code for it.
 */
export function serverErrorResponse(
  route: Route | undefined,
  status = INTERNAL_SERVER_ERROR,
): DocumentedResponse {
  const shown = Object.values(route?.errors ?? {}).find(
    (answer) => answer.status === INTERNAL_SERVER_ERROR,
  );
  if (!shown) return errorEnvelope(status, "Internal server error");
  return {
    status,
    body: JSON.parse(JSON.stringify(shown.body), (key, value) =>
      key === "statusCode" ? status : value,
    ),
  };
}

/** In the form that errors without a code of the service's have. */
export function errorEnvelope(status: number, message: string | string[], more: object = {}) {
  const data = { message, ...more, error: STATUS_CODES[status], statusCode: status };
  return { status, body: { data } };
}
