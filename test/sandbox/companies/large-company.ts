import { randomUUID } from "node:crypto";
import { fetch, type Shop } from "../company-fixture.ts";
import { exportedLines, sealed } from "./state-file-lines.ts";

/** Gives a company so many copies of a paid payment of its own, with all that belongs to each. */
export async function enlarge(shop: Shop, payments: number): Promise<void> {
  const { id } = await shop.pay("card");
  const state = `${shop.url}/_sandbox/state`;
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const lines = await exportedLines(shop);
  const ids = Array.from({ length: payments }, () => randomUUID());
  const many = lines.flatMap((line) => {
    const [, ownId = ""] = /^\{"type":"\w+","value":\{"id":"([^"]*)/.exec(line) ?? [];
    if (!line.includes(id)) return [line];
    return ids.map((each) => {
      const copy = line.replaceAll(id, each);
      return ownId === "" || ownId === id ? copy : copy.replaceAll(ownId, randomUUID());
    });
  });
  const body = sealed(many);
  const response = await fetch(`${state}?replace=true`, { method: "PUT", headers, body });
  if (!response.ok) throw new Error(await response.text());
}
