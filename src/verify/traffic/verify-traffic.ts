import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import type { CheckedAssumption } from "../checked-assumptions.ts";
import { type Result, Verification } from "../verdicts.ts";
import { readRecordedExchanges, type TrafficOptions } from "./recorded-exchanges.ts";
import type { SkipReason } from "./recorded-request.ts";

interface TrafficResult extends Result {
  /** How many requests were left out, by the reason. */
  skipped: Map<SkipReason, number>;
}

/** Checks the assumptions of the contract against recorded traffic. @throws {TrafficError} */
export async function verifyTraffic(
  file: string,
  contract: Cursor,
  checks: JsonObject,
  options: TrafficOptions = {},
): Promise<TrafficResult> {
  const verification = new Verification(contract, checks);
  const skipped = new Map<SkipReason, number>();
  for (const each of await readRecordedExchanges(file, contract, options)) {
    if ("skipped" in each) skipped.set(each.skipped, (skipped.get(each.skipped) ?? 0) + 1);
    else verification.observe(each);
  }
  return { ...verification.result(whyNot), skipped };
}

function whyNot({ check }: CheckedAssumption): string {
  return check?.send || check?.when
    ? "no recorded request was of this kind"
    : "no recorded response showed it";
}
