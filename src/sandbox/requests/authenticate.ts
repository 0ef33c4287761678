import type { AccessTokens, Claims } from "../auth/access-tokens.ts";
import { type InspectorSession, isCurrent, mayUse } from "../auth/inspector-sessions.ts";
import type { Context, PublicContext } from "../context.ts";
import { DocumentedError, HttpError } from "../errors.ts";
import type { Company } from "../store/records.ts";
import type { ApiRequest } from "./request.ts";

/** Names the company of a request of the inspector, which has a session or a token. A page of another site cannot send it. */
const COMPANY_HEADER = "x-sandbox-company";

type Headers = ApiRequest["headers"];

/** Whether the inspector sent a request in a session, and so without a token. */
export function isFromInspector(headers: Headers): boolean {
  return headers.authorization === undefined && headers[COMPANY_HEADER] !== undefined;
}

/**
 * Whether a request only reads for the inspector, which reads the same again after each event. Its reads would hide
 * what happened, and use up the faults that are meant for programs.
 */
export function isReadOfInspector(
  { method, headers }: Pick<ApiRequest, "method" | "headers">,
  { companyId }: Pick<Caller, "companyId">,
): boolean {
  return method === "GET" && headers[COMPANY_HEADER] === companyId;
}

/** The company of a request, and when its authentication expires. */
export interface Caller {
  companyId: string;
  /** In seconds since 1970 on the company's clock. */
  exp: number;
  /** How often the company's keys had been rotated when it was authenticated. Undefined if that does not matter. */
  rotations: number | undefined;
  /** Whether the operator uses the company in its place. */
  isOperator: boolean;
}

/** What tells who sends a request. */
type CallerContext = Pick<PublicContext, "accessTokens" | "sessions" | "secrets">;

/**
 * Verifies the access token of a request or its session of the inspector, without any data. In some operations, the
 * operator may take the place of the company.
 * @throws {HttpError} 401 with the problem.
 */
export function callerOf(
  headers: Headers,
  takesOperatorKey: boolean,
  context: CallerContext,
): Caller {
  const { authorization, cookie, [COMPANY_HEADER]: companyId = "" } = headers;
  if (isFromInspector(headers)) {
    const session = context.sessions.read(cookie);
    const isForCompany = session !== undefined && !session.isOperator;
    if (takesOperatorKey && !isForCompany) {
      if (isOperator(headers, context))
        return { companyId, exp: Infinity, rotations: undefined, isOperator: true };
      if (headers["x-operator-key"] !== undefined) throw new HttpError(401, WRONG_OPERATOR_KEY);
    }
    assertInSession(session, companyId);
    return {
      companyId,
      exp: Infinity,
      rotations: session.companies.get(companyId),
      isOperator: false,
    };
  }
  const { sub, exp, rotations = 0 } = verifyToken(authorization, context.accessTokens);
  return { companyId: sub, exp, rotations, isOperator: false };
}

/** Whether a request has the operator's key, in its header or as Prometheus sends it, or is from a page of the operator. Without a key, everyone is the operator. */
export function isOperator(headers: Headers, { secrets, sessions }: CallerContext): boolean {
  const key = headers["x-operator-key"] ?? bearerOf(headers.authorization);
  if (secrets.isOperatorKey(key)) return true;
  return isFromInspector(headers) && sessions.read(headers.cookie)?.isOperator === true;
}

/** @throws {DocumentedError} if a request is not the operator's. */
export function assertOperator(headers: Headers, context: CallerContext): void {
  if (!isOperator(headers, context)) throw new DocumentedError("OperatorKeyRefused");
}

/** @throws {HttpError} 401 if the session of the inspector has ended, or is one of another company. */
function assertInSession(
  session: InspectorSession | undefined,
  companyId: string,
): asserts session is InspectorSession {
  if (!session) throw new HttpError(401, SESSION_ENDED);
  if (mayUse(session, companyId)) return;
  throw new HttpError(401, session.isOperator ? INVITE : "This session is for another company.");
}

const WRONG_OPERATOR_KEY = "The operator's key in x-operator-key is wrong.";

const INVITE =
  "The operator's session opens no company: create an invitation to it, which its timeline shows.";

export const SESSION_ENDED =
  "The session has ended: open the address that the sandbox printed, or enter the keys of a company.";

function verifyToken(authorization: string | undefined, accessTokens: AccessTokens): Claims {
  if (!authorization) throw unauthorized("The bearer token is missing");
  const token = bearerOf(authorization);
  if (token === undefined)
    throw unauthorized("The Authorization header must be Bearer and a token");
  const claims = accessTokens.verify(token);
  if (!claims) throw unauthorized("This sandbox did not issue the bearer token");
  if (claims.use !== "access") throw unauthorized("The bearer token is not an access token");
  return claims;
}

/** The bearer token in a header. */
function bearerOf(authorization = ""): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** @throws {HttpError} 401 if the token has expired on the company's clock. */
export function assertNotExpired({ exp }: Caller, { now }: Context): void {
  if (exp * 1000 <= now) throw unauthorized("The bearer token has expired");
}

/** @throws {HttpError} 401 if the keys of the company were rotated since the caller was authenticated. */
export function assertCurrent({ rotations }: Caller, company: Company): void {
  if (!isCurrent(rotations, company))
    throw unauthorized("The keys of this company were rotated, and only the new ones count");
}

export function unauthorized(problem: string, advice = "get an access token with POST /auth") {
  return new HttpError(401, `${problem}: ${advice}.`, { "www-authenticate": "Bearer" });
}
