import type { AccessTokens, Claims } from "../../auth/access-tokens.ts";
import { type InspectorSessions, mayUse } from "../../auth/inspector-sessions.ts";
import type { Context } from "../../context.ts";
import { DocumentedError, HttpError } from "../../errors.ts";
import type { ApiRequest, Caller, CompanyExchange, Exchange } from "../exchange.ts";

/** Names the company of a request of the inspector. A page of another site cannot send it. */
export const COMPANY_HEADER = "x-sandbox-company";

type Headers = ApiRequest["headers"];

/** Whether the inspector sent a request. It sends no token. */
export function isFromInspector(headers: Headers): boolean {
  return headers.authorization === undefined && headers[COMPANY_HEADER] !== undefined;
}

/**
 * Whether a request only reads for the inspector, which reads the same again after each event. Its reads would hide
 * what happened, and use up the faults that are meant for programs.
 */
export function isReadOfInspector({ endpoint, request }: Exchange): boolean {
  return endpoint?.method === "GET" && !endpoint.isPublic && isFromInspector(request.headers);
}

/**
 * Verifies the access token of a request or its session of the inspector, without any data.
 * @throws {HttpError} 401 with the problem.
 */
export function callerOf(
  headers: Headers,
  { accessTokens, sessions }: { accessTokens: AccessTokens; sessions: InspectorSessions },
): Caller {
  const { authorization, cookie, [COMPANY_HEADER]: companyId = "" } = headers;
  if (isFromInspector(headers)) {
    assertInSession(sessions, cookie, companyId);
    return { companyId, exp: Infinity };
  }
  const { sub, exp } = verifyToken(authorization, accessTokens);
  return { companyId: sub, exp };
}

/** @throws {HttpError} 401 if the session of the inspector has ended, or is one of another company. */
function assertInSession(
  sessions: InspectorSessions,
  cookie: string | undefined,
  companyId: string,
): void {
  const session = sessions.read(cookie);
  if (session && mayUse(session, companyId)) return;
  throw new HttpError(401, session ? "This session is for another company." : SESSION_ENDED);
}

/** Whether the session of the inspector that sent a request goes on. A request with a token needs none. */
export function sessionGoesOn(
  headers: Headers,
  { sessions }: { sessions: InspectorSessions },
): boolean {
  return !isFromInspector(headers) || sessions.read(headers.cookie) !== undefined;
}

export const SESSION_ENDED =
  "The session has ended: open the address that the sandbox printed, or enter the keys of a company.";

function verifyToken(authorization: string | undefined, accessTokens: AccessTokens): Claims {
  if (!authorization) throw unauthorized("The bearer token is missing");
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw unauthorized("The Authorization header must be Bearer and a token");
  const claims = accessTokens.verify(token);
  if (!claims) throw unauthorized("This sandbox did not issue the bearer token");
  if (claims.use !== "access") throw unauthorized("The bearer token is not an access token");
  return claims;
}

/**
 * The first step with the data of the company. The request is on its timeline even if it may not use the operation.
 * @throws {HttpError} 401 if the token has expired on the company's clock.
 */
export function authorize(exchange: CompanyExchange, context: Context): CompanyExchange {
  const { caller, endpoint } = exchange;
  const { company, now } = context;
  if (endpoint.tokenExpires && caller.exp * 1000 <= now)
    throw unauthorized("The bearer token has expired");
  const isRejected = endpoint.needsPermission && !company.authorized;
  const rejection = isRejected ? new DocumentedError("NotAuthorized") : undefined;
  return { ...exchange, company, rejection };
}

export function unauthorized(problem: string): HttpError {
  const advice = "get an access token with POST /auth";
  return new HttpError(401, `${problem}: ${advice}.`, { "www-authenticate": "Bearer" });
}
