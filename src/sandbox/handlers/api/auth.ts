import type { operations } from "../../../../generated/types.ts";
import { verifyKeys } from "../../auth/api-keys.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../handler-types.ts";

export const auth: PublicHandlers<Pick<operations, "auth.createToken">> = {
  async "auth.createToken"({ data, clock, randomness, secrets, accessTokens }, { body }) {
    const companyId = verifyKeys(body, secrets);
    const company = companyId && (await data.companies.get(companyId));
    if (!company) throw new DocumentedError("WrongKeys");
    const issuedAt = Math.floor(clock.timeOf(company) / 1000);
    // Tokens use a separate seeded sequence: fetching one more does not change the ids that follow.
    const sequence = { id: `${company.id} tokens`, drawCount: company.tokens };
    const claims = { sub: company.id, iat: issuedAt, jti: randomness.uuid(sequence) };
    company.tokens = sequence.drawCount;
    const expiringIn = (seconds: number) => ({ ...claims, exp: issuedAt + seconds });
    await data.companies.save(company);
    return {
      data: {
        access_token: accessTokens.create({ ...expiringIn(LIFETIME.access), use: "access" }),
        refresh_token: accessTokens.create({ ...expiringIn(LIFETIME.refresh), use: "refresh" }),
        expires_in: `${LIFETIME.access}s`,
      },
    };
  },
};

/** In seconds. The description has no operation that accepts a refresh token; here it lasts 30 days. */
const LIFETIME = { access: 3600, refresh: 2_592_000 };
