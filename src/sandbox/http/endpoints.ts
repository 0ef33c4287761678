import { routes } from "../contract-facts/index.ts";
import type { Envelope, Route } from "../contract-facts/routes-from-contract.ts";
import * as api from "../handlers/api/index.ts";
import * as control from "../handlers/control/index.ts";
import type { Handler, PublicHandler, StreamHandler } from "../handlers/handler-types.ts";
import { kinds } from "../store/filters.ts";
import type { Kind } from "../store/records.ts";
import type { Mode } from "../unit-of-work.ts";
import { type Validators, validators } from "./compile-validators.ts";

/** An operation with its validators and its handler. */
export type Endpoint = PublicEndpoint | CompanyEndpoint;

/** What is derived once for all requests of an operation. */
interface EndpointFacts extends Route {
  validators: Validators;
  /** The first example of a successful response. */
  example: Envelope | undefined;
  queryNames: string[];
  pathHasOnlyUuids: boolean;
  /** Whether the operator may use it: nobody else if it is public, else besides the company. */
  takesOperatorKey: boolean;
}

export interface PublicEndpoint extends EndpointFacts {
  handlePublic: PublicHandler<AnyOperation>;
}

export interface CompanyEndpoint extends EndpointFacts {
  mode: Mode;
  /** The kind of the record that an operation such as `payments.get` reads. */
  readKind: Kind | undefined;
  handle: Handler<AnyOperation>;
  /** Answers instead of `handle` if the client accepts an event stream. */
  handleStream: StreamHandler<AnyOperation> | undefined;
  /**
   * Whether it belongs to the sandbox's control API. That takes a company without permission to use the service's, and
   * an expired token: its clock decides when tokens expire.
   */
  isControl: boolean;
}

/** What all operations have in common, to call a handler without knowing its operation. */
export interface AnyOperation {
  parameters: { path: object; query: object; header: object };
  requestBody: { content: { "application/json": unknown } };
  responses: {
    200: { content: { "application/json": { data: unknown; message: string | null } } };
  };
}

/** The service's API and the sandbox's control API. */
const interfaces = [
  {
    handlers: api.handlers,
    publicHandlers: api.publicHandlers,
    streams: {},
    routes: routes.service,
    validators: validators.service,
    isControl: false,
  },
  {
    handlers: control.handlers,
    publicHandlers: control.publicHandlers,
    streams: control.streams,
    routes: routes.control,
    validators: validators.control,
    isControl: true,
  },
];

/** Every operation of both contracts. */
export function endpoints(): Endpoint[] {
  return interfaces.flatMap(
    ({ routes, handlers, publicHandlers, streams, validators, isControl }) =>
      routes.map((route): Endpoint => {
        const facts = { ...route, ...endpointFacts(route), validators };
        if (route.isPublic) return { ...facts, handlePublic: handlerOf(publicHandlers, route) };
        const handle = handlerOf<Handler<AnyOperation>>(handlers, route);
        const handleStream = route.canStream
          ? handlerOf<StreamHandler<AnyOperation>>(streams, route)
          : undefined;
        const mode = route.method === "GET" ? "read" : "transaction";
        return { ...facts, isControl, mode, readKind: readKindOf(route), handle, handleStream };
      }),
  );
}

function endpointFacts({ examples, parameters }: Route) {
  return {
    example: Object.values(examples)[0],
    queryNames: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    pathHasOnlyUuids: parameters.every((each) => each.in !== "path" || each.kind === "uuid"),
    takesOperatorKey: parameters.some(({ name }) => name === "x-operator-key"),
  };
}

function readKindOf({ id }: Route): Kind | undefined {
  const [group, action] = id.split(".");
  return action === "get" ? kinds.find((kind) => kind === group) : undefined;
}

function handlerOf<AnyHandler>(handlers: object, { id }: Route): AnyHandler {
  const handler = (handlers as Record<string, AnyHandler>)[id];
  if (!handler) throw new Error(`${id} has no handler that matches its security in the contract.`);
  return handler;
}
