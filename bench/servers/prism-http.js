import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

// Prism in one of three ways: as its command sets it up, which logs each request, holds each answer
// against the contract and sends headers for browsers; the same without its log; or with none of it.
const way = process.argv[2];
const logs = way === "as-its-command";
const checks = way !== "with-the-least";

const server = createServer(await getHttpOperationsFromSpec("generated/openapi.json"), {
  cors: checks,
  components: {
    logger: createLogger("prism", logs ? { level: "info" } : { enabled: false }),
  },
  config: {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: checks,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
});
console.log(`${await server.listen(0, "127.0.0.1")} `);
