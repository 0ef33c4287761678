import { randomUUID } from "node:crypto";
import { deriveKeys, type KeyPair } from "./auth/api-keys.ts";
import { RequestHandler } from "./http/handle-request.ts";
import { listen } from "./http/listen.ts";
import { Scheduler } from "./jobs/scheduler.ts";
import type { ResolvedOptions } from "./options.ts";
import { newSettings, Runtime, secretFromSeed } from "./runtime/runtime.ts";
import { createCompany } from "./services/companies.ts";
import { OptionError } from "./startup-errors.ts";
import { fileProblemOf } from "./store/sqlite/database-file.ts";
import { openStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";
import { UnitOfWork } from "./unit-of-work.ts";

/** A service that runs, with the keys of its first company. */
export interface App {
  url: string;
  keys: KeyPair;
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the service, or leaves nothing open. */
export async function startApp(options: ResolvedOptions): Promise<App> {
  const store = open(options.db);
  try {
    const { runtime, company } = await begin(store, options);
    const unitOfWork = new UnitOfWork(store, runtime);
    const scheduler = new Scheduler(unitOfWork, options.postbacks, reportDefect);
    const requestHandler = new RequestHandler(unitOfWork, scheduler, reportDefect, options);
    const { url, close } = await listen(options, requestHandler, options.log);
    runtime.url = url;
    void scheduler.runAll();
    return {
      url,
      keys: deriveKeys(company, runtime),
      settled: () => scheduler.runAll(),
      close: once(async () => {
        // What has been accepted may wait for what is held back, or for a receiver.
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

function once(end: () => Promise<void>): () => Promise<void> {
  let ended: Promise<void> | undefined;
  return () => {
    ended ??= end();
    return ended;
  };
}

function open(file: string | undefined): Store {
  try {
    return openStore(file);
  } catch (error) {
    throw fileError(`${file} cannot be opened`, (error as Error).message, error);
  }
}

/** Reads what a sandbox cannot be without, or makes it. */
async function begin(store: Store, options: ResolvedOptions) {
  try {
    const runtime = await loadRuntime(store, options);
    return { runtime, company: await firstCompany(store, runtime) };
  } catch (error) {
    const problem = fileProblemOf(error);
    throw problem === undefined ? error : fileError(`${options.db} cannot be used`, problem, error);
  }
}

function fileError(what: string, problem: string, cause: unknown): OptionError {
  return new OptionError("db", `${what} (${problem})`, cause);
}

/** A file goes on with the secret that it has. */
async function loadRuntime(store: Store, options: ResolvedOptions): Promise<Runtime> {
  const { db, seed, clock, controlToken, publicUrl } = options;
  const settings = await store.transaction(async (data) => {
    const known = await data.settings.get();
    if (known) return known;
    const settings = newSettings(seed);
    await data.settings.save(settings);
    return settings;
  });
  if (seed !== undefined && settings.secret !== secretFromSeed(seed)) {
    throw new OptionError("db", `${db} was made with another seed or with none`);
  }
  return new Runtime({ settings, wallClock: Date.now, clock, controlToken, publicUrl });
}

function firstCompany(store: Store, runtime: Runtime): Promise<string> {
  return store.transaction(async (data) => {
    const [first] = await data.companies.ids();
    const company = first === undefined ? undefined : await data.companies.get(first);
    return (company ?? (await createCompany(data, runtime, {}))).id;
  });
}

function reportDefect(error: unknown, id: string = randomUUID()): void {
  // What is wrong with a file is no defect of the code, and needs no stack.
  const problem = fileProblemOf(error);
  if (problem === undefined) console.error(`A defect of the sandbox, ${id}:`, error);
  else console.error(`The file of --db cannot be used (${problem}), ${id}`);
}
