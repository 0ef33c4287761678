import { isObject, isString } from "../../contract/cursor.ts";
import { createRouter } from "../../http-server/router.ts";
import { companyOfKeys, deriveKeys, type KeyPair } from "../auth/api-keys.ts";
import { type InspectorSession, mayUse } from "../auth/inspector-sessions.ts";
import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { ApiRequest } from "./exchange.ts";
import { parseBody } from "./path-query-body.ts";
import { SESSION_ENDED } from "./steps/authenticate.ts";

/** The addresses that only the page of the inspector uses. They are in no contract: programs have keys. */
export const INSPECTOR_PATH = "/_sandbox/inspector/";

interface InspectorRoute {
  method: string;
  path: string;
  answer(request: ApiRequest, context: PublicContext, companyId: string): Answer;
}

type Answer = Promise<{ data: unknown; headers?: Record<string, string> }>;

const findRoute = createRouter<InspectorRoute>([
  { method: "POST", path: `${INSPECTOR_PATH}session`, answer: openSession },
  { method: "DELETE", path: `${INSPECTOR_PATH}session`, answer: endSession },
  { method: "GET", path: `${INSPECTOR_PATH}settings`, answer: readSettings },
  { method: "GET", path: `${INSPECTOR_PATH}companies`, answer: listCompanies },
  { method: "GET", path: `${INSPECTOR_PATH}companies/{companyId}/keys`, answer: readKeys },
]);

/** @throws {HttpError} if there is no such address, or no session. */
export function answerInspector(request: ApiRequest, context: PublicContext): Answer {
  const { methods, parameters } = findRoute(request.path) ?? {};
  const route = methods?.get(request.method);
  if (!route) throw new HttpError(404, "The inspector has no such address.");
  return route.answer(request, context, parameters?.companyId ?? "");
}

/** Opens a session with the code in the address that the sandbox printed, or with the keys of a company. */
async function openSession({ headers, body }: ApiRequest, context: PublicContext): Answer {
  const given = parseBody(headers, body);
  const { code, publicKey, privateKey } = isObject(given) ? given : {};
  const { sessions, store } = context;
  if (isString(code)) {
    if (!(await sessions.redeem(code, store))) throw new HttpError(401, CODE_USED);
    return { data: null, headers: { "set-cookie": sessions.open({ companyIds: undefined }) } };
  }
  if (!isString(publicKey) || !isString(privateKey))
    throw new HttpError(400, "Send a code, or keys.");
  const companyId = await existingCompany({ publicKey, privateKey }, context);
  return { data: null, headers: { "set-cookie": sessions.open({ companyIds: [companyId] }) } };
}

const CODE_USED =
  "This address was used before, or is of an earlier start: enter the keys that the sandbox printed.";

async function existingCompany(keys: KeyPair, context: PublicContext): Promise<string> {
  const companyId = companyOfKeys(keys, context);
  if (companyId === undefined || !(await exists(companyId, context)))
    throw new HttpError(401, "No company has these keys.");
  return companyId;
}

function exists(companyId: string, { store }: PublicContext): Promise<boolean> {
  return store.read(companyId, async ({ company }) => (await company.get()) !== undefined);
}

async function endSession({ headers }: ApiRequest, { sessions, store }: PublicContext): Answer {
  return { data: null, headers: { "set-cookie": await sessions.end(headers.cookie, store) } };
}

/** What the start of the sandbox decides about the page. */
async function readSettings(request: ApiRequest, context: PublicContext): Answer {
  sessionOf(request, context);
  return { data: { docsUrl: context.docsUrl ?? null } };
}

async function listCompanies(request: ApiRequest, context: PublicContext): Answer {
  const { companyIds } = sessionOf(request, context);
  const ids = companyIds ?? (await context.store.sharedRead(({ companies }) => companies.ids()));
  return { data: ids.map((id) => ({ id })) };
}

async function readKeys(request: ApiRequest, context: PublicContext, companyId: string): Answer {
  if (!mayUse(sessionOf(request, context), companyId)) throw new HttpError(401, SESSION_ENDED);
  if (!(await exists(companyId, context))) throw new HttpError(404, "No company has this id.");
  return { data: deriveKeys(companyId, context.secrets) };
}

function sessionOf({ headers }: ApiRequest, { sessions }: PublicContext): InspectorSession {
  const session = sessions.read(headers.cookie);
  if (!session) throw new HttpError(401, SESSION_ENDED);
  return session;
}
