import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

// Prism, in either of two ways: as its command sets it up, which logs each request, holds each answer
// against the contract and sends headers for browsers, or with as little to do as it can have.
const asItsCommand = process.argv[2] === "as-its-command";

const server = createServer(await getHttpOperationsFromSpec("generated/openapi.json"), {
  cors: asItsCommand,
  components: {
    logger: createLogger("prism", asItsCommand ? { level: "info" } : { enabled: false }),
  },
  config: {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: asItsCommand,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
});
console.log(`${await server.listen(0, "127.0.0.1")} `);
