import { createCompany } from "./business/companies.ts";
import { OptionError } from "./errors.ts";
import { type KeyPair, keysOf } from "./keys.ts";
import type { Choices } from "./options.ts";
import { Answerer } from "./server/answer.ts";
import { listen } from "./server/listen.ts";
import { openStore } from "./store/sqlite.ts";
import type { Store } from "./store/store.ts";
import { newSettings, Surroundings, secretOf } from "./surroundings.ts";

/** A service that runs, with the keys of its first company. */
export interface Service {
  url: string;
  keys: KeyPair;
  close(): Promise<void>;
}

/** Starts the service, or leaves nothing open. */
export async function start(choices: Choices): Promise<Service> {
  const store = open(choices.db);
  try {
    const surroundings = await surroundingsIn(store, choices);
    const company = await firstCompany(store, surroundings);
    const answerer = new Answerer(store, surroundings, reportDefect);
    const { url, close } = await listen(choices, answerer, choices.log);
    surroundings.url = url;
    return { url, keys: keysOf(company, surroundings), close: once(close, store) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function once(closeServer: () => Promise<void>, store: Store): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= closeServer().finally(() => store.close());
    return closed;
  };
}

function open(file: string | undefined): Store {
  try {
    return openStore(file);
  } catch (error) {
    const { message } = error as Error;
    throw new OptionError("db", `${file} cannot be opened (${message})`, error);
  }
}

/** A file goes on with the secret that it has. */
async function surroundingsIn(store: Store, choices: Choices): Promise<Surroundings> {
  const { db, seed, clock, controlToken } = choices;
  const settings = await store.transaction(async (data) => {
    const known = await data.settings.get();
    if (known) return known;
    const settings = newSettings(seed);
    await data.settings.save(settings);
    return settings;
  });
  if (seed !== undefined && settings.secret !== secretOf(seed)) {
    throw new OptionError("db", `${db} was made with another seed or with none`);
  }
  return new Surroundings({ settings, wallClock: Date.now, clock, controlToken });
}

function firstCompany(store: Store, surroundings: Surroundings): Promise<string> {
  return store.transaction(async (data) => {
    const company = (await data.companies.first()) ?? (await createCompany(data, surroundings, {}));
    return company.id;
  });
}

function reportDefect(id: string, error: unknown): void {
  console.error(`A defect of the sandbox, ${id}:`, error);
}
