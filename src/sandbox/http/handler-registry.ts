import * as api from "../handlers/api/index.ts";
import * as control from "../handlers/control/index.ts";
import type { Handler, PublicHandler, StreamHandler } from "../handlers/handler-types.ts";
import { routes } from "../openapi/index.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import { type Validators, validators } from "./compile-validators.ts";

/** A route with its validators and its handler. */
export type Endpoint = PublicEndpoint | CompanyEndpoint;

export interface PublicEndpoint extends Route {
  validators: Validators;
  handlePublic: PublicHandler<AnyOperation>;
}

export interface CompanyEndpoint extends Route {
  validators: Validators;
  handle: Handler<AnyOperation>;
  /** Answers instead of `handle` if the client accepts an event stream. */
  handleStream: StreamHandler<AnyOperation> | undefined;
  /** Whether the operation rejects a company without permission to use the API. */
  needsPermission: boolean;
  /** Whether the operation rejects an expired access token. */
  tokenExpires: boolean;
}

/** What all operations have in common, to call a handler without knowing its operation. */
export interface AnyOperation {
  parameters: { path: object; query: object; header: object };
  requestBody: { content: { "application/json": unknown } };
  responses: {
    200: { content: { "application/json": { data: unknown; message: string | null } } };
  };
}

interface ApiInterface {
  routes: Route[];
  validators: Validators;
  handlers: object;
  publicHandlers: object;
  streams?: object;
  needsPermission: boolean;
  tokenExpires: boolean;
}

/**
 * The service's API and the sandbox's control interface. The control interface also accepts a company
 * without permission, and an expired token: its clock decides when tokens expire.
 */
const interfaces: ApiInterface[] = [
  {
    ...{ routes: routes.service, validators: validators.service, ...api },
    ...{ needsPermission: true, tokenExpires: true },
  },
  {
    ...{ routes: routes.control, validators: validators.control, ...control },
    ...{ needsPermission: false, tokenExpires: false },
  },
];

/** Every operation of both contracts. */
export function endpoints(): Endpoint[] {
  return interfaces.flatMap(
    ({ routes, handlers, publicHandlers, streams = {}, validators, ...access }) =>
      routes.map((route): Endpoint => {
        if (route.isPublic)
          return { ...route, validators, handlePublic: handlerOf(publicHandlers, route) };
        const handle = handlerOf<Handler<AnyOperation>>(handlers, route);
        const handleStream = route.canStream
          ? handlerOf<StreamHandler<AnyOperation>>(streams, route)
          : undefined;
        return { ...route, validators, ...access, handle, handleStream };
      }),
  );
}

function handlerOf<AnyHandler>(handlers: object, { id }: Route): AnyHandler {
  const handler = (handlers as Record<string, AnyHandler>)[id];
  if (!handler) throw new Error(`${id} has no handler that matches its security in the contract.`);
  return handler;
}
