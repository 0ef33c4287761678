import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const CONTRACT = join(import.meta.dirname, "../../generated/openapi.json");

const { examples } = JSON.parse(readFileSync(CONTRACT, "utf8")).components;

/** The responses of the service: examples of the contract. */
const responses = new Map([
  ["POST /auth", examples["auth.createToken.keys"]],
  ["GET /payments/c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d", examples["payments.get.card"]],
]);

/**
 * A service on this machine that a consumer's program can call, until it is disposed of. JavaScript, since
 * try.js starts it on a Node that runs no TypeScript.
 */
export async function startService() {
  const server = createServer((request, response) => {
    const example = responses.get(`${request.method} ${request.url}`);
    response.writeHead(example ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(example?.value ?? {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startService>>} Service */
