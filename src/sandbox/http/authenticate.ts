import type { AccessTokens, Claims } from "../auth/access-tokens.ts";
import type { Context } from "../context.ts";
import { HttpError } from "../errors.ts";

/**
 * Verifies the access token of a request, without any data.
 * @throws {HttpError} 401 with the problem of the token.
 */
export function verifyToken(authorization: string | undefined, accessTokens: AccessTokens): Claims {
  if (!authorization) throw unauthorized("The bearer token is missing");
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw unauthorized("The Authorization header must be Bearer and a token");
  const claims = accessTokens.verify(token);
  if (!claims) throw unauthorized("This sandbox did not issue the bearer token");
  if (claims.use !== "access") throw unauthorized("The bearer token is not an access token");
  return claims;
}

/** @throws {HttpError} 401 if the token has expired on the company's clock. */
export function assertNotExpired({ exp }: Claims, { now }: Context): void {
  if (exp * 1000 <= now) throw unauthorized("The bearer token has expired");
}

export function unauthorized(problem: string): HttpError {
  const advice = "get an access token with POST /auth";
  return new HttpError(401, `${problem}: ${advice}.`, { "www-authenticate": "Bearer" });
}
