import { HttpError } from "../../errors.ts";
import { receivePostback } from "../../postbacks/built-in-receiver.ts";
import type { Call } from "../../requests/endpoints.ts";
import type { Reply } from "../../requests/request.ts";

/** The built-in receiver of a company. */
export async function receive({ path, parts }: Call): Promise<Reply> {
  const status = await receivePostback(path.companyId ?? "", parts.context, parts.closing);
  if (status === undefined) throw new HttpError(404, "No company has this receiver.");
  return { status, body: JSON.stringify({ data: null, message: null }) };
}
