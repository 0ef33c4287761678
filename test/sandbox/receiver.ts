import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";

/** A postback as it arrived. */
export interface Delivery {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: PostbackBody;
}

/** The status to return, or a function that responds. */
export type Reply = number | ((response: ServerResponse, delivery: Delivery) => void);

export interface Receiver {
  url: string;
  /** The requests, in order of arrival. */
  deliveries: Delivery[];
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>;
  close(): void;
}

/** Never responds. */
export const silence: Reply = () => {};

/** A reply that waits until the test releases it, the oldest request first. */
export function heldReply(status = 200): { reply: Reply; release(): void } {
  const held: ServerResponse[] = [];
  return {
    reply: (response) => void held.push(response),
    release: () => void held.shift()?.writeHead(status).end(),
  };
}

/**
 * Listens on this machine and returns the replies in order. The last one repeats. Without any, it
 * returns 200.
 */
export async function receive(...replies: Reply[]): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  const left = [...replies];

  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const delivery: Delivery = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      text: sent,
      body: sent === "" ? undefined : JSON.parse(sent),
    };
    deliveries.push(delivery);
    const reply = (left.length > 1 ? left.shift() : left[0]) ?? 200;
    if (typeof reply === "number") response.writeHead(reply).end();
    else reply(response, delivery);
    for (const check of waiting) check();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/postbacks`,
    deliveries,
    arrived: (count) =>
      new Promise((resolve) => {
        const check = () => deliveries.length >= count && resolve();
        waiting.add(check);
        check();
      }),
    close,
  };
}
