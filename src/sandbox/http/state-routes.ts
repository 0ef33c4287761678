import { BY_FILE, type PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { exportCompanies } from "../services/export-companies.ts";
import {
  assertReplaceable,
  replaceData,
  type StagedCompany,
  withStagedCompanies,
} from "../services/import-companies.ts";
import { StateFileError } from "../state-file/state-file.ts";
import type { Company } from "../store/records.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { JSON_TYPE } from "./error-response.ts";
import type { ApiRequest, Caller } from "./exchange.ts";
import type { HttpResponse } from "./http-response.ts";
import { parseQuery } from "./path-query-body.ts";
import { assertCurrent, callerOf, isFromInspector } from "./steps/authenticate.ts";
import type { FilePace } from "./throttle-file-transfers.ts";

/** The path of the operations `state.export` and `state.import`, whose bodies are files and no JSON. */
export const STATE_PATH = "/_sandbox/state";

/** As in the contract's example. */
const IMPORTED = "Importação concluída com sucesso";

/** The operation of a request for a file, or undefined if it is another request. */
export function stateOperation({ method, path }: ApiRequest): string | undefined {
  if (path !== STATE_PATH) return undefined;
  return { GET: "state.export", PUT: "state.import" }[method];
}

interface StateContext {
  unitOfWork: UnitOfWork;
  scheduler: Pick<Scheduler, "runCompany">;
  /** How fast the files of companies go, if there is a quota. */
  pace: FilePace | undefined;
}

/** Exports or imports a state file: of one company, or of all for the operator. */
export async function answerState(
  request: ApiRequest,
  context: StateContext,
): Promise<HttpResponse> {
  const { unitOfWork } = context;
  const caller = stateCallerOf(request, unitOfWork.publicContext);
  // A company that was deleted, and a store that does not work, are noticed before anything is sent.
  if (caller)
    await unitOfWork.run(caller.companyId, {
      mode: "read",
      cause: BY_FILE,
      run: async ({ company }) => assertCurrent(caller, company),
    });
  if (request.method === "GET") return exportState(request, context, caller);
  if (request.method === "PUT") return importState(request, context, caller);
  throw new HttpError(405, "This path only allows GET, PUT.", { allow: "GET, PUT" });
}

/**
 * Whoever acts for a company, or undefined for the operator, who means all companies.
 * @throws {HttpError} 401 if it is neither.
 */
function stateCallerOf(request: ApiRequest, context: PublicContext): Caller | undefined {
  const { headers } = request;
  // The operator's session is for people. It opens no data.
  const hasKey = context.secrets.isOperatorKey(headers["x-operator-key"]);
  if (headers.authorization !== undefined || isFromInspector(headers))
    return callerOf({ request, endpoint: { takesOperatorKey: hasKey } }, context);
  if (hasKey) return undefined;
  throw new HttpError(401, "Send the bearer token of a company, or the operator's key.");
}

/** The pieces of a file, as fast as the quota of its company allows. The operator has none. */
function paced<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece>,
  caller: Caller | undefined,
  { pace }: StateContext,
): AsyncIterable<Piece> {
  return pace && caller && !caller.isOperator ? pace.of(caller.companyId, pieces) : pieces;
}

async function exportState(
  { query }: ApiRequest,
  context: StateContext,
  caller: Caller | undefined,
): Promise<HttpResponse> {
  const withKeys = parseQuery(query, ["withKeys"]).withKeys === "true";
  if (withKeys && caller?.isOperator === false)
    throw new HttpError(401, "Only the operator exports keys.");
  const { publicContext } = context.unitOfWork;
  const companies = exportCompanies(publicContext, { companyId: caller?.companyId, withKeys });
  const body = paced(companies, caller, context);
  return { status: 200, headers: { "content-type": "application/x-ndjson" }, body, skipLog: true };
}

async function importState(
  { query, stream }: ApiRequest,
  context: StateContext,
  caller: Caller | undefined,
): Promise<HttpResponse> {
  const { store, clock, maxRecords } = context.unitOfWork.publicContext;
  const replace = parseQuery(query, ["replace"]).replace === "true";
  const check = (companyId: string) =>
    replace ? Promise.resolve() : assertReplaceable(companyId, store);
  const options = { store, clock, into: caller?.companyId, maxRecords, check };
  const pieces = paced(received(stream()), caller, context);
  try {
    const data = await withStagedCompanies(pieces, options, async (companies) => {
      const imported = [];
      for (const each of companies) imported.push(await take(each, context, { caller, replace }));
      return imported;
    });
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ data, message: IMPORTED }) };
  } catch (error) {
    if (error instanceof StateFileError)
      throw new HttpError(400, `The file cannot be imported: ${error.message}.`);
    throw error;
  }
}

/** An upload that the client breaks off is a file that breaks off. */
async function* received(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw new StateFileError("the upload broke off", { cause: error });
  }
}

/**
 * Creates a company with its staged data, or replaces those that it has. Only the operator creates one: that of a caller
 * may have been deleted, or its keys rotated, since the upload began.
 */
async function take(
  staged: StagedCompany,
  { unitOfWork, scheduler }: StateContext,
  { caller, replace }: { caller: Caller | undefined; replace: boolean },
): Promise<{ companyId: string; created: boolean }> {
  const { store, clock } = unitOfWork.publicContext;
  const { id: companyId } = staged.company;
  const created = await store.sharedTransaction(async ({ companies }) => {
    if (caller || (await companies.ids()).includes(companyId)) return false;
    await companies.insert(withNewKeys(staged.company, clock), staged.data);
    return true;
  });
  if (!created)
    await unitOfWork.run(companyId, {
      mode: "transaction",
      cause: BY_FILE,
      async run(each) {
        if (caller) assertCurrent(caller, each.company);
        await replaceData(each, staged, { replace });
      },
    });
  scheduler.runCompany(companyId).catch(() => {});
  return { companyId, created };
}

/**
 * A company that may have been here before. Without keys in its file it gets others than it ever had, since the count of
 * rotations never was a time: those that were replaced after the export would be valid again.
 */
function withNewKeys(company: Company, clock: Clock): Company {
  if (company.importedPrivateKey !== undefined) return company;
  return { ...company, keyRotations: clock.systemTime() };
}
