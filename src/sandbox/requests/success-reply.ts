import { serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { isFromInspector } from "./authenticate.ts";
import type { AnyOperation, Call, Operation } from "./endpoints.ts";
import type { HandlerRequest, HandlerResponse } from "./handler-types.ts";
import type { Input } from "./read-input.ts";
import type { ApiRequest, Reply } from "./request.ts";

/** What a handler returns. */
export type AnyResult = HandlerResponse<AnyOperation>;

/** A valid request as its handler gets it. */
export function requestOf({ sentence }: Operation, { valid }: Input): HandlerRequest<AnyOperation> {
  return { ...valid, sentence } as HandlerRequest<AnyOperation>;
}

/** The reply to a successful request. The message comes from the contract's example. */
export function replyOf(operation: Operation, result: AnyResult, { baseUrl }: ApiRequest): Reply {
  const { exampleName, createdId: _id, opens: _opens, data, ...rest } = result;
  const json = { data, ...rest, message: messageOf(operation, exampleName) };
  const body = serializeWithDocumentUrls(json, operation.hasFiles ? baseUrl : undefined);
  return { status: 200, json, body };
}

/** The message of one of the contract's examples, by default the first. */
export function messageOf({ messages }: Operation, exampleName?: string): string | null {
  return messages[exampleName ?? `${Object.keys(messages)[0]}`] ?? null;
}

/** A session of the inspector may use a company that it has created, and one whose keys it has rotated. */
export function withSession(
  { request: { headers }, parts }: Call,
  result: AnyResult,
  reply: Reply,
): Reply {
  if (!result.opens || !isFromInspector(headers)) return reply;
  const cookie = parts.context.sessions.add(result.opens, headers.cookie);
  return cookie === undefined ? reply : { ...reply, headers: { "set-cookie": cookie } };
}
