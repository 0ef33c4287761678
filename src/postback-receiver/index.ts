import type { PostbackReceiverOptions } from "./options.ts";
import { PostbackHandler } from "./postback-handler.ts";
import {
  type FastifyReply,
  type FastifyRequest,
  fromFastify,
  fromFetch,
  fromNode,
  type NodeRequest,
  type NodeResponse,
} from "./servers.ts";
import { createUrlSigner } from "./signed-url.ts";

export type { PostbackFailure, PostbackReceiverOptions, ReceivedPostback } from "./options.ts";
export type { FastifyReply, FastifyRequest, NodeRequest, NodeResponse } from "./servers.ts";
export type { EventStore, StatusStore } from "./stores.ts";

/** Receives postbacks with any server. */
export interface PostbackReceiver {
  /**
   * The `postbackUrl` for an order or for an attempt to pay it: the reference and its token below `url`.
   * @throws {TypeError} if the reference contains a slash.
   */
  urlFor(reference: string): Promise<string>;
  /** Responds to a `Request`, as in Hono, Deno, Bun and workers. */
  fetch(request: Request): Promise<Response>;
  /** Responds to a request of `node:http` or Express, whose body may have been parsed already. */
  node(request: NodeRequest, response: NodeResponse): Promise<void>;
  /** Responds to a request of Fastify. */
  fastify<Reply extends FastifyReply>(request: FastifyRequest, reply: Reply): Promise<Reply>;
}

/**
 * Creates a receiver of postbacks (webhooks). It checks the token in the path and the body, and reads the
 * payment anew. It hands the payment on only if its status has changed, and if the service says that the
 * payment belongs to the URL that was called.
 *
 * It responds with 204 after it has handled a postback, and otherwise with the status of a {@link PostbackFailure}.
 *
 * @example
 * import { createServer } from "node:http";
 * import { createPostbackReceiver } from "centavo/postbacks";
 *
 * const postbacks = createPostbackReceiver({
 *   centavo,
 *   url: "https://shop.example/postbacks",
 *   secret: process.env.POSTBACK_SECRET ?? "",
 *   onPayment(payment, { reference }) {
 *     console.log(`Order ${reference} is ${payment.status}.`);
 *   },
 * });
 * createServer(postbacks.node).listen(3000);
 * const postbackUrl = await postbacks.urlFor("1042"); // For billingData.
 */
export function createPostbackReceiver(options: PostbackReceiverOptions): PostbackReceiver {
  const { urlFor, isSigned } = createUrlSigner(options.url, options.secret);
  const handler = new PostbackHandler(options, isSigned);
  return {
    urlFor,
    async fetch(request) {
      const status = await handler.respond(fromFetch(request));
      return new Response(null, { status, headers: headersOf(status) });
    },
    async node(request, response) {
      const status = await handler.respond(fromNode(request));
      // A deadline of the server may have answered meanwhile.
      if (!response.headersSent) response.writeHead(status, headersOf(status)).end();
    },
    async fastify(request, reply) {
      const status = await handler.respond(fromFastify(request));
      reply.code(status).headers(headersOf(status)).send();
      return reply;
    },
  };
}

function headersOf(status: number): Record<string, string> {
  return status === 405 ? { allow: "POST" } : {};
}
