import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** How often the balancer asks whether a process is ready, in milliseconds. */
const CHECK_INTERVAL = 200;

/**
 * A balancer as people run one: it checks the readiness of each process, sends each request to the next ready one over
 * connections that it keeps, and tries another only if no connection could be made.
 */
export async function openBalancer(processes: () => string[], port = 0): Promise<{ url: string }> {
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  let turn = 0;
  const check = async () => {
    const asked = processes();
    const answers = await Promise.all(asked.map(isReady));
    ready = asked.filter((_, index) => answers[index]);
  };
  await check();
  const timer = setInterval(check, CHECK_INTERVAL);

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk) => chunks.push(chunk));
    incoming.on("end", () => send(ready.length));

    function send(attempts: number): void {
      turn += 1;
      const target = ready[turn % ready.length] ?? "http://127.0.0.1:1";
      const { method, headers } = incoming;
      const outgoing = request(target + incoming.url, { method, headers, agent });
      outgoing.on("response", (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on("error", ({ message }) => {
        if (message.includes("ECONNREFUSED") && attempts > 0) send(attempts - 1);
        else response.writeHead(502).end();
      });
      outgoing.end(Buffer.concat(chunks));
    }
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    clearInterval(timer);
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/_sandbox/ready`).catch(() => undefined);
  return answer?.status === 200;
}
