import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import { type Result, Verification } from "../verdicts.ts";
import { readRecordedExchanges } from "./recorded-exchanges.ts";

interface TrafficResult extends Result {
  /** The host of the service. The events of a sandbox have none. */
  host: string | undefined;
  /** How many requests were left out, by the reason. */
  skipped: Map<string, number>;
}

/** Checks the assumptions of the contract against recorded traffic. @throws {TrafficError} */
export async function verifyTraffic(
  file: string,
  contract: Cursor,
  checks: JsonObject,
  chosenHost?: string,
): Promise<TrafficResult> {
  const verification = new Verification(contract, checks);
  const skipped = new Map<string, number>();
  const { host, exchanges } = await readRecordedExchanges(file, contract, chosenHost);
  for (const each of exchanges) {
    if ("skipped" in each) skipped.set(each.skipped, (skipped.get(each.skipped) ?? 0) + 1);
    else verification.observe(each);
  }
  return { ...verification.result(whyNot), host, skipped };
}

function whyNot({ check }: CheckedAssumption): string {
  return check?.send || check?.when
    ? "no recorded request was of this kind"
    : "no recorded response showed it";
}
