import { BY_FILE, type PublicContext } from "../../context.ts";
import { HttpError } from "../../errors.ts";
import {
  assertCurrent,
  type Caller,
  callerOf,
  isFromInspector,
} from "../../requests/authenticate.ts";
import type { Call, Parts } from "../../requests/endpoints.ts";
import type { ApiRequest, Reply } from "../../requests/request.ts";
import { messageOf } from "../../requests/success-reply.ts";
import type { Clock } from "../../runtime/clock.ts";
import { assertRoom } from "../../services/companies.ts";
import { exportCompanies } from "../../services/export-companies.ts";
import {
  assertReplaceable,
  replaceData,
  type StagedCompany,
  withStagedCompanies,
} from "../../services/import-companies.ts";
import { StateFileError } from "../../state-file/state-file.ts";
import type { Company } from "../../store/records.ts";
import { parseQuery } from "../../validation/path-query-body.ts";

/** The operations whose bodies are files: of one company, or of all for the operator. */
export const fileHandlers: Record<string, (call: Call) => Promise<Reply>> = {
  "state.export": exportState,
  "state.import": importState,
};

/**
 * Whoever acts for a company, or undefined for the operator, who means all companies.
 * @throws {HttpError} 401 if it is neither.
 */
async function callerFor({ request, parts }: Call): Promise<Caller | undefined> {
  const caller = stateCallerOf(request, parts.context);
  // A company that was deleted, and a store that does not work, are noticed before anything is sent.
  if (caller)
    await parts.unitOfWork.run(caller.companyId, {
      mode: "read",
      cause: BY_FILE,
      run: async ({ company }) => assertCurrent(caller, company),
    });
  return caller;
}

function stateCallerOf({ headers }: ApiRequest, context: PublicContext): Caller | undefined {
  // The operator's session is for people. It opens no data.
  const hasKey = context.secrets.isOperatorKey(headers["x-operator-key"]);
  if (headers.authorization !== undefined || isFromInspector(headers))
    return callerOf(headers, hasKey, context);
  if (hasKey) return undefined;
  throw new HttpError(401, "Send the bearer token of a company, or the operator's key.");
}

/** The pieces of a file, as fast as the quota of its company allows. The operator has none. */
function paced<Piece extends string | Uint8Array>(
  pieces: AsyncGenerator<Piece, void>,
  caller: Caller | undefined,
  { pace }: Parts,
): AsyncGenerator<Piece, void> {
  return pace && caller && !caller.isOperator ? pace.of(caller.companyId, pieces) : pieces;
}

async function exportState(call: Call): Promise<Reply> {
  const { request, parts } = call;
  const caller = await callerFor(call);
  const withKeys = parseQuery(request.query, ["withKeys"]).withKeys === "true";
  if (withKeys && caller?.isOperator === false)
    throw new HttpError(401, "Only the operator exports keys.");
  const breaking = new AbortController();
  const reader = { isOperator: caller?.isOperator !== false, breaking };
  const copy = (companyId: string) => parts.exports.copy(companyId, reader);
  const options = { companyId: caller?.companyId, withKeys, copy };
  const pieces = paced(exportCompanies(parts.context, options), caller, parts);
  const headers = { "content-type": "application/x-ndjson" };
  const { signal } = breaking;
  return { status: 200, headers, body: await begun(pieces, signal), breaking: signal };
}

/** Waits for the first piece, so that what fails until then is an answer. The signal ends the pieces, also if nobody reads them. */
async function begun(
  pieces: AsyncGenerator<string, void>,
  breaking: AbortSignal,
): Promise<AsyncIterable<string>> {
  breaking.addEventListener("abort", () => pieces.return().catch(() => {}));
  let first: IteratorResult<string, void> | undefined = await pieces.next();
  breaking.throwIfAborted();
  const body: AsyncIterableIterator<string, void> = {
    [Symbol.asyncIterator]: () => body,
    async next() {
      const result = first ?? (await pieces.next());
      first = undefined;
      return result;
    },
    return: () => pieces.return(),
  };
  return body;
}

async function importState(call: Call): Promise<Reply> {
  const { request, endpoint, parts } = call;
  const caller = await callerFor(call);
  const { store, clock, maxRecords } = parts.context;
  const replace = parseQuery(request.query, ["replace"]).replace === "true";
  const check = (companyId: string) =>
    replace ? Promise.resolve() : assertReplaceable(companyId, store);
  const options = { store, clock, into: caller?.companyId, maxRecords, check };
  const pieces = paced(received(request.pieces()), caller, parts);
  try {
    const takeAll = async (companies: readonly StagedCompany[], damaged: readonly string[]) => {
      const data = [];
      for (const each of companies) data.push(await take(each, parts, { caller, replace }));
      return { data, ...(damaged.length > 0 && { damaged }) };
    };
    const staged = () => withStagedCompanies(pieces, options, takeAll);
    const imported = await (caller ? parts.imports.run(caller.companyId, staged) : staged());
    const message = endpoint.operation ? messageOf(endpoint.operation) : null;
    return { status: 200, body: JSON.stringify({ ...imported, message }) };
  } catch (error) {
    if (error instanceof StateFileError)
      throw new HttpError(400, `The file cannot be imported: ${error.message}.`);
    throw error;
  }
}

/** An upload that the client breaks off is a file that breaks off. */
async function* received(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
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
  { context, unitOfWork, scheduler }: Parts,
  { caller, replace }: { caller: Caller | undefined; replace: boolean },
): Promise<{ companyId: string; created: boolean }> {
  const { store, clock, maxCompanies } = context;
  const { id: companyId } = staged.company;
  const created = await store.sharedTransaction(async ({ companies }) => {
    const ids = await companies.ids();
    if (caller || ids.includes(companyId)) return false;
    assertRoom(ids, maxCompanies);
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
