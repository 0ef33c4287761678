import { assertOperator } from "./authenticate.ts";
import type { Answer, Call, PublicOperation } from "./endpoints.ts";
import { replyToError } from "./error-reply.ts";
import { readInput } from "./read-input.ts";
import { replyOf, requestOf, withSession } from "./success-reply.ts";

/** Answers an operation that needs no token of a company. */
export async function runPublicOperation(call: Call, operation: PublicOperation): Promise<Answer> {
  const { request, parts } = call;
  if (operation.takesOperatorKey) assertOperator(request.headers, parts.context);
  const input = await readInput(call, operation);
  const { warnings } = input;
  try {
    if (input.rejection) throw input.rejection;
    const result = await operation.handlePublic(parts.context, requestOf(operation, input));
    return { reply: withSession(call, result, replyOf(operation, result, request)), warnings };
  } catch (error) {
    return { reply: replyToError(error, operation, parts.report), warnings };
  }
}
