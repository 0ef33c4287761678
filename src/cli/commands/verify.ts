import { constants } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Cursor } from "../../contract/cursor.ts";
import { httpMethodOf } from "../../contract/operations.ts";
import {
  readAssumptionChecks,
  readContract,
  readVersion,
} from "../../contract/read-bundled-contract.ts";
import { htmlReport } from "../../verify/report/html.ts";
import { count, createReport, type Report } from "../../verify/report/report.ts";
import { describeReport } from "../../verify/report/terminal.ts";
import {
  addVerdicts,
  ENVIRONMENTS,
  readVerdictFile,
  type Environment as ServiceEnvironment,
} from "../../verify/verdict-file.ts";
import { planRequests, type ServiceResult, verifyService } from "../../verify/verify-service.ts";
import { colorsFor, VERDICT_COLORS } from "../colors.ts";
import {
  CommandError,
  command,
  type Environment,
  type FlagValuesOf,
  type Output,
  UsageError,
} from "../command.ts";
import { isNotEmpty } from "../flags.ts";
import { toJson } from "../print.ts";
import { interruptible } from "../process-signals.ts";
import { announceReads, announceWrites } from "../verify/announcement.ts";
import { readCredentials } from "../verify/credentials.ts";
import { isLocal, isServiceUrl } from "../verify/service-address.ts";

/** How many requests a second a service gets at most. */
const MAX_RATE = 2;

const verifyFlags = {
  url: {
    value: "URL",
    help: "the https address of the service, without user, password or query; http on this machine only",
    accepts: isServiceUrl,
  },
  har: {
    value: "FILE",
    help: "instead of an address, a file of recorded traffic: HAR, or a line of JSON for each request",
    accepts: isNotEmpty,
  },
  host: {
    value: "HOST",
    help: "the host of the service in the recorded traffic",
    accepts: isNotEmpty,
  },
  write: { help: "also send requests that make or change something, after a question" },
  rate: {
    value: "NUMBER",
    help: `how many requests to send a second, more than 0 and, beyond this machine, at most ${MAX_RATE}, which is the default`,
    accepts: (text: string) => /^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0,
  },
  "keys-file": {
    value: "FILE",
    help: "a file with two lines, publicKey=… and privateKey=…, or JSON, that only you can read",
    accepts: isNotEmpty,
  },
  customer: resourceFlag("customer"),
  subscription: resourceFlag("subscription"),
  subaccount: resourceFlag("subaccount"),
  json: { help: "print the report as JSON", variable: "CENTAVO_JSON" },
  html: {
    value: "FILE",
    help: "also write the report to this file, as a page to read, print or send",
    accepts: isNotEmpty,
  },
  verdicts: {
    value: "FILE",
    help: "also add the verdicts to this file, for the docs; needs --environment",
    accepts: isNotEmpty,
  },
  environment: {
    value: "production|test",
    help: "which environment of the service it is, production or test",
    values: ENVIRONMENTS,
  },
};

function resourceFlag(name: string) {
  return {
    value: "ID",
    help: `the id of a ${name} that --write may use and change`,
    // Dots and slashes would lead to another address.
    accepts: (text: string) => /^[\w-]{1,100}$/.test(text),
  };
}

type Values = FlagValuesOf<typeof verifyFlags>;

export const verify = command({
  name: "verify",
  summary:
    "Checks the assumptions of the contract against a service: which hold, which are contradicted, and what is new.",
  flags: verifyFlags,
  async run(values, io) {
    assertConsistent(values);
    await assertFiles(values);
    const report = values.url
      ? await checkService({ ...values, url: values.url }, io)
      : await checkTraffic();
    await publish(report, values, io);
    const { contradicted } = report.counts;
    if (contradicted > 0)
      throw new CommandError(
        `${count(contradicted, "assumption")} ${contradicted === 1 ? "is" : "are"} contradicted`,
      );
    if (report.stopped !== null) throw new UsageError(`it ended early: ${report.stopped}`);
    return undefined;
  },
});

/** What each source of exchanges cannot be combined with. */
const FOREIGN = {
  url: ["host"],
  har: ["write", "rate", "keys-file", "customer", "subscription", "subaccount"],
} as const;

/** @throws {UsageError} */
function assertConsistent(values: Values): void {
  const { url, har, rate, verdicts, environment } = values;
  if ((url === undefined) === (har === undefined))
    throw new UsageError("pass either --url, to send requests, or --har, to read recorded traffic");
  const source = url === undefined ? "har" : "url";
  const foreign = FOREIGN[source].find((flag) => values[flag]);
  if (foreign) throw new UsageError(`--${foreign} does not go with --${source}`);
  const isProduction = url !== undefined && !isLocal(url);
  if (isProduction && Number(rate ?? MAX_RATE) > MAX_RATE)
    throw new UsageError(`invalid --rate: expected ${verifyFlags.rate.help}`);
  if (verdicts === undefined) return;
  if (url !== undefined && !isProduction)
    throw new UsageError("--verdicts is for a service: what runs on this machine is no evidence");
  if (environment === undefined) throw new UsageError("--verdicts needs --environment");
}

/** No request is sent whose result could not be written. @throws {UsageError} */
async function assertFiles({ html, verdicts }: Values): Promise<void> {
  for (const file of [html, verdicts].filter((each) => each !== undefined))
    await access(dirname(file), constants.W_OK).catch(() => {
      throw new UsageError(`${file} cannot be written: its folder is missing or read-only`);
    });
  if (verdicts !== undefined)
    await readVerdictFile(verdicts).catch(() => {
      throw new UsageError(`${verdicts} is no file of verdicts`);
    });
}

async function checkService(values: Values & { url: string }, io: Output): Promise<Report> {
  const { url, write = false, customer, subscription, subaccount } = values;
  const { person } = io;
  if (write && !isLocal(url) && !person)
    throw new UsageError("--write needs a terminal, where you type the host of the service");
  const contract = Cursor.root(readContract());
  const common = { contract, checks: readAssumptionChecks(), write };
  const cards = testCards(io.env);
  const credentials = await readCredentials(values["keys-file"], io);
  const requestsPerSecond = Number(values.rate ?? (isLocal(url) ? Infinity : MAX_RATE));
  await announce(planRequests(common), { url, write, requestsPerSecond, credentials }, io);
  const result = await interruptible(
    (signal) =>
      verifyService({
        ...common,
        ...cards,
        url,
        credentials,
        requestsPerSecond,
        signal,
        resources: {
          ...(customer !== undefined && { customer }),
          ...(subscription !== undefined && { subscription }),
          ...(subaccount !== undefined && { subaccount }),
        },
        onRequest: ({ operation, purpose }, done, of) =>
          person?.showProgress(`${done + 1} of ${of}: ${httpMethodOf(operation)} ${purpose}`),
      }),
    () =>
      io.stderr(
        "\nIt ends after the request that it has sent. Ctrl-C again ends it without a report.",
      ),
  );
  person?.showProgress("");
  assertReached(result);
  return createReport(contract, subject(url, write), result);
}

function subject(source: string, write: boolean) {
  return { version: readVersion(), date: new Date().toISOString(), source, write };
}

/** A service that does not even answer the first request leaves nothing to report. @throws {UsageError} */
function assertReached({ exchanges, made, stopped }: ServiceResult): void {
  if (stopped !== undefined && exchanges <= 1 && made.length === 0) throw new UsageError(stopped);
}

async function announce(
  planned: ReturnType<typeof planRequests>,
  { url, write, requestsPerSecond, credentials }: Sending,
  { stderr, person }: Output,
): Promise<void> {
  const { host, hostname } = new URL(url);
  const token = "token" in credentials ? "" : ", after one request for a token";
  const rate = Number.isFinite(requestsPerSecond) ? `, at most ${requestsPerSecond} a second` : "";
  const how = `to ${host}${token}${rate}`;
  if (!write) return stderr(announceReads(planned, how));
  for (const line of announceWrites(planned, how)) stderr(line);
  if (!person) return;
  const isAgreed = isLocal(url)
    ? (await person.ask("Send them? [y/N] ")).toLowerCase() === "y"
    : (await person.ask(`Type the name of the host (${hostname}) to send them: `)) === hostname;
  if (!isAgreed) throw new UsageError("nothing was sent");
}

type Sending = Pick<
  Parameters<typeof verifyService>[0],
  "url" | "write" | "requestsPerSecond" | "credentials"
>;

const CARD_VARIABLES = { approved: "CENTAVO_TEST_CARD", declined: "CENTAVO_DECLINED_TEST_CARD" };

/** The service's own test cards. @throws {UsageError} */
function testCards(env: Environment): { testCards: Record<string, string> } {
  const given = Object.entries(CARD_VARIABLES).flatMap(([name, variable]): [string, string][] => {
    const number = env[variable];
    if (!number) return [];
    if (!/^\d{12,19}$/.test(number))
      throw new UsageError(`invalid ${variable}: expected the 12 to 19 digits of a test card`);
    return [[name, number]];
  });
  return { testCards: Object.fromEntries(given) };
}

/** Recorded traffic is joined here: `readRecordedTraffic` gives the exchanges that a `Verification` observes. */
async function checkTraffic(): Promise<Report> {
  throw new UsageError("--har is not supported yet");
}

/** The report goes to the standard output first, so that a full disk does not lose it. */
async function publish(
  report: Report,
  { json, html, verdicts, environment }: Values,
  { env, stdout }: Output,
): Promise<void> {
  const color = colorsFor(env, undefined, VERDICT_COLORS);
  if (json) stdout(toJson(report));
  else for (const line of describeReport(report)) stdout(color(line));
  if (html !== undefined) await writeFile(html, htmlReport(report));
  if (verdicts !== undefined)
    await addVerdicts(verdicts, report, environment as ServiceEnvironment);
}
