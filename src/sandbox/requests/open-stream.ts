import type { EventFeed } from "../timeline/feed.ts";
import { sessionGoesOn } from "./authenticate.ts";
import type { CompanyCall } from "./company-request.ts";
import type { StreamResponse } from "./handler-types.ts";
import { EVENT_STREAM, type Reply } from "./request.ts";

/** Opens a stream, which ends with the session that opened it, with the keys of its token, and with the company. */
export function openStream(
  { request, caller, parts }: CompanyCall,
  { openStream }: StreamResponse,
): Reply {
  const { context, streams } = parts;
  const { rotations = Infinity } = caller;
  // What the feed knows may be older than the stream.
  const hasKeys = ({ company, hasRead }: EventFeed) =>
    !hasRead || (company !== undefined && rotations >= (company.keyRotations ?? 0));
  const body = streams.open(caller.companyId, (feed) =>
    openStream(feed, () => hasKeys(feed) && sessionGoesOn(request.headers, context)),
  );
  const headers = { "content-type": EVENT_STREAM, "cache-control": "no-store" };
  return { status: 200, headers, body };
}
