import { keysOf } from "../auth/api-keys.ts";
import type { PublicContext } from "../context.ts";
import { DocumentedError } from "../errors.ts";
import { sharedState } from "../state-file/state-file.ts";
import { writeStateFile } from "../state-file/write-state-file.ts";
import type { Store } from "../store/store.ts";

interface ExportOptions {
  companyId?: string | undefined;
  withKeys: boolean;
  copy: Store["copyCompany"];
}

/** Writes companies to a state file, piece by piece: the one with the id, or all. @throws {DocumentedError} CompanyNotFound without that one. */
export async function* exportCompanies(
  { store, clock, secrets }: Pick<PublicContext, "store" | "clock" | "secrets">,
  { companyId, withKeys, copy }: ExportOptions,
): AsyncGenerator<string, void> {
  const isAll = companyId === undefined;
  yield* writeStateFile({
    companyIds: isAll ? await store.sharedRead(({ companies }) => companies.ids()) : [companyId],
    async copy(id) {
      const copied = await copy(id);
      if (!copied && !isAll) throw new DocumentedError("CompanyNotFound");
      return copied;
    },
    leavesOutDamaged: isAll,
    privateKeyOf: withKeys ? (company) => keysOf(company, secrets).privateKey : undefined,
    stateOf: (company) => {
      const atThisMoment = company.advance && clock.setTo(company.clock, company.advance.now);
      return sharedState({ ...company, clock: atThisMoment ?? company.clock });
    },
  });
}
