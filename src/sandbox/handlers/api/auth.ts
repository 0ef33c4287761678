import type { operations } from "../../../../generated/types.ts";
import { companyOfKeys } from "../../auth/api-keys.ts";
import type { PublicContext } from "../../context.ts";
import { DocumentedError } from "../../errors.ts";
import type { CompanyData } from "../../store/store.ts";
import type { PublicHandlers } from "../handler-types.ts";

export const auth: PublicHandlers<Pick<operations, "auth.createToken">> = {
  async "auth.createToken"(context, { body }) {
    const companyId = companyOfKeys(body, context);
    if (companyId === undefined) throw new DocumentedError("WrongKeys");
    return {
      data: await context.store.transaction(companyId, (data) => createTokens(context, data)),
    };
  },
};

/** In seconds. The description has no operation that accepts a refresh token; here it lasts 30 days. */
const LIFETIME = { access: 3600, refresh: 2_592_000 };

async function createTokens(
  { clock, randomness, accessTokens }: PublicContext,
  { company }: CompanyData,
) {
  const stored = await company.get();
  if (!stored) throw new DocumentedError("WrongKeys");
  const issuedAt = Math.floor(clock.timeOf(stored) / 1000);
  // Tokens use a separate seeded sequence: fetching one more does not change the ids that follow.
  const { generation, tokens: drawCount } = stored;
  const sequence = { id: `${stored.id} tokens`, drawCount, generation };
  const claims = { sub: stored.id, iat: issuedAt, jti: randomness.uuid(sequence) };
  const expiringIn = (seconds: number) => ({ ...claims, exp: issuedAt + seconds });
  await company.save({ ...stored, tokens: sequence.drawCount });
  return {
    access_token: accessTokens.create({ ...expiringIn(LIFETIME.access), use: "access" }),
    refresh_token: accessTokens.create({ ...expiringIn(LIFETIME.refresh), use: "refresh" }),
    expires_in: `${LIFETIME.access}s`,
  };
}
