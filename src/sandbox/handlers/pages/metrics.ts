import { HttpError } from "../../errors.ts";
import { PROMETHEUS_TEXT, prometheusText } from "../../metrics/prometheus-text.ts";
import { isOperator } from "../../requests/authenticate.ts";
import type { Call } from "../../requests/endpoints.ts";
import type { Reply } from "../../requests/request.ts";

/** Not in the contract: Prometheus reads it, and has no company. */
export async function showMetrics({ request, parts: { context } }: Call): Promise<Reply> {
  if (!isOperator(request.headers, context))
    throw new HttpError(401, "Send the operator's key, in x-operator-key or as a bearer token.");
  const body = prometheusText(await context.metrics.read());
  return { status: 200, headers: { "content-type": PROMETHEUS_TEXT }, body };
}
