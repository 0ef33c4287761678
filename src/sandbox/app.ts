import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describeError } from "../http-server/describe-error.ts";
import { redactShown } from "../http-server/redact-text.ts";
import { withoutFailing } from "../http-server/response-log.ts";
import { type KeyPair, keysOf } from "./auth/api-keys.ts";
import { createSharedContext, HAPPENED, type SharedContext } from "./context.ts";
import { loadExamples } from "./examples/load-examples.ts";
import { RequestHandler } from "./http/handle-request.ts";
import { serveSandbox } from "./http/serve-sandbox.ts";
import { processMetrics } from "./metrics/process-metrics.ts";
import { storeMetrics } from "./metrics/store-metrics.ts";
import type { ResolvedOptions } from "./options.ts";
import { firstCompanyId, newSettings, secretFromSeed } from "./runtime/random-seed.ts";
import { dueJobs } from "./scheduler/run-due-jobs.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { createCompany } from "./services/companies.ts";
import { type StageOptions, withStagedCompanies } from "./services/import-companies.ts";
import { OptionError } from "./startup-errors.ts";
import { StateFileError } from "./state-file/state-file.ts";
import { openStore } from "./store/open-store.ts";
import type { Company, NewEvent } from "./store/records.ts";
import type { Store } from "./store/store.ts";
import { shownAddress } from "./store/store-address.ts";
import { StoreError } from "./store/store-error.ts";
import { jsonLines } from "./timeline/json-lines.ts";
import { logEvents } from "./timeline/log-lines.ts";
import { UnitOfWork } from "./unit-of-work.ts";

/** A running sandbox, with the keys of its first company. */
interface App {
  url: string;
  /** The address of the inspector, with a code that opens one session. */
  inspectorUrl: string;
  keys: KeyPair;
  /** Whether this start has created that company. */
  isNew: boolean;
  settled(): Promise<void>;
  close(): Promise<void>;
}

type Handler = Pick<RequestHandler, "handle">;

/**
 * Starts the sandbox. If the start fails, everything that it opened is closed. Tests of `centavo verify` `wrap` it to play
 * another service.
 */
export async function startApp(
  options: ResolvedOptions,
  wrap: (handler: Handler) => Handler = (handler) => handler,
): Promise<App> {
  const store = await openStoreOrThrow(options.db);
  const asJson = options.logFormat === "json" ? jsonLines(Date.now) : undefined;
  const reportDefect = defectReport(asJson);
  try {
    const { unitOfWork, first } = await loadOrCreate(store, options, reportDefect);
    const scheduler = new Scheduler(unitOfWork, options, reportDefect);
    const requestHandler = new RequestHandler(unitOfWork, scheduler, reportDefect, options);
    const { secrets, sessions, newEvents, metrics, listening, lifecycle } =
      unitOfWork.publicContext;
    const log = options.log && withoutFailing(options.log);
    if (log) logEvents(newEvents, log, asJson);
    metrics.add(...storeMetrics(store), ...processMetrics);
    newEvents.on(HAPPENED, (events: readonly NewEvent[]) => {
      for (const { type, data } of events)
        if (type === "postback.attempted") metrics.countPostback(data.status);
    });
    const logLine = log && ((line: string) => log(() => line));
    const { url, drain, close } = await serveSandbox(
      options,
      wrap(requestHandler),
      logLine,
      asJson && ((facts) => [asJson(facts)]),
    );
    Object.assign(listening, { url, publicUrl: options.publicUrl ?? url });
    const code = await sessions.createCode(store);
    void scheduler.start();
    return {
      url,
      // Where the public URL is https, browsers may refuse the cookie of a session over http.
      inspectorUrl: `${listening.publicUrl}/#code=${code}`,
      keys: keysOf(first.company, secrets),
      isNew: first.isNew,
      settled: () => scheduler.runAll(),
      close: once(async () => {
        lifecycle.isStopping = true;
        drain();
        await setTimeout(options.drain * 1000);
        // Requests in progress may be waiting for an injected latency or for a postback receiver.
        requestHandler.close();
        await Promise.all([close(), scheduler.close()]);
        await unitOfWork.requestLog.flushAll();
        await store.close();
      }),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => {
    result ??= run();
    return result;
  };
}

async function openStoreOrThrow(address: string | undefined): Promise<Store> {
  try {
    return await openStore(address);
  } catch (error) {
    throw asOptionError(`${shownAddress(address)} cannot be opened`, error);
  }
}

/** Loads the settings and the first company, or creates them, with the examples on request. */
async function loadOrCreate(store: Store, options: ResolvedOptions, reportDefect: ReportDefect) {
  try {
    const shared = await loadSharedContext(store, options);
    if (options.state !== undefined)
      await beginWith(options.state, {
        store,
        clock: shared.clock,
        maxRecords: options.maxRecords,
      });
    const first = await firstCompany(store, shared);
    const { docsUrl, payPages, maxRecords, maxRequests, maxStreams, maxSnapshots } = options;
    const atWork = { docsUrl, payPages, maxRecords, maxRequests, maxStreams, maxSnapshots };
    const examplesCompanyId = options.examples ? first.company.id : undefined;
    const unitOfWork = new UnitOfWork(
      store,
      { ...shared, examplesCompanyId, ...atWork },
      dueJobs,
      reportDefect,
    );
    if (options.examples) await loadExamples(unitOfWork, first.company.id, options);
    return { unitOfWork, first };
  } catch (error) {
    throw asOptionError(`${shownAddress(options.db)} cannot be used`, error);
  }
}

function asOptionError(failure: string, error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  const { message, advice } = error;
  return new OptionError("db", `${failure} (${message})`, { cause: error, advice });
}

/** Loads the settings of an existing file, with its secret, or creates new ones. */
async function loadSharedContext(
  store: Store,
  { db, seed, isShared, clock, operatorKey, publicUrl }: ResolvedOptions,
): Promise<SharedContext> {
  const settings = await store.sharedTransaction(async (data) => {
    const existing = await data.settings.get();
    if (existing) return existing;
    const settings = newSettings({ seed, db, isExposed: isShared });
    await data.settings.save(settings);
    return settings;
  });
  if (seed !== undefined && settings.secret !== secretFromSeed(seed)) {
    throw new OptionError(
      "db",
      `${shownAddress(db)} was created with a different seed or without one`,
    );
  }
  const shared = createSharedContext({
    settings,
    systemTime: Date.now,
    frozenAt: clock,
    operatorKey,
    isShared,
    publicUrl,
  });
  await shared.clock.follow(store);
  await shared.sessions.refresh(store);
  return shared;
}

/** Imports a state file into a store without companies. */
async function beginWith(path: string, options: StageOptions): Promise<void> {
  const { store } = options;
  const existing = await store.sharedRead(({ companies }) => companies.ids());
  if (existing.length > 0) return;
  try {
    await withStagedCompanies(createReadStream(path), options, (staged) =>
      store.sharedTransaction(async ({ companies }) => {
        for (const { company, data } of staged) await companies.insert(company, data);
      }),
    );
  } catch (error) {
    if (!(error instanceof StateFileError) && !isFileError(error)) throw error;
    throw new OptionError("state", `${path} cannot be imported (${error.message})`, {
      cause: error,
    });
  }
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && "syscall" in error;
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

/** Prints a defect with an id that the response shows too. */
function defectReport(asJson: ((facts: object) => string) | undefined): ReportDefect {
  return (error) => {
    const id = randomUUID();
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
