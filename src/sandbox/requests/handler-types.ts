import type { operations as ServiceOperations } from "../../../generated/types.ts";
import type { Context, PublicContext } from "../context.ts";
import type { Company } from "../store/records.ts";

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
  /** What the operation always answers by the contract, if that is a sentence. */
  sentence: Extract<Success<Op>["data"], { message: string }>;
}

/**
 * The response of an operation, without its message. The message comes from the contract's example that
 * `exampleName` names, by default the first. `createdId` is the id of a new resource, if the response
 * does not show it: the timeline lists the request under this id. A session of the inspector may use the company that
 * its request `opens`.
 */
export type HandlerResponse<Op> = Omit<Success<Op>, "message"> & {
  exampleName?: string;
  createdId?: string;
  opens?: Pick<Company, "id" | "keyRotations">;
};

/** Handles an operation for the company of the access token, in a unit of work. */
export type Handler<Op> = (
  context: Context,
  request: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** Handles an operation that takes several units of work. */
export type OutsideHandler<Op> = (
  company: CompanyAccess,
  request: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** The company of the access token, outside of a unit of work. */
export interface CompanyAccess {
  /** Runs work in a transaction, which also adds the request to the timeline. */
  transaction<Result>(run: (context: Context) => Promise<Result>): Promise<Result>;
  read<Result>(run: (context: Context) => Promise<Result>): Promise<Result>;
  /** Resolves when the advance of the clock in progress has passed a time, or there is none any more. */
  finishAdvance(to: number): Promise<void>;
}

/** Handles an operation that needs no token of a company. */
export type PublicHandler<Op> = (
  sandbox: PublicContext,
  request: HandlerRequest<Op>,
) => Promise<HandlerResponse<Op>>;

/** A handler for each operation. A missing handler does not compile. */
export type Handlers<Operations> = { [Id in keyof Operations]: Handler<Operations[Id]> };
export type OutsideHandlers<Operations> = {
  [Id in keyof Operations]: OutsideHandler<Operations[Id]>;
};
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
