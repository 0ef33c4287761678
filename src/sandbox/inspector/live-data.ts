import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { baseUrl, type Clients, companyHeader } from "./api.ts";

/** How long the page waits before it connects again, in milliseconds. */
const RECONNECT_DELAY = 1_000;
/** How long events are collected before the page reads again, in milliseconds. */
const SETTLE_DELAY = 150;

/** Whether the page gets the events of the sandbox. */
export type Connection = "connecting" | "live" | "gone" | "signed out";

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

  constructor({ companyId }: Pick<Clients, "companyId">) {
    this.#companyId = companyId;
    void this.#run();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
        this.#become("gone");
      } catch {
        if (this.connection !== "signed out") this.#become("gone");
      }
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY));
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const response = await fetch(`${baseUrl}/_sandbox/events`, {
      signal,
      headers: {
        ...companyHeader(this.#companyId),
        accept: "text/event-stream",
        ...(this.#lastId !== undefined && { "last-event-id": this.#lastId }),
      },
    });
    if (response.status === 401) this.#become("signed out");
    if (!response.ok || !response.body) throw new Error(`${response.status}`);
    this.#become("live");
    // Whatever happened before the stream began is read again.
    this.#changed();
    let text = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const frames = (text + read.value).split("\n\n");
      text = frames.pop() ?? "";
      for (const frame of frames) this.#lastId = /^id: (\d+)$/m.exec(frame)?.[1] ?? this.#lastId;
      if (frames.length > 0) this.#changeSoon();
    }
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
export interface Session {
  clients: Clients;
  live: LiveEvents;
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
  useEffect(() => live.subscribe(() => setVersion(live.version)), [live]);
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
  const { clients } = useSession();
  const version = useVersion();
  const key = JSON.stringify(inputs);
  const [loaded, setLoaded] = useState<Loaded<Data> & { key: string }>({
    ...{ data: undefined, error: undefined, key },
  });
  useEffect(() => {
    let isCurrent = true;
    load(clients).then(
      (data) => isCurrent && setLoaded({ data, error: undefined, key }),
      (error) => isCurrent && setLoaded((before) => ({ ...before, error, key })),
    );
    return () => {
      isCurrent = false;
    };
  }, [clients, version, key]);
  return loaded.key === key ? loaded : { data: undefined, error: undefined };
}
