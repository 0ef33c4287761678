import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

// Prism as set up by its CLI, but without the log of each request, which would slow it down.
const server = createServer(await getHttpOperationsFromSpec("generated/openapi.json"), {
  cors: true,
  components: { logger: createLogger("prism", { enabled: false }) },
  config: {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
});
console.log(`${await server.listen(0, "127.0.0.1")} `);
