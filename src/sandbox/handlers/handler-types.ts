import type { operations as ServiceOperations } from "../../../generated/types.ts";
import type { Context, PublicContext } from "../context.ts";
import type { UnparsedJson } from "../store/unparsed-json.ts";

/** What stands in one place of an operation's requests, by the types that are made of the contract. */
type Parameters<Op, Where extends "path" | "query" | "header"> = Op extends {
  parameters: { [Key in Where]?: infer Given };
}
  ? NonNullable<Given>
  : never;

type Body<Op> = Op extends {
  requestBody: { content: { "application/json": infer Given } };
}
  ? Given
  : Op extends { requestBody?: { content: { "application/json": infer Given } } }
    ? Given | undefined
    : undefined;

/** A page and a limit that were not given are the contract's. */
type WithDefaults<Query> = Query extends { page?: number; limit?: number }
  ? Query & { page: number; limit: number }
  : Query;

type Success<Op> = Op extends {
  responses: { 200: { content: { "application/json": infer Envelope } } };
}
  ? Envelope
  : never;

/** A request that the contract allows, in its parts. */
export interface HandlerRequest<Op> {
  path: Parameters<Op, "path">;
  query: WithDefaults<Parameters<Op, "query">>;
  headers: Parameters<Op, "header">;
  body: Body<Op>;
  /** The first of the answers that the contract shows. */
  example: Success<Op>;
}

/**
 * What an operation answers, without the message: that is the message of the contract's example. `like`
 * names the example, where it is not the first. With `whenDone` the answer waits until all that is due
 * has been done, postbacks included.
 */
export type HandlerResponse<Op> = WithJson<Omit<Success<Op>, "message">> & {
  exampleName?: string;
  waitForJobs?: true;
};

type WithJson<Envelope> = {
  [Name in keyof Envelope]:
    | Envelope[Name]
    | (Name extends "data" ? UnparsedJson<Envelope[Name]> : never);
};

/** What an operation does for the company whose token it takes. */
export type Handler<Op> = (
  context: Context,
  call: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** What an operation does that takes no token. */
export type PublicHandler<Op> = (
  sandbox: PublicContext,
  call: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** A handler for each of some operations: one that is missing does not compile. */
export type Handlers<Operations> = { [Id in keyof Operations]: Handler<Operations[Id]> };
export type PublicHandlers<Operations> = {
  [Id in keyof Operations]: PublicHandler<Operations[Id]>;
};

/** The operations of one resource: those whose names begin with its. */
export type OperationsOf<Operations, Resource extends string> = {
  [Id in keyof Operations as Id extends `${Resource}.${string}` ? Id : never]: Operations[Id];
};

/** The handlers of one resource of the service. */
export type HandlersOf<Resource extends string> = Handlers<
  OperationsOf<ServiceOperations, Resource>
>;
