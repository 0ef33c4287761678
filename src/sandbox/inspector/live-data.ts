import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { Event } from "../../../generated/sandbox-control-types.ts";
import { baseUrl, type Clients, companyHeader } from "./api.ts";

/** How long the page waits before it connects again, in milliseconds. */
const RECONNECT_DELAY = 1_000;
/** How long events are collected before the page reads again, in milliseconds. */
const SETTLE_DELAY = 150;
/** The number of latest events that the page keeps. */
const MAX_EVENTS = 200;
/** The number of events that one request can read. */
const MAX_READ = 100;

/** Whether the page gets the events of the sandbox. */
export type Connection = "connecting" | "live" | "gone" | "signed out";

/** The events of a company as they happen. */
export class LiveEvents {
  connection: Connection = "connecting";
  /** The latest events, newest first. */
  events: Event[] = [];
  /** Counts the changes. */
  version = 0;
  readonly #companyId: string;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
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
    // The latest ones are read anew each time: a sandbox that has restarted may have others.
    const latest = await this.#fetch(`?limit=${MAX_READ}`, { signal });
    const { data } = await latest.json();
    const last = (data as Event[])[0]?.id ?? 0;
    const response = await this.#fetch("", {
      signal,
      headers: { accept: "text/event-stream", "last-event-id": `${last}` },
    });
    if (!response.body) throw new Error("There is no stream.");
    this.events = data;
    this.#become("live");
    // Whatever happened before the stream began is read again.
    this.#changed();
    let text = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const frames = (text + read.value).split("\n\n");
      text = frames.pop() ?? "";
      this.#add(frames.flatMap(eventsIn));
    }
  }

  async #fetch(query: string, { headers, signal }: RequestInit): Promise<Response> {
    const response = await fetch(`${baseUrl}/_sandbox/events${query}`, {
      headers: { ...companyHeader(this.#companyId), ...headers },
      signal: signal ?? null,
    });
    if (response.status === 401) this.#become("signed out");
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  }

  #add(events: Event[]): void {
    const first = events[0];
    if (!first) return;
    // A reset begins again at the first id.
    const kept = first.id <= (this.events[0]?.id ?? 0) ? [] : this.events;
    this.events = [...events.reverse(), ...kept].slice(0, MAX_EVENTS);
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

function eventsIn(frame: string): Event[] {
  const data = frame.split("\n").find((line) => line.startsWith("data: "));
  return data === undefined ? [] : [JSON.parse(data.slice("data: ".length))];
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
