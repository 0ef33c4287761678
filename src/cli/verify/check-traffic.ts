import { basename } from "node:path";
import { Cursor } from "../../contract/cursor.ts";
import { readAssumptionChecks, readContract } from "../../contract/read-bundled-contract.ts";
import { createReport, type Report } from "../../verify/report/report.ts";
import { TrafficError } from "../../verify/traffic/traffic-file.ts";
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
  let service: string | undefined;
  const onService = (found: string | undefined) => {
    service = found;
  };
  try {
    const options = { host, onService };
    const result = await verifyTraffic(file, contract, readAssumptionChecks(), options);
    for (const [reason, times] of result.skipped) stderr(`Left out ${times}: ${reason}.`);
    const source = service === undefined ? basename(file) : `${service} in ${basename(file)}`;
    return createReport(contract, subject(source, false), result);
  } catch (error) {
    if (error instanceof TrafficError) throw new UsageError(`${file}: ${error.message}`);
    throw error;
  }
}
