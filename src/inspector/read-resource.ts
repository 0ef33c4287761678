import { ServiceError } from "../client/errors.ts";
import type { ResourceType } from "../contract/resource-types.ts";
import type { Kinds } from "../contract/value-schema.ts";
import { type Clients, callList, callOperation, type FormValues } from "./api.ts";
import { type Form, formOf } from "./contract.ts";
import { texts } from "./language.ts";
import type { Resource } from "./resource.ts";

/** The fields of a resource, with those that only the sandbox knows. */
export type Data = Record<string, unknown>;

type Reads = Pick<Resource<never>, "list" | "get" | "read" | "details" | "type">;

/** The values of an operation on a resource: its id, in the path or in a field of the body that refers to one. */
export function valuesFor(
  { parameters, takes }: Form,
  type: ResourceType,
  id: string,
): { parameters: FormValues["parameters"]; body: Record<string, string> } {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const fields = Object.keys(takes).filter(
    (path) => takes[path] === type && /^body\.\w+$/.test(path),
  );
  return {
    parameters: Object.fromEntries(inPath.map(({ name }) => [name, id])),
    body: Object.fromEntries(fields.map((path) => [path.replace("body.", ""), id])),
  };
}

/** What the contract says of the fields of a resource. */
export function kindsOf({ list, get = list, details }: Reads): Kinds {
  const ofDetails = details === undefined ? {} : formOf("control", details).returns;
  return { ...ofDetails, ...formOf(get.api, get.id).returns };
}

/** Reads a resource of the company, or of the subaccount to which it belongs, with what only the sandbox knows of it. */
export async function readResource(
  clients: Clients,
  reads: Reads,
  id: string,
  subaccountId: string | undefined,
): Promise<Data> {
  const { read, details } = reads;
  if (read) return { ...(await read(clients, id)) };
  const found = await readAnywhere(clients, reads, id, subaccountId);
  if (details === undefined) return found;
  const form = formOf("control", details);
  const { data } = await callOperation(clients, "control", form, valuesFor(form, reads.type, id));
  return { ...found, ...(data as Data) };
}

async function readAnywhere(
  clients: Clients,
  reads: Reads,
  id: string,
  subaccountId: string | undefined,
): Promise<Data> {
  const { api, id: operationId } = reads.get ?? reads.list;
  const { parameters } = formOf(api, operationId);
  const isOfSubaccount = parameters.some(({ name }) => name === "x-subaccount-id");
  let problem: unknown;
  for (const context of isOfSubaccount ? await contexts(clients, subaccountId) : [""]) {
    try {
      return await readIn(clients, reads, id, context);
    } catch (error) {
      if (!(error instanceof NotListed) && !(error instanceof ServiceError && error.status === 404))
        throw error;
      problem ??= error;
    }
  }
  throw problem;
}

/** Where a resource may be: a link from the timeline does not say to which subaccount it belongs. */
async function contexts(clients: Clients, given: string | undefined): Promise<string[]> {
  if (given !== undefined) return [given];
  const { data } = await clients.control.subaccounts.listWithIds({ limit: PAGE_SIZE });
  return ["", ...data.map(({ id }) => id)];
}

/** The largest page that the contract allows. */
const PAGE_SIZE = 100;

class NotListed extends Error {}

async function readIn(
  clients: Clients,
  { get, list, type }: Reads,
  id: string,
  subaccountId: string,
) {
  const header = { "x-subaccount-id": subaccountId };
  if (get) {
    const form = formOf(get.api, get.id);
    const { parameters } = valuesFor(form, type, id);
    const values = { parameters: { ...header, ...parameters }, body: undefined };
    return (await callOperation(clients, get.api, form, values)).data as Data;
  }
  for (let page = 1; ; page++) {
    const parameters = { ...header, page: `${page}`, limit: `${PAGE_SIZE}` };
    const { data } = await callList<Data>(clients, list, parameters);
    const found = data.find((each) => `${each.id}` === id);
    if (found) return found;
    if (data.length < PAGE_SIZE) throw new NotListed(texts.resources.notListed);
  }
}
