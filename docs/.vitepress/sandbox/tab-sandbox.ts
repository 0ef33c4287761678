import type { PlainRequest, Tasks } from "./tasks.ts";

/** Where the tab keeps the state of its sandbox, for the page after this one. */
const KEY = "centavo-sandbox";
/** How long the page waits for more changes before it keeps them, in milliseconds. */
const PAUSE = 100;

/** The sandbox of a tab, in a worker. */
export interface TabSandbox {
  companyId: string;
  /** Whether it has the data of an earlier page. Its timeline is new then. */
  isRestored: boolean;
  ask<Task extends keyof Tasks>(
    task: Task,
    ...input: Parameters<Tasks[Task]>
  ): ReturnType<Tasks[Task]>;
  /** Answers the requests of a page as a server does. */
  fetch(request: Request): Promise<Response>;
  end(): void;
}

/** The folder of this bundle, whose parent is the root of the site. */
export const here = new URL("./", import.meta.url);
export const inspectorUrl = new URL("../inspector.html", here).href;

let opened: Promise<TabSandbox> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;

/** Starts the sandbox of the tab at its first use. */
export function tabSandbox(): Promise<TabSandbox> {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<TabSandbox> {
  const state = stored();
  try {
    return await openWith(state);
  } catch (error) {
    if (state === null) throw error;
    // What another version of the site kept may be no state of this one.
    return openWith(null);
  }
}

/** What the tab has kept. A browser may refuse to keep anything. */
function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

async function openWith(state: string | null): Promise<TabSandbox> {
  const worker = new Worker(new URL("worker.js", here), { type: "module" });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  worker.onmessage = ({ data: { id, output, problem } }) => {
    if (problem === undefined) waiting.get(id)?.resolve(output);
    else waiting.get(id)?.reject(new Error(problem));
    waiting.delete(id);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || "The worker failed."));
  };
  let count = 0;
  const ask = (task: keyof Tasks, input: unknown) => {
    count += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(count, asked);
    worker.postMessage({ id: count, task, input });
    return asked.promise;
  };
  const sandbox: TabSandbox = {
    companyId: "",
    isRestored: state !== null,
    ask: ask as TabSandbox["ask"],
    async fetch(request) {
      const plain = await plainRequest(request);
      const { body, ...init } = await sandbox.ask("fetch", plain);
      if (plain.method !== "GET") saveSoon();
      return new Response(body.byteLength > 0 ? body : null, init);
    },
    end: () => worker.terminate(),
  };
  try {
    // See theme/load-app-on-demand.ts.
    document.documentElement.dataset.live = "";
    sandbox.companyId = await sandbox.ask("open", { state });
    return sandbox;
  } catch (error) {
    sandbox.end();
    throw error;
  }
}

async function plainRequest(request: Request): Promise<PlainRequest> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = method === "GET" ? null : await request.arrayBuffer();
  return { method, path: pathname + search, headers: Object.fromEntries(headers), body };
}

/** Keeps the state for the next page of the tab, when no change has followed for a moment. */
export function saveSoon(tooMany = () => {}): void {
  clearTimeout(saving);
  saving = setTimeout(() => void save(tooMany), PAUSE);
}

/** Keeps the state now, e.g. before the page is left. */
export async function save(tooMany = () => {}): Promise<void> {
  clearTimeout(saving);
  saving = undefined;
  const sandbox = await opened;
  if (!sandbox) return;
  const state = await sandbox.ask("save", { withKeys: true });
  try {
    sessionStorage.setItem(KEY, state);
  } catch {
    // More than the browser keeps: the next page begins anew, and not with what was before.
    if (stored() !== null) sessionStorage.removeItem(KEY);
    tooMany();
  }
}

/** Forgets everything. The next use starts a new sandbox. */
export async function beginAnew(): Promise<void> {
  clearTimeout(saving);
  if (stored() !== null) sessionStorage.removeItem(KEY);
  const before = opened;
  opened = undefined;
  (await before)?.end();
}

// Going back shows a page whose worker does not know what later pages did.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || !opened) return;
  void opened.then(({ end }) => end());
  opened = undefined;
});
