import * as operations from "../handlers/api/index.ts";
import * as controls from "../handlers/control/index.ts";
import type { Handler, PublicHandler } from "../handlers/handler-types.ts";
import { routes } from "../openapi/index.ts";
import type { Route } from "../openapi/routes-from-contract.ts";
import { type Validators, validators } from "./compile-validators.ts";

/** A route with what it takes and what it does. */
export type Endpoint = PublicEndpoint | CompanyEndpoint;

export interface PublicEndpoint extends Route {
  validators: Validators;
  handlePublic: PublicHandler<AnyOperation>;
}

export interface CompanyEndpoint extends Route {
  validators: Validators;
  handle: Handler<AnyOperation>;
  /** Whether a company that may not use the interface is refused. */
  needsPermission: boolean;
  /** Whether an expired access token is refused. */
  tokenExpires: boolean;
}

/** What is common to all operations, for whoever calls a handler without knowing which. */
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
  needsPermission: boolean;
  tokenExpires: boolean;
}

/**
 * The service's interface and the sandbox's control interface. A company without permission can use the
 * controls, and so can an expired token: they move the clock by which tokens expire.
 */
const interfaces: ApiInterface[] = [
  {
    ...{ routes: routes.service, validators: validators.service, ...operations },
    ...{ needsPermission: true, tokenExpires: true },
  },
  {
    ...{ routes: routes.control, validators: validators.control, ...controls },
    ...{ needsPermission: false, tokenExpires: false },
  },
];

/** Every operation of both contracts. */
export function endpoints(): Endpoint[] {
  return interfaces.flatMap(({ routes, handlers, publicHandlers, validators, ...access }) =>
    routes.map((route): Endpoint => {
      if (route.isPublic)
        return { ...route, validators, handlePublic: handlerOf(publicHandlers, route) };
      return { ...route, validators, ...access, handle: handlerOf(handlers, route) };
    }),
  );
}

function handlerOf<Found>(handlers: object, { id }: Route): Found {
  const handler = (handlers as Record<string, Found>)[id];
  if (!handler) throw new Error(`${id} has no handler of the kind that its security asks for.`);
  return handler;
}
