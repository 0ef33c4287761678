import { keysOf } from "../auth/api-keys.ts";
import type { PublicContext } from "../context.ts";
import { sharedState } from "../state-file/state-file.ts";
import { writeStateFile } from "../state-file/write-state-file.ts";

/** Writes companies to a state file, piece by piece: those with the ids, or all. */
export async function* exportCompanies(
  { store, clock, secrets }: Pick<PublicContext, "store" | "clock" | "secrets">,
  { companyId, withKeys }: { companyId?: string | undefined; withKeys: boolean },
): AsyncIterable<string> {
  const companyIds =
    companyId === undefined
      ? await store.sharedRead(({ companies }) => companies.ids())
      : [companyId];
  yield* writeStateFile({
    store,
    companyIds,
    privateKeyOf: withKeys ? (company) => keysOf(company, secrets).privateKey : undefined,
    stateOf: (company) => {
      const atThisMoment = company.advance && clock.setTo(company.clock, company.advance.now);
      return sharedState({ ...company, clock: atThisMoment ?? company.clock });
    },
  });
}
