import type { Centavo } from "../../generated/client.ts";
import { operations as serviceOperations } from "../../generated/operations.ts";
import type { Control } from "../../generated/sandbox-control-client.ts";
import { operations as controlOperations } from "../../generated/sandbox-control-operations.ts";
import { type Answer, callOperation as call } from "../client/call-operation.ts";
import { createClient } from "../client/client.ts";
import type { OperationDefinition } from "../client/operation-definition.ts";
import { readOptions } from "../client/options.ts";
import { type Form, formOf } from "./contract.ts";

/** Which of the two interfaces an operation belongs to. */
export type Api = "service" | "control";

/** The generated clients of a company. They send no token: the session has a cookie, or the page's fetch knows who asks. */
export interface Clients {
  companyId: string;
  service: Centavo;
  control: Control;
}

/** The sandbox that the page shows. */
export interface Sandbox {
  /** Answers every request of the page. */
  fetch: (request: Request) => Promise<Response>;
  /** Its address, which may be below a path of a proxy, or lead nowhere. */
  baseUrl: string;
}

let answer: Sandbox["fetch"];
export let baseUrl: string;

/** Chooses the sandbox that everything here speaks to, before anything is shown. */
export function speakTo(sandbox: Sandbox): void {
  ({ fetch: answer, baseUrl } = sandbox);
}

/** Reads from an address of the sandbox that no client has, e.g. a file. */
export function fetchFrom(path: string, init?: RequestInit): Promise<Response> {
  return answer(new Request(baseUrl + path, init));
}

/** The clock waits for every postback, so an advance takes as long as its receivers. */
const TIMEOUT = 600_000;

/** Calls back after each request that may have changed something. */
export function clientsOf(companyId: string, hasChanged = () => {}): Clients {
  const options = readOptions({
    baseUrl,
    fetch: (request) =>
      answer(request).finally(() => {
        if (request.method !== "GET") hasChanged();
      }),
    // Unused: no operation asks for a token.
    publicKey: "session",
    privateKey: "session",
    headers: { "x-sandbox-company": companyId, accept: "application/json" },
    allowBrowser: true,
    // The page itself came from there.
    allowInsecure: [new URL(baseUrl).hostname],
    retry: { limit: 0 },
    timeout: TIMEOUT,
    totalTimeout: TIMEOUT,
  });
  return {
    companyId,
    service: createClient(withoutToken(serviceOperations), options),
    control: createClient(withoutToken(controlOperations), options),
  };
}

function withoutToken(
  table: Readonly<Record<string, OperationDefinition>>,
): Record<string, OperationDefinition> {
  return Object.fromEntries(
    Object.entries(table).map(([id, operation]) => [id, `${operation} public=true`]),
  );
}

/** The values of a form: its parameters by name, and its body. */
export interface FormValues {
  parameters: Record<string, string>;
  body: unknown;
}

/** One page of a list. */
export interface Page<Row> {
  data: Row[];
  meta: { total: number };
}

/** Calls an operation that returns a list. */
export function callList<Row>(
  clients: Clients,
  { api, id }: { api: Api; id: string },
  parameters: Record<string, string>,
): Promise<Page<Row>> {
  const values = { parameters, body: undefined };
  return callOperation(clients, api, formOf(api, id), values) as Promise<Page<Row>>;
}

/** Calls an operation with the values of its form. */
export async function callOperation(
  clients: Clients,
  api: Api,
  form: Form,
  { parameters, body }: FormValues,
): Promise<Answer & { warnings: string[] }> {
  const valuesIn = (where: string) =>
    form.parameters
      .filter((parameter) => parameter.in === where && (parameters[parameter.name] ?? "") !== "")
      .map((parameter) => [parameter.name, parameters[parameter.name] as string] as const);
  const path = form.parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name }) => parameters[name]);
  const query = Object.fromEntries(valuesIn("query"));
  const headers = Object.fromEntries(valuesIn("header"));
  const { answer, warnings } = await call(clients[api], form, { path, query, headers, body });
  return { ...answer, warnings };
}

/** A company of the sandbox. */
export interface Company {
  id: string;
  name: string | null;
  owner: string | null;
}

/** In the place of a company, in the requests of the operator about all of them. */
export const OPERATOR = "operator";

/** What the sandbox says of the session, and of itself. */
export interface Settings {
  /** The address of the docs, if the sandbox knows one. */
  docsUrl: string | null;
  /** Whether several people use the sandbox. */
  isShared: boolean;
  /** Whether the session is that of the operator of a shared sandbox, which opens no company. */
  isOperator: boolean;
}

/** A response of the inspector's own addresses that is no success. */
export class SessionError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The keys of a company. */
export interface Keys {
  publicKey: string;
  privateKey: string;
}

/** The sandbox's own addresses for this page. They are in no contract. */
export const inspector = {
  /** Opens a session: with the code of the printed address, an invitation, the keys of a company or the operator's key. */
  signIn: (credentials: Readonly<Record<string, string>>) =>
    fetchInspector<null>("POST", "session", credentials),
  signOut: () => fetchInspector<null>("DELETE", "session"),
  companies: () => fetchInspector<Company[]>("GET", "companies"),
  keys: (companyId: string) => fetchInspector<Keys>("GET", `companies/${companyId}/keys`),
  settings: () => fetchInspector<Settings>("GET", "settings"),
};

async function fetchInspector<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const response = await fetchFrom(`/_sandbox/inspector/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const { data } = await response.json();
  if (!response.ok) throw new SessionError(response.status, messageOf(data.message));
  return data;
}

/** The message of an error: one text, or several problems. */
function messageOf(message: unknown): string {
  return [message].flat().join("; ");
}
