import type { Envelope } from "./read-response.ts";

/** The result of a call: the envelope, and the raw response, whose body has already been read. */
export type EnvelopeAndResponse = [envelope: Envelope, response: Response];

/** A pending call. Await it for the success envelope of the contract. */
export interface ApiPromise<Envelope> extends Promise<Envelope> {
  /** Resolves to the envelope and its raw `Response`, whose body has already been read. */
  withResponse(): Promise<Envelope & { response: Response }>;
}

/**
 * A pending call for a list. Await it for one page, or iterate over it with `for await` for the items
 * of this page and all later pages. Each page is fetched when the loop reaches it.
 */
export interface PagePromise<Envelope extends ListEnvelope>
  extends ApiPromise<Envelope>,
    AsyncIterable<Envelope["data"][number]> {}

/** The envelope of every list. */
interface ListEnvelope {
  data: unknown[];
  meta: { total: number; totalPages?: number };
}

/** Fetches a page of a list, by default the first. */
export type FetchPage = (page?: number) => Promise<EnvelopeAndResponse>;

export function createApiPromise(result: Promise<EnvelopeAndResponse>): ApiPromise<object> {
  const envelope = result.then(([envelope]) => envelope);
  return Object.assign(envelope, {
    withResponse() {
      // The caller handles the error of the promise returned here. This avoids an unhandledRejection
      // for the other one.
      envelope.catch(() => {});
      return result.then(([envelope, response]) => ({ ...envelope, response }));
    },
  });
}

/** The page with which the list begins is undefined if the call names none. */
export function createPagePromise(
  fetchPage: FetchPage,
  first: number | undefined,
  pageSize: number,
): ApiPromise<object> {
  const result = fetchPage(first);
  const page = createApiPromise(result);
  return Object.assign(page, {
    [Symbol.asyncIterator]() {
      // The loop handles the error of the first page.
      page.catch(() => {});
      return iterateItems(result, fetchPage, first ?? 1, pageSize);
    },
  });
}

async function* iterateItems(
  pending: Promise<EnvelopeAndResponse>,
  fetchPage: FetchPage,
  page: number,
  pageSize: number,
) {
  let seen = (page - 1) * pageSize;
  for (let result = pending; ; result = fetchPage(++page)) {
    const [envelope] = await result;
    const { data, meta } = envelope as ListEnvelope;
    yield* data;
    seen += data.length;
    // The list of withdrawals has `total` but no `totalPages`. An empty page ends a list that shrank
    // in the meantime.
    const { total, totalPages } = meta;
    const hasMore = typeof totalPages === "number" ? page < totalPages : seen < total;
    if (!hasMore || data.length === 0) return;
  }
}
