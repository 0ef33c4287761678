import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

/** Where Prism reports what an answer has that the contract does not allow. */
export const VIOLATIONS = "sl-violations";

/** Starts a Prism that passes every request on to a sandbox, and holds every answer against the contract. */
export async function startProxy(
  upstream: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const prism = createServer(await getHttpOperationsFromSpec("generated/openapi.yaml"), {
    components: { logger: createLogger("prism", { enabled: false }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      // Whether a request is right, and who sends it, is for the sandbox to judge.
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      // With it Prism would put an error of its own in place of the answer.
      errors: false,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  return { url: await prism.listen(0, "127.0.0.1"), close: () => prism.close() };
}
