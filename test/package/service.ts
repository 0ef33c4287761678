import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const contract = JSON.parse(readFileSync("generated/openapi.json", "utf8"));

/** What the service answers with: examples of the contract. */
const answers = new Map([
  ["POST /auth", example("auth.createToken.keys")],
  ["GET /payments/c9d1f0a2-6b3e-4c57-8a9d-2e4f6a8b0c1d", example("payments.get.card")],
]);

/** A service on this machine that a consumer's program can call, until it is disposed of. */
export interface Service extends Disposable {
  baseUrl: string;
  /** What its callers said they were. */
  userAgents: Set<string | undefined>;
}

export async function startService(): Promise<Service> {
  const userAgents = new Set<string | undefined>();
  const server = createServer((request, response) => {
    userAgents.add(request.headers["user-agent"]);
    const answer = answers.get(`${request.method} ${request.url}`);
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(answer ?? "{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    userAgents,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function example(name: string): string {
  return JSON.stringify(contract.components.examples[name].value);
}
