import { createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { type Clients, type Company, companyHeader, fetchFrom, OPERATOR } from "./api.ts";

/** How long the page waits before it connects again, in milliseconds. */
const RECONNECT_DELAY = 1_000;
/** How long the page waits if the sandbox refuses it: someone has to sign in, or to close another page, first. */
const REFUSED_DELAY = 10_000;
/** How long events are collected before the page reads again, in milliseconds. */
const SETTLE_DELAY = 150;

/** Whether the page gets the events of the sandbox. */
export type Connection = "connecting" | "live" | "gone" | "signed out" | "crowded";

function isRefused(connection: Connection): boolean {
  return connection === "signed out" || connection === "crowded";
}

/** Follows the events of a company, so that the page reads again what they change. */
export class LiveEvents {
  connection: Connection = "connecting";
  /** Counts the changes. */
  version = 0;
  readonly #companyId: string;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #lastId: string | undefined;
  #settling: number | undefined;
  #following = new AbortController();
  #isAskedToReconnect = false;
  #endDelay = () => {};

  constructor({ companyId }: Pick<Clients, "companyId">) {
    this.#companyId = companyId;
    if (companyId !== OPERATOR) void this.#run();
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

  /** Connects now, e.g. after a sign-in. */
  reconnect(): void {
    this.#isAskedToReconnect = true;
    this.#following.abort();
    this.#endDelay();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#following = new AbortController();
      this.#isAskedToReconnect = false;
      await this.#follow(AbortSignal.any([signal, this.#following.signal])).catch(() => {});
      if (this.#isAskedToReconnect) continue;
      if (!isRefused(this.connection)) this.#become("gone");
      const delay = isRefused(this.connection) ? REFUSED_DELAY : RECONNECT_DELAY;
      await new Promise<void>((resolve) => {
        this.#endDelay = resolve;
        setTimeout(resolve, delay);
      });
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const response = await fetchFrom("/_sandbox/events", {
      signal,
      headers: {
        ...companyHeader(this.#companyId),
        accept: "text/event-stream",
        ...(this.#lastId !== undefined && { "last-event-id": this.#lastId }),
      },
    });
    if (response.status === 401) this.#become("signed out");
    if (response.status === 429) this.#become("crowded");
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    this.#become("live");
    // Whatever happened before the stream began is read again.
    this.#changed();
    let text = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const frames = (text + read.value).split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) this.#receive(frame);
    }
  }

  #receive(frame: string): void {
    this.#lastId = /^id: (\d+)$/m.exec(frame)?.[1] ?? this.#lastId;
    // A comment keeps the connection open, and says nothing.
    if (/^data: /m.test(frame)) this.#changeSoon();
  }

  /** Reads once for many events. */
  #changeSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#changed();
    }, SETTLE_DELAY) as unknown as number;
  }

  #become(connection: Connection): void {
    if (this.connection === connection || this.#closing.signal.aborted) return;
    this.connection = connection;
    this.#changed();
  }

  #changed(): void {
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
async function settle<Data>(read: Promise<Data>): Promise<Partial<Loaded<Data>>> {
  try {
    return { data: await read, error: undefined };
  } catch (error) {
    return { error: error as Error };
  }
}
