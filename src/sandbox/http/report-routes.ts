import type { HttpResponse } from "../../http-server/http-server.ts";
import { BY_FILE, type Context } from "../context.ts";
import { columnsOfReports, routes } from "../contract-facts/index.ts";
import type { ReportName } from "../contract-facts/report-columns.ts";
import { HttpError, ValidationError } from "../errors.ts";
import { csvHeader, csvLines, type Decimal, type Row } from "../reports/csv.ts";
import { type Read, reports } from "../reports/report-rows.ts";
import { assertSpan, ledgerOwner } from "../services/receivables.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { validators } from "./compile-validators.ts";
import type { ApiRequest, Caller } from "./exchange.ts";
import { parseQuery } from "./path-query-body.ts";
import { assertCurrent, callerOf } from "./steps/authenticate.ts";
import type { FilePace } from "./throttle-file-transfers.ts";
import { validateRequest } from "./validate-against-schema.ts";

export const REPORTS_PATH = "/_sandbox/reports/";

export const reportRoute = routes.files.find(({ id }) => id === "reports.download");

interface ReportContext {
  unitOfWork: UnitOfWork;
  /** How fast the files of companies go, if there is a quota. */
  pace: FilePace | undefined;
}

interface Parameters {
  format: "csv" | "jsonl";
  decimal: Decimal;
  subaccountId?: string;
  from?: string;
  to?: string;
}

/** Sends a report of a company, piece by piece. */
export async function answerReport(
  request: ApiRequest,
  { unitOfWork, pace }: ReportContext,
): Promise<HttpResponse> {
  if (request.method !== "GET")
    throw new HttpError(405, "This path only allows GET.", { allow: "GET" });
  const caller = callerOf({ request, endpoint: NO_OPERATOR }, unitOfWork.publicContext);
  const read = await openReads(unitOfWork, caller);
  const { report, query } = parametersOf(request);
  const { format, decimal, from, to } = query;
  assertSpan(from, to);
  const owner = await read((context) => ledgerOwner(context, query));
  const rows = reports[report](read, { owner, from, to });
  const pieces = format === "csv" ? asCsv(report, rows, decimal) : asJsonLines(report, rows);
  const type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${report}.${format}"`,
    "cache-control": "no-store",
  };
  return {
    status: 200,
    headers,
    body: pace?.of(caller.companyId, pieces) ?? pieces,
    skipLog: true,
  };
}

const NO_OPERATOR = { takesOperatorKey: false };

/** Reads of a company, after the jobs that are due now. They fail once its data were replaced. */
async function openReads(unitOfWork: UnitOfWork, caller: Caller): Promise<Read> {
  const { companyId } = caller;
  const run = <Result>(work: (context: Context) => Promise<Result>, afterDueJobs: boolean) =>
    unitOfWork.run(companyId, { mode: "read", cause: BY_FILE, afterDueJobs, run: work });
  const generation = await run(async ({ company }) => {
    assertCurrent(caller, company);
    return company.generation;
  }, true);
  return (work) =>
    run((context) => {
      if (context.company.generation !== generation)
        throw new HttpError(409, "The data of the company were replaced meanwhile.");
      assertCurrent(caller, context.company);
      return work(context);
    }, false);
}

function parametersOf(request: ApiRequest): { report: ReportName; query: Parameters } {
  if (!reportRoute) throw new Error("The contract has no operation for reports.");
  const names = reportRoute.parameters
    .filter((each) => each.in === "query")
    .map(({ name }) => name);
  const { valid, problems } = validateRequest(
    reportRoute,
    {
      path: { report: request.path.slice(REPORTS_PATH.length) },
      query: parseQuery(request.query, names),
      headers: {},
      body: undefined,
      bodyLength: 0,
    },
    validators.control,
  );
  if (!valid) throw new ValidationError(problems);
  return { report: valid.path.report as ReportName, query: valid.query as unknown as Parameters };
}

async function* asCsv(
  report: ReportName,
  parts: AsyncIterable<Row[]>,
  decimal: Decimal,
): AsyncIterable<string> {
  const columns = columnsOfReports[report];
  yield csvHeader(columns, decimal);
  for await (const rows of parts) yield csvLines(columns, rows, decimal);
}

async function* asJsonLines(
  report: ReportName,
  parts: AsyncIterable<Row[]>,
): AsyncIterable<string> {
  const names = columnsOfReports[report].map(({ name }) => name);
  for await (const rows of parts)
    yield rows
      .map(
        (row) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])))}\n`,
      )
      .join("");
}
