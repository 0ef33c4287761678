import { verifyAccessToken } from "../auth/access-tokens.ts";
import type { PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { Company } from "../store/records.ts";

/**
 * The company whose access token a request brings. An expired token is refused only where `expires` is true.
 * @throws {HttpError} that says why there is none.
 */
export async function authenticate(
  authorization: string | undefined,
  { data, runtime }: PublicContext,
  { expires }: { expires: boolean },
): Promise<Company> {
  if (!authorization) throw unauthorized("The bearer token is missing");
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw unauthorized("The header Authorization must be Bearer and a token");
  const claims = verifyAccessToken(token, runtime);
  if (!claims) throw unauthorized("The bearer token was not made by this sandbox");
  if (claims.use !== "access") throw unauthorized("This is not an access token");
  const company = await data.companies.get(claims.sub);
  if (!company) throw unauthorized("The token's company does not exist");
  if (expires && claims.exp * 1000 <= runtime.timeOf(company)) {
    throw unauthorized("The bearer token has expired");
  }
  return company;
}

function unauthorized(problem: string): HttpError {
  const advice = "get an access token with POST /auth";
  return new HttpError(401, `${problem}: ${advice}.`, { "www-authenticate": "Bearer" });
}
