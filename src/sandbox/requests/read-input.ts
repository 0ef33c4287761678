import { BODY_TOO_LARGE } from "../../contract/validation-limits.ts";
import type { UnknownField } from "../contract-facts/drop-unknown-fields.ts";
import { BrokenBodyError, HttpError, ValidationError } from "../errors.ts";
import { parseBody, parseQuery } from "../validation/path-query-body.ts";
import { warningsAbout } from "../validation/request-warnings.ts";
import { unmetExpectations } from "../validation/unmet-expectations.ts";
import { type ValidRequest, validateRequest } from "../validation/validate-against-schema.ts";
import type { Call, Operation } from "./endpoints.ts";

/** What a request contains. Who may not send it learns none of its problems. */
export interface Input {
  query: Record<string, string>;
  /** The body as it was sent. */
  bytes: Uint8Array;
  /** The parsed body. */
  body: unknown;
  /** Undefined if the request is invalid. */
  valid: ValidRequest | undefined;
  /** The error that rejects the request. */
  rejection: unknown;
  /** Whether the query or the body has fields that the contract does not know. */
  hasUnknownFields: boolean;
  /** What is allowed, but probably a mistake. */
  warnings: readonly string[];
  /** What is wrong with tax ids, which only some companies reject. */
  taxIdProblems: readonly string[];
}

const NOTHING: Input = {
  query: {},
  bytes: new Uint8Array(),
  body: undefined,
  valid: undefined,
  rejection: undefined,
  hasUnknownFields: false,
  warnings: [],
  taxIdProblems: [],
};

/**
 * Parses and validates a request. Unknown input is ignored, including the body of an operation that takes none. An invalid
 * request gets warnings too: a misspelt field may be what makes it invalid.
 */
export async function readInput({ request, path }: Call, operation: Operation): Promise<Input> {
  const { body: bodyFacts, queryNames } = operation;
  let read = NOTHING;
  try {
    const query = parseQuery(request.query, queryNames);
    read = { ...read, query };
    const bytes = bodyFacts && !operation.carriesFile ? await bytesOf(request) : NOTHING.bytes;
    const body = bodyFacts ? parseBody(request.headers, bytes) : undefined;
    read = { ...read, bytes, body };
  } catch (rejection) {
    if (rejection instanceof BrokenBodyError) throw rejection;
    return { ...read, rejection };
  }
  const { query, bytes, body } = read;
  const input = { path, query, headers: request.headers, body, bodyLength: bytes.length };
  const { valid, problems, unknown } = validateRequest(operation, input, operation.validators);
  const allUnknown = [...unknownParameters(queryNames, query), ...unknown];
  return {
    ...read,
    valid,
    rejection: valid ? undefined : new ValidationError(problems),
    hasUnknownFields: allUnknown.length > 0,
    warnings: warningsAbout(valid?.body, bodyFacts, allUnknown),
    // Acquirers usually reject these. The service's description does not say whether the service does.
    taxIdProblems: valid ? unmetExpectations(valid.body, bodyFacts?.taxIds) : [],
  };
}

/** @throws {HttpError} 413 if the body is too large. */
async function bytesOf(request: Call["request"]): Promise<Uint8Array> {
  const bytes = await request.readBody();
  if (!bytes) throw new HttpError(413, BODY_TOO_LARGE);
  return bytes;
}

/** A misspelt filter would return everything, and be hard to find. */
function unknownParameters(
  known: readonly string[],
  query: Readonly<Record<string, string>>,
): UnknownField[] {
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: [name], known: [...known] }));
}
