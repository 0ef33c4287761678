import type { operations as ServiceOperations } from "../../../generated/types.ts";
import type { Context, PublicContext } from "../context.ts";
import type { Company } from "../store/records.ts";
import type { StoredJson } from "../store/stored-json.ts";
import type { EventFeed } from "../timeline/feed.ts";

/** The path, query or header parameters of an operation, from the generated types. */
type OperationParameters<Op, Where extends "path" | "query" | "header"> = Op extends {
  parameters: { [Key in Where]?: infer Values };
}
  ? NonNullable<Values>
  : never;

type Body<Op> = Op extends {
  requestBody: { content: { "application/json": infer Content } };
}
  ? Content
  : Op extends { requestBody?: { content: { "application/json": infer Content } } }
    ? Content | undefined
    : undefined;

/** `page` and `limit` are always present: validation fills in the contract's defaults. */
type WithDefaults<Query> = Query extends { page?: number; limit?: number }
  ? Query & { page: number; limit: number }
  : Query;

type Success<Op> = Op extends {
  responses: { 200: { content: { "application/json": infer Envelope extends { data: unknown } } } };
}
  ? Envelope
  : never;

/** A validated request. */
export interface HandlerRequest<Op> {
  path: OperationParameters<Op, "path">;
  query: WithDefaults<OperationParameters<Op, "query">>;
  headers: OperationParameters<Op, "header">;
  body: Body<Op>;
  /** The contract's first example of a successful response. */
  example: Success<Op>;
}

/**
 * The response of an operation, without its message. The message comes from the contract's example that
 * `exampleName` names, by default the first. With `afterAdvance` the response waits until an advance of the clock has
 * passed a time, and then gets the data that `respond` returns. `createdId` is the id of a new resource, if the response
 * does not show it: the timeline lists the request under this id. A session of the inspector may use the company that
 * its request `opens`.
 */
export type HandlerResponse<Op> = WithJson<Omit<Success<Op>, "message">> & {
  exampleName?: string;
  createdId?: string;
  opens?: Pick<Company, "id" | "keyRotations">;
  afterAdvance?: { to: number; respond: (context: Context) => Promise<Success<Op>["data"]> };
};

type WithJson<Envelope> = {
  [Name in keyof Envelope]:
    | Envelope[Name]
    | (Name extends "data" ? StoredJson<Envelope[Name]> : never);
};

/** Handles an operation for the company of the access token. */
export type Handler<Op> = (
  context: Context,
  request: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/**
 * Handles a request for the stream of an operation. It validates what the contract cannot express, and
 * fixes where the stream begins. The stream itself runs when the request's read has ended.
 */
export type StreamHandler<Op> = (
  context: Context,
  request: HandlerRequest<Op> & { lastEventId: string | undefined },
) => Promise<StreamResponse>;

/** Opens the body of a `text/event-stream`, which ends when the client may no longer read. */
export interface StreamResponse {
  openStream(feed: EventFeed, mayRead: () => boolean): AsyncIterableIterator<string>;
}

/** Handles an operation that needs no token of a company. */
export type PublicHandler<Op> = (
  sandbox: PublicContext,
  request: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** A handler for each operation. A missing handler does not compile. */
export type Handlers<Operations> = { [Id in keyof Operations]: Handler<Operations[Id]> };
export type PublicHandlers<Operations> = {
  [Id in keyof Operations]: PublicHandler<Operations[Id]>;
};

/** The operations of one resource: those whose id begins with its name. */
type OperationsOf<Operations, Resource extends string> = {
  [Id in keyof Operations as Id extends `${Resource}.${string}` ? Id : never]: Operations[Id];
};

/** The handlers of one resource of the service. */
export type HandlersOf<Resource extends string> = Handlers<
  OperationsOf<ServiceOperations, Resource>
>;
