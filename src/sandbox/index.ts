import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations } from "../../generated/sandbox-control-client.ts";
import { createClient } from "../client/client.ts";
import { createCompany } from "./business/companies.ts";
import { keysOf } from "./keys.ts";
import { Answerer } from "./server/answer.ts";
import { listen } from "./server/listen.ts";
import { openStore } from "./store/sqlite.ts";
import type { Store } from "./store/store.ts";
import { newSettings, Surroundings } from "./surroundings.ts";

export type { Control } from "../../generated/sandbox-control-client.ts";
export { AddressError } from "../address.ts";

/** What {@link startSandbox} takes. */
export interface SandboxOptions {
  /**
   * The port to listen on. `0` takes any that is free.
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on. Any but that of your own machine needs a `controlToken`.
   * @default "127.0.0.1"
   */
  host?: string;
  /**
   * The file that keeps everything, so that the next start goes on where this one ended.
   * @default everything is kept in memory, and ends with the sandbox
   */
  db?: string;
  /**
   * Makes ids, keys and tokens follow from it, so that with a `clock` the same calls get the same answers.
   * @default everything is made up anew
   */
  seed?: string | number;
  /**
   * Where the clock of every company starts and stands still, until it is moved by the control interface.
   * @default the clocks go with the machine's
   * @example "2026-03-02T12:00:00Z"
   */
  clock?: string | Date;
  /**
   * What whoever makes a company has to send.
   * @default anybody can make companies
   */
  controlToken?: string;
  /**
   * Told of every answer in one line, without bodies, queries and headers.
   * @default nobody is told
   * @example console.log
   */
  log?: (line: string) => void;
}

/** A sandbox that runs. */
export interface Sandbox {
  /**
   * Where it listens; what `createCentavo` takes as its `baseUrl`.
   * @example "http://127.0.0.1:4020"
   */
  url: string;
  /** The keys of its first company. */
  publicKey: string;
  privateKey: string;
  /** The control interface of that company: its clock, what others decide, what it has. */
  control: Control;
  /** Lets what it has accepted end, and ends it. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox: the whole service on your own machine, with a company that has keys. It resolves
 * when the sandbox is ready, and rejects where it cannot listen or an option is not right.
 *
 * @example
 * const sandbox = await startSandbox();
 * const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
 * const { data: payments } = await centavo.payments.list();
 * await sandbox.control.clock.advance({ days: 30 });
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = "127.0.0.1", log = () => {} } = options;
  const store = openStore(options.db);
  const surroundings = await surroundingsIn(store, options);
  const company = await firstCompany(store, surroundings);
  const answerer = new Answerer(store, surroundings, reportDefect);
  const { url, close } = await listen({ port, host }, answerer, log);
  surroundings.url = url;
  const keys = keysOf(company, surroundings);
  return {
    url,
    ...keys,
    control: createClient<Control>(operations, { baseUrl: url, ...keys }),
    async close() {
      await close();
      await store.close();
    },
  };
}

/** A file goes on with the secret that it has. */
async function surroundingsIn(store: Store, options: SandboxOptions): Promise<Surroundings> {
  const { seed, clock, controlToken } = options;
  const settings = await store.transaction(async (data) => {
    const settings =
      (await data.settings.get()) ?? newSettings(seed === undefined ? seed : `${seed}`);
    await data.settings.save(settings);
    return settings;
  });
  return new Surroundings({
    settings,
    wallClock: Date.now,
    clock: clock === undefined ? undefined : new Date(clock).getTime(),
    controlToken,
  });
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
