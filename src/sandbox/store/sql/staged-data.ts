import type { CopiedData, StagedData } from "../store.ts";
import { partsOf } from "./company-data.ts";
import { Dataset } from "./dataset.ts";
import type { ReservedDataset, SpareDatasets } from "./spare-datasets.ts";

/** A dataset that no company has yet. */
export class SqlStagedData implements StagedData {
  readonly #companyId: string;
  readonly #reserved: ReservedDataset;

  static async stage(companyId: string, spareDatasets: SpareDatasets): Promise<SqlStagedData> {
    return new SqlStagedData(companyId, await spareDatasets.reserve(companyId));
  }

  private constructor(companyId: string, reserved: ReservedDataset) {
    this.#companyId = companyId;
    this.#reserved = reserved;
  }

  get number(): number {
    return this.#reserved.number;
  }

  write(work: (data: CopiedData) => Promise<void>): Promise<void> {
    return this.#reserved.transaction(async (session) => {
      const { data, totals } = partsOf(new Dataset(session, this.#companyId, this.number));
      await work(data);
      totals.write();
    });
  }

  discard(): Promise<void> {
    return this.#reserved.release();
  }
}
