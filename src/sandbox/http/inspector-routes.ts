import { isObject, isString } from "../../contract/cursor.ts";
import { companyOfKeys, deriveKeys, type KeyPair } from "../auth/api-keys.ts";
import { mayUse } from "../auth/inspector-sessions.ts";
import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { ApiRequest } from "./exchange.ts";
import { parseBody } from "./path-query-body.ts";
import { SESSION_ENDED } from "./steps/authenticate.ts";

/** The addresses that only the page of the inspector uses. They are in no contract: programs have keys. */
export const INSPECTOR_PATH = "/_sandbox/inspector/";

export interface InspectorResponse {
  data: unknown;
  headers?: Record<string, string>;
}

type Endpoint = (
  request: ApiRequest,
  context: PublicContext,
  companyId: string,
) => Promise<InspectorResponse>;

const COMPANY_KEYS = "GET companies/{companyId}/keys";

const endpoints: Record<string, Endpoint> = {
  "POST session": openSession,
  "DELETE session": async ({ headers }, { sessions, store }) => ({
    data: null,
    headers: { "set-cookie": await sessions.end(headers.cookie, store) },
  }),
  "GET settings": readSettings,
  "GET companies": listCompanies,
  [COMPANY_KEYS]: readKeys,
};

/** @throws {HttpError} if there is no such address, or no session. */
export function handleInspector(
  request: ApiRequest,
  context: PublicContext,
): Promise<InspectorResponse> {
  const path = request.path.slice(INSPECTOR_PATH.length);
  const [, companyId = ""] = /^companies\/([\da-f-]{36})\/keys$/.exec(path) ?? [];
  const template = companyId === "" ? path : "companies/{companyId}/keys";
  const endpoint = endpoints[`${request.method} ${template}`];
  if (!endpoint) throw new HttpError(404, "The inspector has no such address.");
  return endpoint(request, context, companyId);
}

/** Opens a session with the code in the address that the sandbox printed, or with the keys of a company. */
async function openSession(
  { headers, body }: ApiRequest,
  context: PublicContext,
): Promise<InspectorResponse> {
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

/** What the start of the sandbox decides about the page. */
async function readSettings(
  { headers }: ApiRequest,
  { sessions, docsUrl }: PublicContext,
): Promise<InspectorResponse> {
  if (!sessions.read(headers.cookie)) throw new HttpError(401, SESSION_ENDED);
  return { data: { docsUrl: docsUrl ?? null } };
}

async function listCompanies(
  { headers }: ApiRequest,
  { sessions, store }: PublicContext,
): Promise<InspectorResponse> {
  const session = sessions.read(headers.cookie);
  if (!session) throw new HttpError(401, SESSION_ENDED);
  const ids = session.companyIds ?? (await store.sharedRead(({ companies }) => companies.ids()));
  return { data: ids.map((id) => ({ id })) };
}

async function readKeys(
  { headers }: ApiRequest,
  context: PublicContext,
  companyId: string,
): Promise<InspectorResponse> {
  const session = context.sessions.read(headers.cookie);
  if (!session || !mayUse(session, companyId)) throw new HttpError(401, SESSION_ENDED);
  if (!(await exists(companyId, context))) throw new HttpError(404, "No company has this id.");
  return { data: deriveKeys(companyId, context.secrets) };
}
