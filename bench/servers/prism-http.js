import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

// Prism in one of three modes: as set up by its CLI, which logs each request, validates each response
// against the contract and sends CORS headers; the same without the log; or with none of them.
const mode = process.argv[2];
const logs = mode === "as-its-command";
const checks = mode !== "minimal";

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
