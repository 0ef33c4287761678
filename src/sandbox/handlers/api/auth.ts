import type { operations } from "../../../../generated/types.ts";
import { createAccessToken } from "../../auth/access-tokens.ts";
import { verifyKeys } from "../../auth/api-keys.ts";
import { DocumentedError } from "../../errors.ts";
import type { PublicHandlers } from "../handler-types.ts";

export const auth: PublicHandlers<Pick<operations, "auth.createToken">> = {
  async "auth.createToken"({ data, runtime }, { body }) {
    const id = verifyKeys(body, runtime);
    const company = id && (await data.companies.get(id));
    if (!company) throw new DocumentedError("WrongKeys");
    const issued = Math.floor(runtime.timeOf(company) / 1000);
    // Tokens have chances of their own: how often one is fetched decides nothing of the ids to come.
    const chance = { id: `${company.id} tokens`, drawn: company.tokens };
    const claims = { sub: company.id, iat: issued, jti: runtime.uuid(chance) };
    company.tokens = chance.drawn;
    const lasting = (seconds: number) => ({ ...claims, exp: issued + seconds });
    await data.companies.save(company);
    return {
      data: {
        access_token: createAccessToken({ ...lasting(LIFETIME.access), use: "access" }, runtime),
        refresh_token: createAccessToken({ ...lasting(LIFETIME.refresh), use: "refresh" }, runtime),
        expires_in: `${LIFETIME.access}s`,
      },
    };
  },
};

/** In seconds. What takes a refresh token is not described; this one lasts a month. */
const LIFETIME = { access: 3600, refresh: 2_592_000 };
