import type { CompanyCopy } from "../../../sandbox/store/store.ts";
import { copyIn, readCompany } from "../sql/read-dataset.ts";
import type { Transactions } from "./transactions.ts";

/**
 * Reads a company in a transaction that shows one moment until it is closed, and that nobody waits for. The server ends it
 * if whoever reads it pauses for longer than transactions may.
 */
export function openCompanyCopy(
  companyId: string,
  run: Transactions["run"],
): Promise<CompanyCopy | undefined> {
  return new Promise((resolve, reject) => {
    let close = () => {};
    const isClosed = new Promise<void>((onClosed) => {
      close = onClosed;
    });
    const ended = run({
      mode: "READ ONLY",
      async work(session) {
        const found = await readCompany(session, companyId);
        if (found) {
          const { company, dataset } = found;
          const closed = async () => {
            close();
            // What failed, the reader knows by now.
            await ended.catch(() => {});
          };
          resolve(copyIn(dataset, company, (work) => work(session), closed));
          await isClosed;
        } else resolve(undefined);
        return { result: undefined, keep: false };
      },
    });
    ended.catch(reject);
  });
}
