import type { StagedData } from "../../../sandbox/store/store.ts";
import { partsOf } from "./company-data.ts";
import { Dataset } from "./dataset.ts";
import type { ReservedDataset, SpareDatasets } from "./spare-datasets.ts";

/** Begins to fill a dataset that no company has yet. */
export async function stageData(
  companyId: string,
  spareDatasets: SpareDatasets,
): Promise<StagedData & Pick<ReservedDataset, "number">> {
  const { number, transaction, complete, release } = await spareDatasets.reserve(companyId);
  return {
    number,
    write: (work) =>
      transaction(async (session) => {
        const { data, write } = partsOf(new Dataset(session, companyId, number));
        await work(data);
        write();
      }),
    complete,
    discard: release,
  };
}
