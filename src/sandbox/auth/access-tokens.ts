import { type Claims, type Runtime, timingSafeIsEqual } from "../runtime/runtime.ts";

/** The only header of a token that is made here, and so the only one that is taken. */
const header = encode({ alg: "HS256", typ: "JWT" });

export function createAccessToken(claims: Claims, runtime: Runtime): string {
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${signature(signed, runtime)}`;
}

/** How many tokens are remembered, so that their signatures need not be checked with every call. */
const MAX_KNOWN = 1_000;

/** What a token that was made here says, or nothing where it was not. Whether it still counts is not checked. */
export function verifyAccessToken(token: string, runtime: Runtime): Claims | undefined {
  const { verifiedTokens } = runtime;
  const claims = verifiedTokens.get(token) ?? verified(token, runtime);
  if (claims && !verifiedTokens.has(token)) {
    if (verifiedTokens.size >= MAX_KNOWN) verifiedTokens.clear();
    verifiedTokens.set(token, claims);
  }
  return claims;
}

function verified(token: string, runtime: Runtime): Claims | undefined {
  const [head, claims = "", given = "", ...rest] = token.split(".");
  if (head !== header || rest.length > 0) return undefined;
  if (!timingSafeIsEqual(given, signature(`${head}.${claims}`, runtime))) return undefined;
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

function signature(signed: string, runtime: Runtime): string {
  return runtime.sign(`token ${signed}`).toString("base64url");
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
