import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import express, { type RequestHandler } from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import type { Payment, Withdrawal } from "../../src/client/index.ts";
import {
  createPostbackReceiver,
  type PostbackFailure,
  type PostbackReceiver,
  type PostbackReceiverOptions,
  type ReceivedPostback,
} from "../../src/postback-receiver/index.ts";
import { listen } from "../listen.ts";
import { openShop, type Shop } from "../sandbox/company-fixture.ts";
import { deliverDue, payWithPostback } from "../sandbox/postbacks/postback-fixtures.ts";

export const SECRET = "0123456789abcdef0123456789abcdef";

const ROUTE = "/postbacks/:reference/:token";

const readBytes = express.raw({ type: "*/*" });

/** As Express 4 and its parsers do if the type of the content is another. */
const leaveBodyEmpty: RequestHandler = (request, _, next) => {
  request.body = {};
  next();
};

/** How a receiver is used with each server. */
export const servers = {
  "node:http": (server, postbacks) => server.on("request", postbacks.node),
  "Express with its parser, below a prefix": (server, postbacks) =>
    server.on("request", express().use(express.json()).use("/postbacks", postbacks.node)),
  "Express with a parser for bytes": (server, postbacks) =>
    server.on("request", express().use(readBytes).post(ROUTE, postbacks.node)),
  "Express with a parser that skips the body": (server, postbacks) =>
    server.on("request", express().use(leaveBodyEmpty).post(ROUTE, postbacks.node)),
  Fastify: async (server, postbacks) => {
    const app = Fastify({ serverFactory: (handler) => server.on("request", handler) });
    await app.post(ROUTE, postbacks.fastify).ready();
  },
  Hono: (server, postbacks) => {
    const app = new Hono().post(ROUTE, (context) => postbacks.fetch(context.req.raw));
    server.on("request", getRequestListener(app.fetch));
  },
} satisfies Record<string, (server: Server, postbacks: PostbackReceiver) => unknown>;

export type ServerName = keyof typeof servers;

/** A shop in the sandbox with a receiver, the URL of its order 1042, and what the receiver handed on. */
export async function openShopWithReceiver(
  options: Partial<PostbackReceiverOptions> = {},
  serverName: ServerName = "node:http",
  opened?: Shop,
) {
  const shop = opened ?? (await openShop());
  const server = createServer();
  const url = `${await listen(server)}/postbacks`;
  const received: (ReceivedPostback & { resource: Payment | Withdrawal })[] = [];
  const failures: (PostbackFailure & { error: unknown })[] = [];
  const postbacks = createPostbackReceiver({
    centavo: shop.centavo,
    url,
    secret: SECRET,
    onPayment: (resource, postback) => received.push({ resource, ...postback }),
    onWithdrawal: (resource, postback) => received.push({ resource, ...postback }),
    onError: (error, failure) => failures.push({ error, ...failure }),
    ...options,
  });
  await servers[serverName](server, postbacks);
  return { shop, url, postbacks, postbackUrl: await postbacks.urlFor("1042"), received, failures };
}

/** Creates a PIX whose postback was delivered once. */
export async function payByPix(shop: Shop, postbackUrl: string): Promise<Payment> {
  const payment = await payWithPostback(shop, postbackUrl, "pix");
  await deliverDue(shop);
  return payment;
}

/** A postback with the fields that a receiver reads. */
export function postbackOf(id: string, change: object = {}) {
  return {
    ...{ eventId: randomUUID(), occurredAt: "2026-03-02T12:00:00.000Z" },
    ...{ type: "payment", data: { id } },
    ...change,
  };
}

/** What posts a body to a receiver. */
export function postOf(body: string | ReadableStream | object, headers: object = {}) {
  const isRaw = typeof body === "string" || body instanceof ReadableStream;
  return {
    method: "POST",
    duplex: "half",
    body: isRaw ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  } as RequestInit;
}

/** Posts a body, and returns the status of the response. */
export async function post(url: string, ...[body, headers]: Parameters<typeof postOf>) {
  const response = await fetch(url, postOf(body, headers));
  await response.arrayBuffer();
  return response.status;
}
