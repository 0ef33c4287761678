import type { Envelope } from "./read-response.ts";

/** What a call brings back. */
export interface EnvelopeAndResponse {
  envelope: Envelope;
  /** The answer itself; its body has been read. */
  response: Response;
}

/** A call under way. Await it for the success envelope of the contract. */
export interface ApiPromise<Envelope> extends Promise<Envelope> {
  /** The envelope together with the `Response` it came in, whose body has been read. */
  withResponse(): Promise<Envelope & { response: Response }>;
}

/**
 * A call for a list under way. Await it for one page, or loop over it for the items of this page and
 * all that follow, each page fetched when the loop reaches it.
 */
export interface PagePromise<Envelope extends ListEnvelope>
  extends ApiPromise<Envelope>,
    AsyncIterable<Envelope["data"][number]> {}

/** What every list answers with. */
export interface ListEnvelope {
  data: unknown[];
  meta: { total: number; totalPages?: number };
}

/** Where a list begins, how long its pages are, and how to get another. */
export interface Pages {
  first: number;
  limit: number;
  fetch(page: number): Promise<EnvelopeAndResponse>;
}

/** Wraps an answer that is on its way. */
export function createApiPromise(answer: Promise<EnvelopeAndResponse>): ApiPromise<object> {
  const envelope = answer.then((arrived) => arrived.envelope);
  return Object.assign(envelope, {
    withResponse() {
      // Whoever takes this promise sees its error; the other one, left alone, must not cry out too.
      envelope.catch(() => {});
      return answer.then((arrived) => ({ ...arrived.envelope, response: arrived.response }));
    },
  });
}

/** Wraps the answer to a list that is on its way. */
export function createPagePromise(
  answer: Promise<EnvelopeAndResponse>,
  pages: Pages,
): ApiPromise<object> {
  const call = createApiPromise(answer) as PagePromise<ListEnvelope>;
  return Object.assign(call, { [Symbol.asyncIterator]: () => eachItem(call, pages) });
}

async function* eachItem(firstPage: Promise<ListEnvelope>, { first, limit, fetch }: Pages) {
  let { data, meta } = await firstPage;
  let seen = (first - 1) * limit;
  for (let page = first; ; ) {
    yield* data;
    seen += data.length;
    // The list of withdrawals tells its total only; an empty page ends a list that shrinks meanwhile.
    const { total, totalPages } = numbersOf(meta);
    const last = totalPages ?? (seen < (total ?? 0) ? page + 1 : page);
    if (page >= last || data.length === 0) return;
    page += 1;
    ({ data, meta } = (await fetch(page)).envelope as ListEnvelope);
  }
}

/** What is no number could not be compared with one. */
function numbersOf(meta: ListEnvelope["meta"]): Partial<ListEnvelope["meta"]> {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => typeof value === "number"));
}
