import { Cursor } from "../../contract/cursor.ts";
import { callOf } from "../../contract/operations.ts";
import {
  readAssumptionChecks,
  readContract,
  readVersion,
} from "../../contract/read-bundled-contract.ts";
import { planRequests } from "../../verify/plan/plan-requests.ts";
import { createReport, type Report } from "../../verify/report/report.ts";
import { ServiceUnusable } from "../../verify/service/service-connection.ts";
import { verifyService } from "../../verify/service/verify-service.ts";
import { type Environment, type Output, UsageError } from "../define-command.ts";
import { interruptible } from "../process-signals.ts";
import { announceReads, announceWrites } from "./announcement.ts";
import { assertAgrees, assertCanAgree } from "./confirm-host.ts";
import { readCredentials } from "./credentials.ts";
import { isLocal } from "./service-address.ts";
import { MAX_RATE, type VerifyValues } from "./verify-flags.ts";

/** Sends requests to a service, after it has said which, and after the person has agreed to those that change something. */
export async function checkService(
  values: VerifyValues & { url: string },
  io: Output,
): Promise<Report> {
  const { url, write = false, customer, subscription, subaccount } = values;
  const { person, env, stderr } = io;
  if (write) assertCanAgree(url, io, "--write");
  const contract = Cursor.root(readContract());
  const common = { contract, checks: readAssumptionChecks(), write };
  const testCards = {
    accepted: testCardIn(env, "CENTAVO_TEST_CARD"),
    declined: testCardIn(env, "CENTAVO_DECLINED_TEST_CARD"),
  };
  const credentials = await readCredentials(values["keys-file"], io);
  const requestsPerSecond = Number(values.rate ?? (isLocal(url) ? Infinity : MAX_RATE));
  const planned = planRequests(common);
  const token = "token" in credentials ? "" : ", after one request for a token";
  const rate = Number.isFinite(requestsPerSecond) ? `, at most ${requestsPerSecond} a second` : "";
  const how = `to ${new URL(url).host}${token}${rate}`;
  for (const line of write ? announceWrites(planned, how) : announceReads(planned, how))
    stderr(line);
  if (write) await assertAgrees(url, person, "them");
  const checking = interruptible(
    (signal) =>
      verifyService({
        ...common,
        testCards,
        planned,
        url,
        credentials,
        requestsPerSecond,
        signal,
        resources: { customer, subscription, subaccount },
        onRequest: ({ operation, purpose }, done, of) =>
          person?.showProgress(`${done + 1} of ${of}: ${callOf(operation)} ${purpose}`),
      }),
    () =>
      stderr(
        "\nIt ends after the request that it has sent. Ctrl-C again ends it without a report.",
      ),
  );
  const result = await checking.catch(asUsageError).finally(() => person?.showProgress(""));
  return createReport(contract, subject(url, write), result);
}

/** What a report is about. */
export function subject(source: string, write: boolean) {
  return { version: readVersion(), date: new Date().toISOString(), source, write };
}

/** A service that cannot be checked at all leaves nothing to report. */
function asUsageError(error: unknown): never {
  throw error instanceof ServiceUnusable ? new UsageError(error.message) : error;
}

/** One of the service's own test cards, if it is set. @throws {UsageError} */
function testCardIn(env: Environment, variable: string): string | undefined {
  const number = env[variable] || undefined;
  if (number !== undefined && !/^\d{12,19}$/.test(number))
    throw new UsageError(`invalid ${variable}: expected the 12 to 19 digits of a test card`);
  return number;
}
