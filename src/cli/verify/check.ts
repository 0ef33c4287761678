import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Cursor } from "../../contract/cursor.ts";
import { callOf } from "../../contract/operations.ts";
import {
  readAssumptionChecks,
  readContract,
  readVersion,
} from "../../contract/read-bundled-contract.ts";
import { toJson } from "../../text/to-json.ts";
import { counted } from "../../verify/finding.ts";
import { planRequests } from "../../verify/plan/plan-requests.ts";
import { htmlReport } from "../../verify/report/html.ts";
import { createReport, type Report } from "../../verify/report/report.ts";
import { describeReport } from "../../verify/report/terminal.ts";
import { ServiceUnusable } from "../../verify/service/service-connection.ts";
import { verifyService } from "../../verify/service/verify-service.ts";
import { TrafficError } from "../../verify/traffic/recording.ts";
import { verifyTraffic } from "../../verify/traffic/verify-traffic.ts";
import { colorsFor, VERDICT_COLORS } from "../colors.ts";
import { assertAgrees, assertCanAgree } from "../confirm-host.ts";
import { CommandError, type Environment, type Output, UsageError } from "../define-command.ts";
import { interruptible } from "../process-signals.ts";
import { announce } from "./announcement.ts";
import { readCredentials } from "./credentials.ts";

type Text = "url" | "har" | "html" | "customer" | "subscription" | "subaccount" | "keys-file";
type Values = Partial<Record<Text, string>> & { write?: boolean; json?: boolean; rate: number };

/** Checks a service or recorded traffic, and prints the report. @throws {CommandError} if an assumption is contradicted. */
export async function verifyAndPrint(values: Values, io: Output): Promise<void> {
  const { url = "", har, json, html } = values;
  // No request is sent whose result could not be written.
  if (html !== undefined) await write(html, "", "a");
  const checking =
    har === undefined ? checkService(url, values, io) : checkTraffic(har, values, io);
  const report = await checking;
  // First to the standard output, so that a full disk does not lose it.
  const color = colorsFor(io.env, undefined, VERDICT_COLORS);
  if (json) io.stdout(toJson(report));
  else for (const line of describeReport(report)) io.stdout(color(line));
  if (html !== undefined) await write(html, htmlReport(report), "w");
  const { contradicted } = report.counts;
  if (contradicted > 0)
    throw new CommandError(
      `${counted(contradicted, "assumption")} ${contradicted === 1 ? "is" : "are"} contradicted`,
    );
  if (report.stopped !== null && !report.isMock)
    throw new UsageError(`it ended early: ${report.stopped}`);
}

/** @throws {UsageError} if the file cannot be written. */
async function write(file: string, text: string, flag: "a" | "w"): Promise<void> {
  await writeFile(file, text, { flag }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be written (${code})`);
  });
}

/** Checks recorded traffic, and sends nothing. @throws {UsageError} if the file has none. */
async function checkTraffic(file: string, { url }: Values, { stderr }: Output): Promise<Report> {
  const contract = Cursor.root(readContract());
  const checking = verifyTraffic(file, contract, readAssumptionChecks(), url);
  const { skipped, ...result } = await checking.catch((error) => {
    throw error instanceof TrafficError ? new UsageError(`${file}: ${error.message}`) : error;
  });
  for (const [reason, times] of skipped) stderr(`Left out ${times}: ${reason}.`);
  const source = url === undefined ? basename(file) : `${new URL(url).host} in ${basename(file)}`;
  return createReport(contract, subject(source, false), result);
}

/** Sends requests to a service, after it has said which, and after the person has agreed to those that change something. */
async function checkService(
  url: string,
  { write = false, rate, customer, subscription, subaccount, ...values }: Values,
  io: Output,
): Promise<Report> {
  const { person, env, stderr } = io;
  if (write) assertCanAgree(url, io, "--write");
  const contract = Cursor.root(readContract());
  const common = { contract, checks: readAssumptionChecks(), write };
  const testCards = {
    accepted: testCardIn(env, "CENTAVO_TEST_CARD"),
    declined: testCardIn(env, "CENTAVO_DECLINED_TEST_CARD"),
  };
  const credentials = await readCredentials(values["keys-file"], io);
  const planned = planRequests(common);
  const token = "token" in credentials ? "" : ", after one request for a token";
  const pace = Number.isFinite(rate) ? `, at most ${rate} a second` : "";
  const how = `to ${new URL(url).host}${token}${pace}`;
  for (const line of announce(planned, how, write)) stderr(line);
  if (write) await assertAgrees(url, person, "them");
  const checking = interruptible(
    (signal) =>
      verifyService({
        ...common,
        testCards,
        planned,
        url,
        credentials,
        requestsPerSecond: rate,
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
  const result = await checking
    .catch((error) => {
      // A service that cannot be checked at all leaves nothing to report.
      throw error instanceof ServiceUnusable ? new UsageError(error.message) : error;
    })
    .finally(() => person?.showProgress(""));
  return createReport(contract, subject(url, write), result);
}

function subject(source: string, write: boolean) {
  return { version: readVersion(), date: new Date().toISOString(), source, write };
}

/** One of the service's own test cards, if it is set. @throws {UsageError} */
function testCardIn(env: Environment, variable: string): string | undefined {
  const number = env[variable] || undefined;
  if (number !== undefined && !/^\d{12,19}$/.test(number))
    throw new UsageError(`invalid ${variable}: expected the 12 to 19 digits of a test card`);
  return number;
}
