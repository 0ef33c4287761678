import { randomUUID } from "node:crypto";
import { deriveKeys, type KeyPair } from "./auth/api-keys.ts";
import { createSharedContext, type SharedContext } from "./context.ts";
import { RequestHandler } from "./http/handle-request.ts";
import { listen } from "./http/listen.ts";
import type { ResolvedOptions } from "./options.ts";
import { newSettings, secretFromSeed } from "./runtime/random-seed.ts";
import { dueJobs } from "./scheduler/run-due-jobs.ts";
import { Scheduler } from "./scheduler/scheduler.ts";
import { createCompany } from "./services/companies.ts";
import { OptionError } from "./startup-errors.ts";
import { describeFileProblem } from "./store/sqlite/database-file.ts";
import { openStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";
import { UnitOfWork } from "./unit-of-work.ts";

/** A running sandbox, with the keys of its first company. */
interface App {
  url: string;
  keys: KeyPair;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sandbox. If the start fails, everything that it opened is closed. */
export async function startApp(options: ResolvedOptions): Promise<App> {
  const store = openStoreOrThrow(options.db);
  try {
    const { shared, company } = await loadOrCreate(store, options);
    const unitOfWork = new UnitOfWork(store, shared, dueJobs);
    const scheduler = new Scheduler(unitOfWork, options, reportDefect);
    const requestHandler = new RequestHandler(unitOfWork, scheduler, reportDefect, options);
    const { url, close } = await listen(options, requestHandler, options.log);
    void scheduler.start(url);
    return {
      url,
      keys: deriveKeys(company, shared.secrets),
      settled: () => scheduler.runAll(),
      close: once(async () => {
        // Requests in progress may be waiting for an injected latency or for a postback receiver.
        requestHandler.close();
        await Promise.all([close(), scheduler.close()]);
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

function openStoreOrThrow(file: string | undefined): Store {
  try {
    return openStore(file);
  } catch (error) {
    throw databaseFileError(`${file} cannot be opened`, (error as Error).message, error);
  }
}

/** Loads the settings and the first company, or creates them. */
async function loadOrCreate(store: Store, options: ResolvedOptions) {
  try {
    const shared = await loadSharedContext(store, options);
    return { shared, company: await firstCompany(store, shared) };
  } catch (error) {
    const problem = describeFileProblem(error);
    throw problem === undefined
      ? error
      : databaseFileError(`${options.db} cannot be used`, problem, error);
  }
}

function databaseFileError(failure: string, problem: string, cause: unknown): OptionError {
  return new OptionError("db", `${failure} (${problem})`, cause);
}

/** Loads the settings of an existing file, with its secret, or creates new ones. */
async function loadSharedContext(
  store: Store,
  { db, seed, clock, controlToken }: ResolvedOptions,
): Promise<SharedContext> {
  const settings = await store.transaction(async (data) => {
    const existing = await data.settings.get();
    if (existing) return existing;
    const settings = newSettings(seed);
    await data.settings.save(settings);
    return settings;
  });
  if (seed !== undefined && settings.secret !== secretFromSeed(seed)) {
    throw new OptionError("db", `${db} was created with a different seed or without one`);
  }
  return createSharedContext({ settings, systemTime: Date.now, frozenAt: clock, controlToken });
}

function firstCompany(store: Store, shared: SharedContext): Promise<string> {
  return store.transaction(async (data) => {
    const [first] = await data.companies.ids();
    const company = first === undefined ? undefined : await data.companies.get(first);
    return (company ?? (await createCompany({ ...shared, data }, {}))).id;
  });
}

/** Prints a defect with an id that the response shows too. */
function reportDefect(error: unknown): string {
  const id = randomUUID();
  // A damaged file is not a defect of the code, so it needs no stack trace.
  const problem = describeFileProblem(error);
  if (problem === undefined) console.error(`Defect in the sandbox, id ${id}:`, error);
  else console.error(`The --db file cannot be used (${problem}), id ${id}`);
  return id;
}
