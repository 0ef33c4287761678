import type { Meta } from "../../../generated/types.ts";
import type { Page } from "../store/store.ts";

export function listMeta(total: number, { page, limit }: Page): Meta {
  return { total, page, limit, totalPages: Math.ceil(total / limit) };
}
