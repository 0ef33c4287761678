import { createRouter } from "../contract/router.ts";
import { routes } from "./contract-facts/index.ts";
import type { Route } from "./contract-facts/routes-from-contract.ts";
import { DOCUMENTS_PATH, PAY_PATH } from "./documents/document-urls.ts";
import { receiverPath } from "./domain/receiver-path.ts";
import * as api from "./handlers/api/index.ts";
import * as control from "./handlers/control/index.ts";
import { fileHandlers } from "./handlers/control/state.ts";
import { showDocument } from "./handlers/pages/document.ts";
import { showInspector } from "./handlers/pages/inspector-page.ts";
import { inspectorHandlers } from "./handlers/pages/inspector-session.ts";
import { showMetrics } from "./handlers/pages/metrics.ts";
import { playBuyer, showPayPage } from "./handlers/pages/pay-page.ts";
import { receive } from "./handlers/pages/receiver.ts";
import type {
  Answer,
  AnyOperation,
  Call,
  CompanyOperation,
  Endpoint,
  Operation,
} from "./requests/endpoints.ts";
import type { Handler, OutsideHandler, PublicHandler } from "./requests/handler-types.ts";
import type { Reply } from "./requests/request.ts";
import { runOperation, runOutside } from "./requests/run-operation.ts";
import { runPublicOperation } from "./requests/run-public-operation.ts";
import { kinds } from "./store/filters.ts";
import type { Kind } from "./store/records.ts";
import { type Validators, validators } from "./validation/compile-validators.ts";

const SESSION = "/_sandbox/inspector/";

/** What is in no contract: pages, pictures and what they ask for. */
const pages: Endpoint[] = [
  page("GET", "/", showInspector),
  { ...page("GET", `${PAY_PATH}{token}`, showPayPage), origin: "form" },
  { ...page("POST", `${PAY_PATH}{token}`, playBuyer), origin: "form" },
  { ...page("GET", `${DOCUMENTS_PATH}{companyId}/{file}`, showDocument), origin: "picture" },
  page("GET", "/_sandbox/metrics", showMetrics),
  { ...page("POST", receiverPath("{companyId}"), receive), origin: "postback" },
  page("POST", `${SESSION}session`, asJson(inspectorHandlers.openSession)),
  page("DELETE", `${SESSION}session`, asJson(inspectorHandlers.endSession)),
  page("GET", `${SESSION}settings`, asJson(inspectorHandlers.readSettings)),
  page("GET", `${SESSION}companies`, asJson(inspectorHandlers.listCompanies)),
  page("GET", `${SESSION}companies/{companyId}/keys`, asJson(inspectorHandlers.readKeys)),
];

const service: Contract = {
  isControl: false,
  validators: validators.service,
  handlers: api.handlers,
  publicHandlers: api.publicHandlers,
  outsideHandlers: {},
};

const controls: Contract = {
  isControl: true,
  validators: validators.control,
  handlers: control.handlers,
  publicHandlers: control.publicHandlers,
  outsideHandlers: control.outsideHandlers,
};

/** Everything that the sandbox answers. */
const endpoints: readonly Endpoint[] = [
  ...routes.service.map((route): Endpoint => {
    return { ...endpointOf(route, service), origin: "postback" };
  }),
  ...routes.control.map((route) => endpointOf(route, controls)),
  ...pages,
];

/** Finds the endpoints at a path. */
export const findEndpoints = createRouter(endpoints);

/** The validators and the handlers of a contract, by operation. */
interface Contract {
  isControl: boolean;
  validators: Validators;
  handlers: object;
  publicHandlers: object;
  outsideHandlers: object;
}

function endpointOf(route: Route, of: Contract): Endpoint {
  const { method, path, id } = route;
  const operation = operationOf(route, of);
  const sendFile = fileHandlers[id];
  if (sendFile) return { ...page(method, path, sendFile), operation };
  const handlePublic = handlerOf<PublicHandler<AnyOperation>>(of.publicHandlers, id);
  if (route.isPublic !== (handlePublic !== undefined))
    throw new Error(`${id} has no handler that matches its security in the contract.`);
  if (handlePublic) {
    const open = { ...operation, handlePublic };
    return { method, path, operation, answer: (call) => runPublicOperation(call, open) };
  }
  const ofCompany: CompanyOperation = {
    ...operation,
    isControl: of.isControl,
    mode: method === "GET" ? "read" : "transaction",
    readKind: readKindOf(id),
  };
  const handle = handlerOf<Handler<AnyOperation>>(of.handlers, id);
  if (handle) {
    const simple = { ...ofCompany, handle };
    return { method, path, operation, answer: (call) => runOperation(call, simple) };
  }
  const handleOutside = handlerOf<OutsideHandler<AnyOperation>>(of.outsideHandlers, id);
  if (!handleOutside) throw new Error(`${id} has no handler.`);
  const outside = { ...ofCompany, handleOutside };
  return { method, path, operation, answer: (call) => runOutside(call, outside) };
}

function operationOf(route: Route, { validators }: Contract): Operation {
  const { parameters } = route;
  return {
    ...route,
    validators,
    queryNames: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    pathHasOnlyUuids: parameters.every((each) => each.in !== "path" || each.kind === "uuid"),
    takesOperatorKey: parameters.some(({ name }) => name === "x-operator-key"),
  };
}

function readKindOf(id: string): Kind | undefined {
  const [group, action] = id.split(".");
  return action === "get" ? kinds.find((kind) => kind === group) : undefined;
}

function handlerOf<AnyHandler>(handlers: object, id: string): AnyHandler | undefined {
  return (handlers as Record<string, AnyHandler>)[id];
}

/** Pages ask for these by themselves, so only their failures are logged. */
function page(method: string, path: string, show: (call: Call) => Promise<Reply>): Endpoint {
  const answer = async (call: Call): Promise<Answer> => ({
    reply: await show(call),
    skipLog: true,
  });
  return { method, path, answer };
}

function asJson(
  handle: (call: Call) => Promise<{ data: unknown; headers?: Record<string, string> }>,
): (call: Call) => Promise<Reply> {
  return async (call) => {
    const { data, headers } = await handle(call);
    const body = JSON.stringify({ data });
    return { status: 200, headers: { "cache-control": "no-store", ...headers }, body };
  };
}
