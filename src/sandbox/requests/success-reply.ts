import { serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { StoredJson } from "../store/stored-json.ts";
import { isFromInspector } from "./authenticate.ts";
import type { AnyOperation, Call, Operation } from "./endpoints.ts";
import type { HandlerRequest, HandlerResponse, StreamResponse } from "./handler-types.ts";
import type { Input } from "./read-input.ts";
import type { ApiRequest, Reply } from "./request.ts";

/** What a handler returns. */
export type AnyResult = HandlerResponse<AnyOperation> | StreamResponse;

/** A valid request as its handler gets it. */
export function requestOf(
  { request: { headers } }: Call,
  { example }: Operation,
  { valid }: Input,
): HandlerRequest<AnyOperation> {
  const { accept = "", "last-event-id": lastEventId } = headers;
  const wantsEvents = /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept);
  return { ...valid, example, wantsEvents, lastEventId } as HandlerRequest<AnyOperation>;
}

/** The reply to a successful request. The message comes from the contract's example. A stream is opened later. */
export function replyOf(
  { examples, hasFiles }: Operation,
  result: AnyResult,
  { baseUrl }: ApiRequest,
): Reply {
  if ("openStream" in result) return { status: 200, body: "" };
  const { exampleName, createdId: _id, opens: _opens, data, ...rest } = result;
  const example = exampleName === undefined ? Object.values(examples)[0] : examples[exampleName];
  const json = envelopeOf(data, { ...rest, message: example?.message ?? null });
  const body = serializeWithDocumentUrls(json, hasFiles ? baseUrl : undefined);
  return { status: 200, json, body };
}

function envelopeOf(data: unknown, rest: object): object {
  if (!(data instanceof StoredJson)) return { data, ...rest };
  return new StoredJson(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
}

/** A session of the inspector may use a company that it has created, and one whose keys it has rotated. */
export function withSession(
  { request: { headers }, parts }: Call,
  result: AnyResult,
  reply: Reply,
): Reply {
  if ("openStream" in result || !result.opens || !isFromInspector(headers)) return reply;
  const cookie = parts.context.sessions.add(result.opens, headers.cookie);
  return cookie === undefined ? reply : { ...reply, headers: { "set-cookie": cookie } };
}
