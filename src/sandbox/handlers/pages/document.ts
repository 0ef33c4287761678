import { findDocument } from "../../documents/payment-documents.ts";
import { HttpError } from "../../errors.ts";
import type { Call } from "../../requests/endpoints.ts";
import type { Reply } from "../../requests/request.ts";

/** A file of a payment. */
export async function showDocument({ request, parts }: Call): Promise<Reply> {
  const file = await findDocument(request.path, parts.context.store);
  if (!file) throw new HttpError(404, "There is no file at this path.");
  return { status: 200, headers: { "content-type": file.type }, body: file.bytes };
}
