import type { Event, PostbackDetails } from "../../../generated/sandbox-control-types.ts";
// A sandbox loads them on demand. Loaded with the worker, they do not come one after the other.
import "../../../src/sandbox/create-sandbox.ts";
import "../../../src/sandbox/examples/load-examples.ts";
import { examples } from "../../../src/sandbox/contract-facts/examples.ts";
import { createSandbox, type InProcessSandbox } from "../../../src/sandbox/index.ts";

/** A request without an address: there is one sandbox. */
export interface PlainRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: ArrayBuffer | string | null;
}

interface PlainResponse {
  status: number;
  headers: Record<string, string>;
  body: ArrayBuffer;
}

/** A response, and what happened in the sandbox from the request to the time when nothing more was due. */
export interface Outcome {
  response: PlainResponse;
  /** How long the response took, in milliseconds. */
  duration: number;
  /** The oldest first. */
  events: Event[];
  /** How many there are before those. */
  earlier: number;
  /** The postbacks that were attempted. */
  postbacks: PostbackDetails[];
}

/** What a worker does for its page, and what it needs for it. */
export interface Tasks {
  /** Begins with the contract's examples, or with the state of before, which it may refuse: another version may have made it. */
  open(from: { state: string | null }): Promise<{ companyId: string; isRefused: boolean }>;
  fetch(request: PlainRequest): Promise<PlainResponse>;
  send(request: PlainRequest): Promise<Outcome>;
  /** Makes what a form needs and no example has: the id of a parameter, by its name, or what the call of an operation finds. */
  prepare(names: readonly string[]): Promise<Record<string, string>>;
  /** The text of a state file, with the keys of the companies only for this tab. */
  save(how: { withKeys: boolean }): Promise<string>;
}

/** How many events a page shows of one request. */
const MOST_EVENTS = 40;

let sandbox: InProcessSandbox;
let token = "";
/** The id of the latest event that the page knows. */
let latest = 0;
/** Settles with the latest export. */
let saved: Promise<unknown> = Promise.resolve();

/** The sandbox of a tab. */
export const tasks: Tasks = {
  async open({ state }) {
    const receiver = () => new Response("Thank you");
    await sandbox?.close();
    latest = 0;
    sandbox = await createSandbox({ examples: true, receiver });
    const [company] = (await sandbox.control.companies.list()).data;
    let isRefused = false;
    if (state !== null) {
      const headers = { "content-type": "application/x-ndjson" };
      const path = "/_sandbox/state?replace=true";
      const init = { method: "PUT", headers, body: state };
      isRefused = !(await sandbox.fetch(sandbox.url + path, init)).ok;
    }
    await renewToken();
    return { companyId: company?.companyId ?? "", isRefused };
  },
  async fetch({ path, ...init }) {
    const call = () => {
      const headers = { authorization: `Bearer ${token}`, ...init.headers };
      return sandbox.fetch(sandbox.url + path, { ...init, headers });
    };
    let response = await call();
    // A token ends by the clock of the company, which the page moves.
    if (response.status === 401) {
      await renewToken();
      response = await call();
    }
    const { status, headers } = response;
    return { status, headers: Object.fromEntries(headers), body: await response.arrayBuffer() };
  },
  async send(request) {
    const started = performance.now();
    const response = await tasks.fetch(request);
    const duration = performance.now() - started;
    await sandbox.settled();
    const { control } = sandbox;
    const { data, meta } = await control.events.list({ after: latest, limit: MOST_EVENTS });
    latest = data[0]?.id ?? latest;
    const ids = data.flatMap(({ type, data }) =>
      type === "postback.attempted" ? [data.eventId] : [],
    );
    const details = [...new Set(ids)].map((id) => control.postbacks.get(id));
    return {
      response,
      duration,
      events: data.toReversed(),
      earlier: meta.total - data.length,
      postbacks: (await Promise.all(details)).map(({ data }) => data),
    };
  },
  async prepare(names) {
    const made: Record<string, string> = {};
    for (const name of names) {
      const id = await preparations[name]?.();
      if (id) made[name] = `${id}`;
    }
    const { data } = await sandbox.control.events.list({ limit: 1 });
    latest = data[0]?.id ?? latest;
    return made;
  },
  save({ withKeys }) {
    const read = async () => {
      const response = await sandbox.fetch(`${sandbox.url}/_sandbox/state?withKeys=${withKeys}`);
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    };
    // An export breaks off the one before.
    const next = saved.then(read, read);
    saved = next;
    return next;
  },
};

async function renewToken(): Promise<void> {
  const { publicKey, privateKey } = sandbox;
  token = `${(await call("POST", "/auth", { publicKey, privateKey })).access_token}`;
}

async function call(method: string, path: string, json?: object) {
  const headers = { "content-type": "application/json" };
  const body = json ? JSON.stringify(json) : null;
  const response = await tasks.fetch({ method, path, headers, body });
  const { data } = JSON.parse(new TextDecoder().decode(response.body));
  return data as Record<string, unknown>;
}

/** By the name of a parameter or of an operation. */
const preparations: Readonly<Record<string, () => Promise<unknown>>> = {
  companyId: async () => (await sandbox.control.companies.create()).data.companyId,
  snapshotId: async () => (await sandbox.control.snapshots.create()).data.snapshotId,
  invitationId: async () => (await sandbox.control.invitations.create()).data.invitationId,
  subaccountId: async () =>
    (await call("POST", "/subaccounts/pf", exampleOf("subaccounts.createPf", "pf"))).id,
  async eventId() {
    await paidPix();
    return (await sandbox.control.postbacks.list()).data[0]?.eventId;
  },
  "withdrawals.create": paidPix,
  async "customers.create"() {
    // A new customer needs a document that nobody has.
    const { document } = exampleOf("customers.create", "customer");
    const customers = Object.values(await call("GET", "/customers?limit=100"));
    for (const each of customers as { id: string; document: string }[])
      if (each.document === document)
        await call("PUT", `/customers/${each.id}`, { document: "71428793860" });
  },
};

async function paidPix(): Promise<void> {
  const { id } = await call("POST", "/payments", exampleOf("payments.create", "pix"));
  await sandbox.control.payments.setStatus(`${id}`, { status: "PAID" });
  await sandbox.settled();
}

function exampleOf(operationId: string, name: string): Record<string, unknown> {
  return examples.find(({ id }) => id === operationId)?.requests[name] ?? {};
}
