import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { Company } from "../store/records.ts";

/**
 * Finds the company of a request's access token. Rejects an expired token only if `expires` is true.
 * @throws {HttpError} 401 with the problem of the token.
 */
export async function authenticate(
  authorization: string | undefined,
  { data, clock, accessTokens }: PublicContext,
  { expires }: { expires: boolean },
): Promise<Company> {
  if (!authorization) throw unauthorized("The bearer token is missing");
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw unauthorized("The Authorization header must be Bearer and a token");
  const claims = accessTokens.verify(token);
  if (!claims) throw unauthorized("This sandbox did not issue the bearer token");
  if (claims.use !== "access") throw unauthorized("The bearer token is not an access token");
  const company = await data.companies.get(claims.sub);
  if (!company) throw unauthorized("The token's company does not exist");
  if (expires && claims.exp * 1000 <= clock.timeOf(company)) {
    throw unauthorized("The bearer token has expired");
  }
  return company;
}

function unauthorized(problem: string): HttpError {
  const advice = "get an access token with POST /auth";
  return new HttpError(401, `${problem}: ${advice}.`, { "www-authenticate": "Bearer" });
}
