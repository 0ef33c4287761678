import { isObject, isString } from "../../../contract/cursor.ts";
import { findCompanyWith, keysOf } from "../../auth/api-keys.ts";
import { type InspectorSession, isCurrent, mayUse } from "../../auth/inspector-sessions.ts";
import { redeemInvitation } from "../../auth/invitations.ts";
import type { PublicContext } from "../../context.ts";
import { HttpError } from "../../errors.ts";
import { SESSION_ENDED } from "../../requests/authenticate.ts";
import type { Call } from "../../requests/endpoints.ts";
import type { ApiRequest } from "../../requests/request.ts";
import type { Company } from "../../store/records.ts";
import { parseBody } from "../../validation/path-query-body.ts";

const NO_ADDRESS = "The inspector has no such address.";

type PageData = Promise<{ data: unknown; headers?: Record<string, string> }>;

/** What only the page of the inspector asks for. It is in no contract: programs have keys. */
export const inspectorHandlers = {
  openSession,
  endSession,
  readSettings,
  listCompanies,
  readKeys,
} satisfies Record<string, (call: Call) => PageData>;

/**
 * Opens a session with the code in the address that the sandbox printed, with the keys of a company, with an invitation
 * to one, or with the operator's key.
 */
async function openSession({ request: { headers, readBody }, parts: { context } }: Call): PageData {
  const given = parseBody(headers, (await readBody()) ?? new Uint8Array());
  const { code, operatorKey, invitation, publicKey, privateKey } = isObject(given) ? given : {};
  const { sessions, store, clock } = context;
  if (isString(operatorKey)) {
    // In a sandbox that is not shared, the operator's session opens data, and the key does not.
    if (!context.isShared || !context.secrets.isOperatorKey(operatorKey))
      throw new HttpError(401, UNKNOWN_OPERATOR);
    return { data: null, headers: { "set-cookie": sessions.openForOperator() } };
  }
  if (isString(code)) {
    if (!(await sessions.redeem(code, store)))
      throw new HttpError(401, CODE_USED + (context.isShared ? ASK_OPERATOR : ASK_KEYS));
    return { data: null, headers: { "set-cookie": sessions.openForOperator() } };
  }
  const opened = isString(invitation)
    ? await redeemInvitation(invitation, store, clock.systemTime())
    : await companyWith(publicKey, privateKey, context);
  if (!opened) throw new HttpError(401, isString(invitation) ? INVITATION_USED : UNKNOWN_KEYS);
  return { data: null, headers: { "set-cookie": sessions.openFor(opened) } };
}

const CODE_USED = "This address was used before, or is of an earlier start: enter the ";
const ASK_KEYS = "keys that the sandbox printed.";
const ASK_OPERATOR = "operator's key below.";

const INVITATION_USED =
  "This invitation was used before, was revoked, or is older than a day: ask for another one, or enter the keys of the company.";

const UNKNOWN_OPERATOR = "This is not the key of the operator of a shared sandbox.";

const UNKNOWN_KEYS = "No company has these keys.";

async function companyWith(
  publicKey: unknown,
  privateKey: unknown,
  context: PublicContext,
): Promise<Company | undefined> {
  if (!isString(publicKey) || !isString(privateKey))
    throw new HttpError(400, "Send a code, an invitation, or keys.");
  return findCompanyWith({ publicKey, privateKey }, context);
}

function companyOf(companyId: string, { store }: PublicContext): Promise<Company | undefined> {
  return store.read(companyId, ({ company }) => company.get());
}

async function endSession({ request: { headers }, parts }: Call): PageData {
  const { sessions, store } = parts.context;
  return { data: null, headers: { "set-cookie": await sessions.end(headers.cookie, store) } };
}

/** What the page shows besides the data of a company. */
async function readSettings({ request, parts: { context } }: Call): PageData {
  const { isOperator, usesAll } = sessionOf(request, context);
  const { docsUrl = null, isShared } = context;
  return { data: { docsUrl, isShared, isOperator: isOperator && !usesAll } };
}

/** The companies that the session may use, the oldest first: of very many, the newest. */
async function listCompanies({ request, parts: { context } }: Call): PageData {
  const { usesAll, companies } = sessionOf(request, context);
  const usable = usesAll ? await latestCompanies(context) : await companiesIn(companies, context);
  return { data: usable.map(({ id, name = null, owner = null }) => ({ id, name, owner })) };
}

async function latestCompanies({ store }: PublicContext): Promise<Company[]> {
  const page = { page: 1, limit: MAX_COMPANIES };
  return (await store.sharedRead((data) => data.companies.page(page))).companies.toReversed();
}

const MAX_COMPANIES = 1_000;

async function companiesIn(
  known: ReadonlyMap<string, number>,
  context: PublicContext,
): Promise<Company[]> {
  const found = await Promise.all([...known.keys()].map((id) => companyOf(id, context)));
  return found.filter(
    (company): company is Company => !!company && isCurrent(known.get(company.id), company),
  );
}

/** Where several people use the sandbox, nobody is shown keys a second time. */
async function readKeys({ request, path, parts: { context } }: Call): PageData {
  const { companyId = "" } = path;
  if (context.isShared) throw new HttpError(404, NO_ADDRESS);
  const session = sessionOf(request, context);
  if (!mayUse(session, companyId)) throw new HttpError(401, SESSION_ENDED);
  const company = await companyOf(companyId, context);
  if (!company) throw new HttpError(404, "No company has this id.");
  if (!isCurrent(session.companies.get(companyId), company))
    throw new HttpError(401, SESSION_ENDED);
  return { data: keysOf(company, context.secrets) };
}

function sessionOf({ headers }: ApiRequest, { sessions }: PublicContext): InspectorSession {
  const session = sessions.read(headers.cookie);
  if (!session) throw new HttpError(401, SESSION_ENDED);
  return session;
}
