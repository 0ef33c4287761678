import type { PlainRequest, Tasks } from "./tasks.ts";

/** Where the tab keeps the state of its sandbox, for the page after this one. */
const KEY = "centavo-sandbox";
/** How long the page waits for more changes before it keeps them, in milliseconds. */
const PAUSE = 100;
const ENDED = "The sandbox has ended.";

/** The sandbox of a tab, in a worker. */
export interface TabSandbox {
  companyId: string;
  /** What became of the data of an earlier page, if there are any. The timeline is new in both cases. */
  past?: "restored" | "lost" | undefined;
  ask<Task extends keyof Tasks>(
    task: Task,
    ...input: Parameters<Tasks[Task]>
  ): ReturnType<Tasks[Task]>;
  /** Answers the requests of a page as a server does. */
  fetch(request: Request): Promise<Response>;
  end(problem?: string): void;
}

/** The folder of this bundle, whose parent is the root of the site. */
export const here = new URL("./", import.meta.url);
export const inspectorUrl = new URL("../inspector.html", here).href;

let opened: Promise<TabSandbox> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;
let tooMany = () => {};

/** Starts the sandbox of the tab at its first use. */
export function tabSandbox(): Promise<TabSandbox> {
  if (opened) return opened;
  const opening: Promise<TabSandbox> = open(() => {
    if (opened === opening) opened = undefined;
  });
  opened = opening;
  return opening;
}

/** What the tab has kept. A browser may refuse to keep anything. */
function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Calls back when the sandbox ends, for whatever reason. */
async function open(ended: () => void): Promise<TabSandbox> {
  const state = stored();
  const worker = new Worker(new URL("worker.js", here), { type: "module" });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  worker.onmessage = ({ data: { id, output, problem } }) => {
    if (problem === undefined) waiting.get(id)?.resolve(output);
    else waiting.get(id)?.reject(new Error(problem));
    waiting.delete(id);
  };
  worker.onerror = ({ message }) => sandbox.end(message || "The worker failed.");
  let count = 0;
  let hasEnded = false;
  const ask = (task: keyof Tasks, input: unknown) => {
    count += 1;
    const asked = Promise.withResolvers<unknown>();
    if (hasEnded) asked.reject(new Error(ENDED));
    else waiting.set(count, asked);
    worker.postMessage({ id: count, task, input });
    return asked.promise;
  };
  const sandbox: TabSandbox = {
    companyId: "",
    ask: ask as TabSandbox["ask"],
    async fetch(request) {
      const plain = await plainRequest(request);
      const { body, ...init } = await sandbox.ask("fetch", plain);
      if (plain.method !== "GET") saveSoon();
      return new Response(body.byteLength > 0 ? body : null, init);
    },
    end(problem = ENDED) {
      hasEnded = true;
      worker.terminate();
      for (const { reject } of waiting.values()) reject(new Error(problem));
      waiting.clear();
      ended();
    },
  };
  try {
    // See theme/load-app-on-demand.ts.
    document.documentElement.dataset.live = "";
    const { companyId, isRefused } = await sandbox.ask("open", { state });
    const past = isRefused ? "lost" : "restored";
    return Object.assign(sandbox, { companyId, past: state === null ? undefined : past });
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

/** Keeps the state for the next page of the tab, when no change has followed for a moment. Warns if it cannot. */
export function saveSoon(warn = tooMany): void {
  tooMany = warn;
  clearTimeout(saving);
  const report = (error: Error) => error.message === ENDED || console.error(error);
  saving = setTimeout(() => save().catch(report), PAUSE);
}

/** Keeps the state now, e.g. before the page is left. */
export async function save(): Promise<void> {
  clearTimeout(saving);
  saving = undefined;
  const sandbox = await opened;
  if (!sandbox) return;
  const state = await sandbox.ask("save", { withKeys: true });
  try {
    sessionStorage.setItem(KEY, state);
  } catch {
    // More than the browser keeps: the next page starts over, and not with what was before.
    if (stored() !== null) sessionStorage.removeItem(KEY);
    tooMany();
  }
}

/** Forgets everything. The next use starts a new sandbox. */
export function startOver(): Promise<void> {
  clearTimeout(saving);
  if (stored() !== null) sessionStorage.removeItem(KEY);
  return end();
}

async function end(): Promise<void> {
  const before = opened;
  opened = undefined;
  await before?.then((sandbox) => sandbox.end(), console.error);
}

// Going back shows a page whose worker does not know what later pages did.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void end();
});
