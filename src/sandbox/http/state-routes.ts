import type { HttpResponse } from "../../http-server/http-server.ts";
import type { Cause, PublicContext } from "../context.ts";
import { HttpError } from "../errors.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { exportCompanies } from "../services/export-companies.ts";
import {
  assertReplaceable,
  replaceData,
  type StagedCompany,
  withStagedCompanies,
} from "../services/import-companies.ts";
import { StateFileError } from "../state-file/state-file.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { JSON_TYPE } from "./error-response.ts";
import type { ApiRequest } from "./exchange.ts";
import { parseQuery } from "./path-query-body.ts";
import { callerOf, isFromInspector } from "./steps/authenticate.ts";

/** The path of the operations `state.export` and `state.import`, whose bodies are files and no JSON. */
export const STATE_PATH = "/_sandbox/state";

/** The log of requests has no files, so there is none to name. */
const BY_IMPORT: Cause = { type: "request", requestId: null };

/** As in the contract's example. */
const IMPORTED = "Importação concluída com sucesso";

interface StateContext {
  unitOfWork: UnitOfWork;
  scheduler: Pick<Scheduler, "runCompany">;
}

/** Exports or imports a state file. */
export async function answerState(
  request: ApiRequest,
  context: StateContext,
): Promise<HttpResponse> {
  const { publicContext } = context.unitOfWork;
  const companyId = companyOf(request, publicContext);
  // A company that was deleted, and a store that does not work, are noticed before anything is sent.
  if (companyId !== undefined)
    await context.unitOfWork.run(companyId, {
      mode: "read",
      cause: BY_IMPORT,
      run: async () => {},
    });
  if (request.method === "GET") return exportState(request, publicContext, companyId);
  if (request.method === "PUT") return importState(request, context, companyId);
  throw new HttpError(405, "This path only allows GET, PUT.", { allow: "GET, PUT" });
}

/**
 * The company of the request's token or session, or undefined for the operator.
 * @throws if the caller is neither.
 */
function companyOf({ headers }: ApiRequest, context: PublicContext): string | undefined {
  if (headers.authorization !== undefined || isFromInspector(headers))
    return callerOf(headers, context).companyId;
  if (context.secrets.isOperatorKey(headers["x-operator-key"])) return undefined;
  throw new HttpError(401, "Send the bearer token of a company, or the operator's key.");
}

async function exportState(
  { query }: ApiRequest,
  context: PublicContext,
  own: string | undefined,
): Promise<HttpResponse> {
  const { companyId, withKeys } = parseQuery(query, ["companyId", "withKeys"]);
  if (own !== undefined && (withKeys === "true" || (companyId ?? own) !== own))
    throw new HttpError(401, "Only the operator exports keys, or another company.");
  const ids = await context.store.sharedRead(({ companies }) => companies.ids());
  if (companyId !== undefined && !ids.includes(companyId))
    throw new HttpError(404, `There is no company ${companyId}.`);
  const body = exportCompanies(context, {
    companyId: own ?? companyId,
    withKeys: withKeys === "true",
  });
  return { status: 200, headers: { "content-type": "application/x-ndjson" }, body, skipLog: true };
}

async function importState(
  { query, stream }: ApiRequest,
  context: StateContext,
  into: string | undefined,
): Promise<HttpResponse> {
  const { store, maxRecords } = context.unitOfWork.publicContext;
  const { replace = "false" } = parseQuery(query, ["replace"]);
  const check = (companyId: string) =>
    replace === "true" ? Promise.resolve() : assertReplaceable(companyId, store);
  const options = { store, into, maxRecords, check };
  try {
    const data = await withStagedCompanies(stream(), options, async (companies) => {
      const imported = [];
      for (const each of companies) imported.push(await take(each, context, replace === "true"));
      return imported;
    });
    return { status: 200, headers: JSON_TYPE, body: JSON.stringify({ data, message: IMPORTED }) };
  } catch (error) {
    if (error instanceof StateFileError)
      throw new HttpError(400, `The file cannot be imported: ${error.message}.`);
    throw error;
  }
}

/** Creates a company with its staged data, or replaces those that it has. */
async function take(
  staged: StagedCompany,
  { unitOfWork, scheduler }: StateContext,
  replace: boolean,
): Promise<{ companyId: string; created: boolean }> {
  const { store } = unitOfWork.publicContext;
  const { id: companyId } = staged.company;
  const created = await store.sharedTransaction(async ({ companies }) => {
    if ((await companies.ids()).includes(companyId)) return false;
    await companies.insert(staged.company, staged.data);
    return true;
  });
  if (!created)
    await unitOfWork.run(companyId, {
      mode: "transaction",
      cause: BY_IMPORT,
      run: (each) => replaceData(each, staged, { replace }),
    });
  scheduler.runCompany(companyId).catch(() => {});
  return { companyId, created };
}
