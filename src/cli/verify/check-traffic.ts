import { basename } from "node:path";
import { Cursor } from "../../contract/cursor.ts";
import { readAssumptionChecks, readContract } from "../../contract/read-bundled-contract.ts";
import { createReport, type Report } from "../../verify/report/report.ts";
import { TrafficError } from "../../verify/traffic/recording.ts";
import { verifyTraffic } from "../../verify/traffic/verify-traffic.ts";
import { type Output, UsageError } from "../define-command.ts";
import { subject } from "./check-service.ts";
import type { VerifyValues } from "./verify-flags.ts";

/** Checks recorded traffic, and sends nothing. @throws {UsageError} if the file has none. */
export async function checkTraffic(
  file: string,
  { host }: VerifyValues,
  { stderr }: Output,
): Promise<Report> {
  const contract = Cursor.root(readContract());
  try {
    const result = await verifyTraffic(file, contract, readAssumptionChecks(), host);
    for (const [reason, times] of result.skipped) stderr(`Left out ${times}: ${reason}.`);
    const name = basename(file);
    const source = result.host === undefined ? name : `${result.host} in ${name}`;
    return createReport(contract, subject(source, false), result);
  } catch (error) {
    if (error instanceof TrafficError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
