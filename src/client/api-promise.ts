import type { Envelope } from "./read-response.ts";

/** The result of a call. */
export interface EnvelopeAndResponse {
  envelope: Envelope;
  /** The raw response. Its body has already been read. */
  response: Response;
}

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
export interface ListEnvelope {
  data: unknown[];
  meta: { total: number; totalPages?: number };
}

/** The first page to read, the page size, and a function that fetches another page. */
export interface Pages {
  first: number;
  limit: number;
  fetch(page: number): Promise<EnvelopeAndResponse>;
}

export function createApiPromise(result: Promise<EnvelopeAndResponse>): ApiPromise<object> {
  const envelope = result.then(({ envelope }) => envelope);
  return Object.assign(envelope, {
    withResponse() {
      // The caller handles the error of the promise returned here. This avoids an unhandledRejection
      // for the other one.
      envelope.catch(() => {});
      return result.then(({ envelope, response }) => ({ ...envelope, response }));
    },
  });
}

export function createPagePromise(
  result: Promise<EnvelopeAndResponse>,
  pages: Pages,
): ApiPromise<object> {
  const call = createApiPromise(result) as PagePromise<ListEnvelope>;
  return Object.assign(call, { [Symbol.asyncIterator]: () => iterateItems(call, pages) });
}

async function* iterateItems(firstPage: Promise<ListEnvelope>, { first, limit, fetch }: Pages) {
  let { data, meta } = await firstPage;
  let seen = (first - 1) * limit;
  for (let page = first; ; ) {
    yield* data;
    seen += data.length;
    // The list of withdrawals has `total` but no `totalPages`. An empty page ends a list that shrank
    // in the meantime.
    const { total, totalPages } = numericFields(meta);
    const last = totalPages ?? (seen < (total ?? 0) ? page + 1 : page);
    if (page >= last || data.length === 0) return;
    page += 1;
    ({ data, meta } = (await fetch(page)).envelope as ListEnvelope);
  }
}

/** Drops anything that is not a number, since comparing it with a page number would be meaningless. */
function numericFields(meta: ListEnvelope["meta"]): Partial<ListEnvelope["meta"]> {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => typeof value === "number"));
}
