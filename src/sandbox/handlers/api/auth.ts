import type { operations } from "../../../../generated/types.ts";
import { TOKEN_LIFETIME } from "../../auth/access-tokens.ts";
import { findCompanyWith, hasKeys } from "../../auth/api-keys.ts";
import type { PublicContext } from "../../context.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../../requests/handler-types.ts";
import { lastUse } from "../../store/last-use.ts";
import type { Company } from "../../store/records.ts";
import type { CompanyData } from "../../store/store.ts";

export const auth: PublicHandlers<Pick<operations, "auth.createToken">> = {
  async "auth.createToken"(context, { body }) {
    const found = await findCompanyWith(body, context);
    if (!found) throw new DocumentedError("WrongKeys");
    return {
      data: await context.store.transaction(found.id, async (data) => {
        const company = await data.company.get();
        if (!company || !hasKeys(company, body, context)) throw new DocumentedError("WrongKeys");
        return createTokens(context, company, data);
      }),
    };
  },
};

async function createTokens(
  { clock, randomness, accessTokens }: PublicContext,
  stored: Company,
  { company }: CompanyData,
) {
  const issuedAt = Math.floor(clock.timeOf(stored) / 1000);
  // Tokens use a separate seeded sequence: fetching one more does not change the ids that follow.
  const { generation, tokens: drawCount, keyRotations } = stored;
  const sequence = { id: `${stored.id} tokens`, drawCount, generation };
  const jti = randomness.uuid(sequence);
  const rotations = keyRotations ? { rotations: keyRotations } : {};
  const claims = { sub: stored.id, iat: issuedAt, jti, ...rotations };
  const expiringIn = (seconds: number) => ({ ...claims, exp: issuedAt + seconds });
  const lastUsedAt = lastUse(stored.lastUsedAt, clock.systemTime());
  await company.save({ ...stored, lastUsedAt, tokens: sequence.drawCount });
  return {
    access_token: accessTokens.create({ ...expiringIn(TOKEN_LIFETIME.access), use: "access" }),
    refresh_token: accessTokens.create({ ...expiringIn(TOKEN_LIFETIME.refresh), use: "refresh" }),
    expires_in: `${TOKEN_LIFETIME.access}s`,
  };
}
