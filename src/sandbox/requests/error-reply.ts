import type { DocumentedResponse, Route } from "../contract-facts/routes-from-contract.ts";
import {
  BusinessRuleError,
  DocumentedError,
  HttpError,
  InjectedFaultError,
  UnknownCompanyError,
  ValidationError,
} from "../errors.ts";
import { StoreError } from "../store/store-error.ts";
import { unauthorized } from "./authenticate.ts";
import type { Reply } from "./request.ts";
import { STATUS_TEXTS } from "./status-texts.ts";

/** The header of all responses but files and pages. */
export const JSON_TYPE = { "content-type": "application/json" };

const INTERNAL_SERVER_ERROR = 500;
const UNAVAILABLE = 503;

/** A reply with JSON. */
type JsonReply = Reply & { json: object; reasons: string[] };

/** Reports a defect of the sandbox, and returns the id that it is reported with. */
export type ReportDefect = (error: unknown) => string;

/** The reply to any error. One that no request should meet is a defect, which it reports. */
export function replyToError(
  error: unknown,
  route: Route | undefined,
  report: ReportDefect,
): JsonReply {
  return errorReply(error, route) ?? defectReply(error, route, report(error));
}

/** The reply to an error that a request threw, or undefined if the error is a defect. */
export function errorReply(error: unknown, route: Route | undefined): JsonReply | undefined {
  const response = errorResponse(error, route);
  return response && asJson(response);
}

function defectReply(error: unknown, route: Route | undefined, id: string): JsonReply {
  const headers = { "x-defect-id": id };
  if (!(error instanceof StoreError))
    return asJson({ ...serverErrorResponse(route), headers, reasons: [`defect ${id}`] });
  const message = `The sandbox cannot use its database: ${error.message}.`;
  return asJson({ ...errorEnvelope(UNAVAILABLE, message), headers, reasons: [message] });
}

function asJson({ body, ...rest }: ErrorResponse): JsonReply {
  return { ...rest, json: body, body: JSON.stringify(body) };
}

interface ErrorResponse {
  status: number | null;
  headers?: Record<string, string>;
  body: object;
  reasons: string[];
}

function errorResponse(error: unknown, route: Route | undefined): ErrorResponse | undefined {
  if (error instanceof DocumentedError) return documentedResponse(error, route);
  if (error instanceof BusinessRuleError) {
    const { message, returnCode } = error;
    return { ...errorEnvelope(400, message, { returnCode }), reasons: [message] };
  }
  if (error instanceof ValidationError) {
    return { ...errorEnvelope(400, error.problems), reasons: error.problems };
  }
  if (error instanceof UnknownCompanyError) {
    const advice = "get an access token with POST /auth, or correct x-sandbox-company";
    return errorResponse(unauthorized("The company does not exist", advice), route);
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

/** The example of the contract. */
function documentedResponse(
  { error, reason, headers }: DocumentedError,
  route: Route | undefined,
): ErrorResponse | undefined {
  const response = route?.errors[error];
  return (
    response && { ...response, headers, reasons: [[error, reason].filter(Boolean).join(": ")] }
  );
}

/**
 * A server error. If the contract has an example of one for the operation, as for `customers.list`, the
 * response is that example with the given status.
 */
function serverErrorResponse(
  route: Route | undefined,
  status = INTERNAL_SERVER_ERROR,
): DocumentedResponse {
  const example = Object.values(route?.errors ?? {}).find(
    (response) => response.status === INTERNAL_SERVER_ERROR,
  );
  if (!example) return errorEnvelope(status, "Internal server error");
  return {
    status,
    body: JSON.parse(JSON.stringify(example.body), (key, value) =>
      key === "statusCode" ? status : value,
    ),
  };
}

/** The body of errors that have no return code of the service. */
export function errorEnvelope(status: number, message: string | string[], more: object = {}) {
  const data = { message, ...more, error: STATUS_TEXTS[status], statusCode: status };
  return { status, body: { data } };
}
