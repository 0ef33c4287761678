import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type Clients, type Company, clientsOf, OPERATOR } from "./api.ts";

/** How long the page waits before it looks for events again, in milliseconds. */
const PAUSE = 1_000;
/** How long it waits if the sandbox refuses it: someone has to sign in, or others to make fewer requests, first. */
const PAUSE_WHEN_REFUSED = 10_000;

/** Whether the page gets the events of the sandbox. */
export type Connection = "connecting" | "live" | "gone" | "signed out" | "crowded";

/** Looks for the events of a company while somebody sees the page, so that the page reads again what they change. */
export class LiveEvents {
  connection: Connection = "connecting";
  /** Counts the changes. */
  version = 0;
  readonly #clients: Clients;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  /** The id of the latest event. */
  #latest = 0;
  #looksAgain = false;
  #endPause = () => {};

  constructor({ companyId }: Pick<Clients, "companyId">) {
    this.#clients = clientsOf(companyId);
    if (companyId === OPERATOR) return;
    const { signal } = this.#closing;
    document.addEventListener("visibilitychange", () => this.look(), { signal });
    void this.#run();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closing.abort();
  }

  /** A read or an action found that the session has ended. */
  signedOut(): void {
    this.#become("signed out");
  }

  /** Looks now, e.g. after an action or a sign-in. */
  look(): void {
    this.#looksAgain = true;
    this.#endPause();
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#looksAgain = false;
      if (document.visibilityState === "visible") await this.#readLatest();
      if (!this.#looksAgain) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    const isRefused = this.connection === "signed out" || this.connection === "crowded";
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, isRefused ? PAUSE_WHEN_REFUSED : PAUSE);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #readLatest(): Promise<void> {
    // Asks for the latest known event too: without it in the answer, the timeline has begun again.
    const after = Math.max(0, this.#latest - 1);
    try {
      const { data } = await this.#clients.control.events.list({ after, limit: 1 });
      const latest = data[0]?.id ?? 0;
      const isNew = latest !== this.#latest;
      this.#latest = latest;
      // Whatever happened while the page did not look is read again.
      if (this.connection !== "live") this.#become("live");
      else if (isNew) this.#changed();
    } catch (error) {
      const { status } = error as { status?: number };
      this.#become(status === 401 ? "signed out" : status === 429 ? "crowded" : "gone");
    }
  }

  #become(connection: Connection): void {
    if (this.connection === connection) return;
    this.connection = connection;
    this.#changed();
  }

  #changed(): void {
    if (this.#closing.signal.aborted) return;
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** What every screen has: the clients of the company, and its events. */
interface Session {
  clients: Clients;
  live: LiveEvents;
  people: People;
}

/** The companies that the page may use, and how. */
export interface People {
  companies: Company[];
  isShared: boolean;
  /** Whether somebody has signed in. Otherwise, the page shows the one company that it was given. */
  hasSession: boolean;
  /** The address of the docs, if the sandbox knows one. */
  docsUrl: string | null;
  /** Reads the companies again, since the events of a company do not mention other companies. */
  reload: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("A screen is rendered in a session.");
  return session;
}

/** Renders again when something happened to the company. */
export function useVersion(): number {
  const { live } = useSession();
  const [version, setVersion] = useState(live.version);
  useEffect(() => {
    // Something may have happened since the first rendering.
    setVersion(live.version);
    return live.subscribe(() => setVersion(live.version));
  }, [live]);
  return version;
}

/** What a read has returned so far. */
export interface Loaded<Data> {
  data: Data | undefined;
  error: Error | undefined;
}

/** Reads from the sandbox, and reads again when something happened. Keeps the last data meanwhile. */
export function useData<Data>(
  load: (clients: Clients) => Promise<Data>,
  inputs: readonly unknown[] = [],
): Loaded<Data> {
  const { clients, live } = useSession();
  const version = useVersion();
  const key = JSON.stringify([clients.companyId, ...inputs]);
  const [loaded, setLoaded] = useState<Loaded<Data> & { key: string }>({
    data: undefined,
    error: undefined,
    key,
  });
  const latest = useRef({ version, key, clients, load });
  latest.current = { version, key, clients, load };
  const isReading = useRef(false);
  useEffect(() => {
    // One read at a time: if something happened meanwhile, it is followed by another.
    if (isReading.current) return;
    isReading.current = true;
    void (async () => {
      let current: typeof latest.current;
      do {
        current = latest.current;
        const outcome = await settle(current.load(current.clients));
        if (isSignedOut(outcome.error)) live.signedOut();
        if (current.key === latest.current.key && current.clients === latest.current.clients)
          setLoaded((before) => ({
            ...(before.key === current.key ? before : { data: undefined, error: undefined }),
            ...outcome,
            key: current.key,
          }));
      } while (!isSame(current, latest.current));
      isReading.current = false;
    })();
  }, [clients, version, key]);
  return loaded.key === key ? loaded : { data: undefined, error: undefined };
}

/** What to read, and when. */
type Reading = { version: number; key: string; clients: Clients };

function isSame(one: Reading, other: Reading): boolean {
  return one.version === other.version && one.key === other.key && one.clients === other.clients;
}

/** Whether an error says that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return (error as { status?: unknown } | undefined)?.status === 401;
}

/** A failure keeps the data of the read before. */
export async function settle<Data>(read: Promise<Data>): Promise<Partial<Loaded<Data>>> {
  try {
    return { data: await read, error: undefined };
  } catch (error) {
    return { error: error as Error };
  }
}
