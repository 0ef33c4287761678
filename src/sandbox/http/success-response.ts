import type { Route } from "../contract-facts/routes-from-contract.ts";
import { serializeWithDocumentUrls } from "../documents/document-urls.ts";
import { StoredJson } from "../store/stored-json.ts";
import type { AnyResponse, ApiRequest, Reply } from "./exchange.ts";

/** The reply to a successful request. The message comes from the contract's example. */
export function replyOf(
  { examples, hasFiles }: Route,
  response: AnyResponse,
  { baseUrl }: ApiRequest,
): Reply {
  const {
    exampleName,
    afterAdvance: _advance,
    createdId: _id,
    opens: _opens,
    data,
    ...rest
  } = response;
  const example = exampleName === undefined ? Object.values(examples)[0] : examples[exampleName];
  const body = envelopeOf(data, { ...rest, message: example?.message ?? null });
  const text = serializeWithDocumentUrls(body, hasFiles ? baseUrl : undefined);
  return { status: 200, body, text, reasons: [] };
}

function envelopeOf(data: unknown, rest: object): object {
  if (!(data instanceof StoredJson)) return { data, ...rest };
  return new StoredJson(`{"data":${data.text},${JSON.stringify(rest).slice(1)}`);
}
