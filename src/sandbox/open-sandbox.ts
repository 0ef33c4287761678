import { describeError } from "../text/describe-error.ts";
import { jsonLines } from "../text/json-lines.ts";
import { redactPath, redactShown } from "../text/redact-by-search.ts";
import { logResponses, type ResponseLog, withoutFailing } from "../text/response-log.ts";
import { type KeyPair, keysOf } from "./auth/api-keys.ts";
import { createSharedContext, type PublicContext, type SharedContext } from "./context.ts";
import { StorageLimitError } from "./errors.ts";
import { storeMetrics } from "./metrics/store-metrics.ts";
import type { ResolvedCoreOptions } from "./options.ts";
import type { Deliver } from "./postbacks/delivery.ts";
import type { Origin } from "./requests/endpoints.ts";
import { RequestHandler } from "./requests/handle-request.ts";
import type { ApiRequest } from "./requests/request.ts";
import { findEndpoints } from "./routes.ts";
import { firstCompanyId, newSettings, secretFromSeed } from "./runtime/random-seed.ts";
import { randomUuid } from "./runtime/randomness.ts";
import type { Timers } from "./runtime/timers.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { assertRoom, createCompany } from "./services/companies.ts";
import { withStagedCompanies } from "./services/import-companies.ts";
import { OptionError, OtherSeedError } from "./startup-errors.ts";
import { StateFileError } from "./state-file/state-file.ts";
import type { Company } from "./store/records.ts";
import type { Store } from "./store/store.ts";
import { StoreError } from "./store/store-error.ts";
import { logEvents } from "./timeline/log-lines.ts";
import { UnitOfWork } from "./unit-of-work.ts";

/** What a sandbox is opened over. */
export interface SandboxPorts {
  store: Store;
  timers: Timers;
  /** Sends postbacks. */
  deliver: Deliver;
  /** Tells whoever runs the sandbox what has failed. */
  warn(message: string): void;
  /** Whether a new sandbox gets a secret that nobody knows: because its store outlives it, or because others reach it. */
  hasOwnSecret: boolean;
  /** Whether several people use the sandbox. */
  isShared: boolean;
  /** Whether browsers send the cookie of a session by https only. */
  isSecure: boolean;
  /** The base URL of the sandbox, and the one at which others reach it. Empty until it listens. */
  address: { url: string; publicUrl: string };
  /** @throws {HttpError} if a request may not come from where it comes from. By default, it may. */
  assertTrustedOrigin?(request: ApiRequest, expected?: Origin): void;
  /** Reads the page of the inspector. By default, there is none. */
  readInspector?(): Promise<string>;
  /** The content of a state file, with which a store without companies begins. */
  state?: AsyncIterable<Uint8Array> | undefined;
}

/** An open sandbox, with the keys of its first company. */
export interface OpenSandbox {
  handler: Pick<RequestHandler, "handle">;
  /** Logs a response, unless the timeline shows it. */
  logResponse: ResponseLog | undefined;
  context: PublicContext;
  /** The first company. */
  companyId: string;
  keys: KeyPair;
  /** Whether this start has created that company. */
  isNew: boolean;
  /** Starts the background work. */
  start(): void;
  settled(): Promise<void>;
  /** Stops serving, cuts waits short, and closes the store. A second call waits for the first. */
  close(serving?: Serving): Promise<void>;
}

/** What brings requests to a sandbox. */
interface Serving {
  /** Lets clients leave before the sandbox does. */
  drain?(): Promise<unknown>;
  /** Completes the requests in progress. */
  close(): Promise<unknown>;
}

/** Opens a sandbox over a store. If that fails, it closes the store. */
export async function openSandbox(
  options: ResolvedCoreOptions,
  ports: SandboxPorts,
): Promise<OpenSandbox> {
  const { store, timers, deliver, warn } = ports;
  const log = options.log && withoutFailing(options.log, warn);
  const asJson = options.logFormat === "json" ? jsonLines(timers.systemTime) : undefined;
  const reportDefect = defectReport(asJson);
  try {
    const { unitOfWork, first } = await loadOrCreate(options, ports, reportDefect);
    const scheduler = new Scheduler(unitOfWork, { timers, deliver }, reportDefect);
    const handler = new RequestHandler({
      ...{ findEndpoints, unitOfWork, scheduler },
      report: reportDefect,
      assertTrustedOrigin: ports.assertTrustedOrigin,
    });
    const { secrets, newEvents, metrics, lifecycle } = unitOfWork.publicContext;
    if (log) logEvents(newEvents, log, asJson);
    metrics.add(...storeMetrics(store));
    newEvents.on((events) => {
      for (const { type, data } of events)
        if (type === "postback.attempted") metrics.countPostback(data.status);
    });
    const close = async (serving?: Serving) => {
      lifecycle.isStopping = true;
      if (serving?.drain) await serving.drain();
      // Requests in progress may be waiting for an injected latency or for a postback receiver.
      handler.close();
      await Promise.all([serving?.close(), scheduler.close()]);
      await unitOfWork.requestLog.flushAll();
      await store.close();
    };
    let closed: Promise<void> | undefined;
    return {
      handler,
      logResponse: log && logResponses(log, redactPath, asJson && ((facts) => [asJson(facts)])),
      context: unitOfWork.publicContext,
      companyId: first.company.id,
      keys: keysOf(first.company, secrets),
      isNew: first.isNew,
      start: () => void scheduler.start(),
      settled: () => scheduler.runAll(),
      close(serving) {
        closed ??= close(serving);
        return closed;
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Loads the settings and the first company, or creates them, with the examples on request. */
async function loadOrCreate(
  options: ResolvedCoreOptions,
  ports: SandboxPorts,
  reportDefect: ReportDefect,
) {
  const { store, state, readInspector } = ports;
  const shared = await loadSharedContext(options, ports);
  if (state) await beginWith(state, shared, { ...options, ...ports });
  const first = await firstCompany(store, shared);
  const { docsUrl, payPages, maxCompanies, maxRecords, maxRequests, maxSnapshots } = options;
  const limits = { maxCompanies, maxRecords, maxRequests, maxSnapshots };
  const atWork = { docsUrl, payPages, ...limits };
  const examplesCompanyId = options.examples ? first.company.id : undefined;
  const unitOfWork = new UnitOfWork(
    store,
    { ...shared, examplesCompanyId, readInspector, ...atWork },
    reportDefect,
  );
  if (options.examples) {
    // Imported on demand: they are a tenth of the sandbox.
    const { loadExamples } = await import("./examples/load-examples.ts");
    await loadExamples(unitOfWork, first.company.id, options.clock);
  }
  return { unitOfWork, first };
}

/** Loads the settings of an existing store, with its secret, or creates new ones. */
async function loadSharedContext(
  { seed, clock, operatorKey }: ResolvedCoreOptions,
  { store, timers, hasOwnSecret, isShared, isSecure, address }: SandboxPorts,
): Promise<SharedContext> {
  const settings = await store.sharedTransaction(async (data) => {
    const existing = await data.settings.get();
    if (existing) {
      if (seed !== undefined && existing.secret !== secretFromSeed(seed))
        throw new OtherSeedError();
      return existing;
    }
    const settings = newSettings({ seed, hasOwnSecret });
    await data.settings.save(settings);
    return settings;
  });
  const shared = createSharedContext({
    settings,
    timers,
    frozenAt: clock,
    operatorKey,
    isShared,
    isSecure,
    address,
  });
  await shared.clock.follow(store);
  await shared.sessions.refresh(store);
  return shared;
}

/** Imports a state file into a store without companies. @throws {OptionError} if it cannot be read or imported. */
async function beginWith(
  state: AsyncIterable<Uint8Array>,
  { clock }: SharedContext,
  {
    store,
    maxRecords,
    maxCompanies,
    warn,
  }: Pick<ResolvedCoreOptions, "maxRecords" | "maxCompanies"> &
    Pick<SandboxPorts, "store" | "warn">,
): Promise<void> {
  const existing = await store.sharedRead(({ companies }) => companies.ids());
  if (existing.length > 0) return;
  try {
    await withStagedCompanies(state, { store, clock, maxRecords }, (staged, damaged) => {
      for (const id of damaged)
        warn(`Company ${id} is not in the state file: it could not be read.`);
      return store.sharedTransaction(async ({ companies }) => {
        for (const { company, data } of staged) {
          assertRoom(await companies.ids(), maxCompanies);
          await companies.insert(company, data);
        }
      });
    });
  } catch (error) {
    if (!(error instanceof StateFileError || error instanceof StorageLimitError)) throw error;
    throw new OptionError("state", `state cannot be imported (${error.message})`, { cause: error });
  }
}

async function firstCompany(
  store: Store,
  shared: SharedContext,
): Promise<{ company: Company; isNew: boolean }> {
  const { id, created } = await store.sharedTransaction(async (data) => {
    const [first] = await data.companies.ids();
    if (first !== undefined) return { id: first };
    const settings = await data.settings.get();
    const id = settings && firstCompanyId(settings);
    const created = await createCompany(data, shared, id === undefined ? {} : { id });
    return { id: created.id, created };
  });
  // Fails here rather than at the first request if the file is damaged.
  const stored = await store.read(id, ({ company }) => company.get());
  const company = stored ?? created;
  // Another process may delete it at this moment.
  if (!company) throw new StoreError("its first company was deleted during the start");
  return { company, isNew: created !== undefined };
}

type ReportDefect = (error: unknown) => string;

/** Prints a defect with an id that the response shows too. The same error is printed once. */
function defectReport(asJson: ((facts: object) => string) | undefined): ReportDefect {
  const reported = new WeakMap<Error, string>();
  return (error) => {
    const before = reported.get(error as Error);
    if (before !== undefined) return before;
    const id = randomUuid();
    if (error instanceof Error) reported.set(error, id);
    const outcome = describeDefect(error, id);
    console.error(asJson ? asJson({ name: "defect", id, outcome }) : outcome);
    return id;
  };
}

/** A damaged file or a stopped server is not a defect of the code, so it needs no stack trace. */
function describeDefect(error: unknown, id: string): string {
  if (!(error instanceof StoreError))
    return `Defect in the sandbox, id ${id}:\n${describeError(error, redactShown)}`;
  const problem = [error.message, error.advice ?? []].flat().join("; ");
  return `The database of --db cannot be used (${problem}), id ${id}`;
}
