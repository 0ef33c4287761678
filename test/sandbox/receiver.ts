import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { PostbackBody } from "../../generated/sandbox-control-types.ts";

/** A postback as it arrived. */
export interface Delivery {
  method: string;
  path: string;
  contentType: string | undefined;
  text: string;
  body: PostbackBody;
}

/** The status to answer with, or what takes the response into its own hands. */
export type Reply = number | ((response: ServerResponse, delivery: Delivery) => void);

export interface Receiver {
  url: string;
  /** What arrived, in its order. */
  deliveries: Delivery[];
  /** Resolves when so much has arrived. */
  arrived(count: number): Promise<void>;
  close(): void;
}

/** Answers never. */
export const silence: Reply = () => {};

/**
 * Listens on this machine, and answers with the replies one by one, the last one for ever; with 200
 * where there are none.
 */
export function receive(...replies: Reply[]): Promise<Receiver> {
  return receiveAt(0, ...replies);
}

/** Listens at a port, such as one that somebody has left. */
export async function receiveAt(port: number, ...replies: Reply[]): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const waiting = new Set<() => void>();
  const left = [...replies];

  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const delivery: Delivery = {
      method: request.method ?? "",
      path: request.url ?? "",
      contentType: request.headers["content-type"],
      text: sent,
      body: sent === "" ? undefined : JSON.parse(sent),
    };
    deliveries.push(delivery);
    const reply = (left.length > 1 ? left.shift() : left[0]) ?? 200;
    if (typeof reply === "number") response.writeHead(reply).end();
    else reply(response, delivery);
    for (const check of waiting) check();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
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
