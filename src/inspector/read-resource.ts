import { ServiceError } from "../client/errors.ts";
import { type Api, type Clients, callList, callOperation } from "./api.ts";
import { formOf } from "./contract.ts";
import { texts } from "./language.ts";

/** How the contract reads a type of resource. */
interface Reads {
  list: { api: Api; id: string };
  /** Without it, the contract has no operation that reads one. */
  get?: string;
}

/** The parameter of an operation that has the id of the resource. */
export function idParameterOf(operationId: string): string {
  const { parameters } = formOf("service", operationId);
  return parameters.find((parameter) => parameter.in === "path")?.name ?? "";
}

type Resource = Record<string, unknown>;

/** Reads a resource of the company, or of the subaccount to which it belongs. */
export async function readResource(
  clients: Clients,
  reads: Reads,
  id: string,
  subaccountId: string | undefined,
): Promise<Resource> {
  const { parameters } = reads.get
    ? formOf("service", reads.get)
    : formOf(reads.list.api, reads.list.id);
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

async function readIn(clients: Clients, { get, list }: Reads, id: string, subaccountId: string) {
  const header = { "x-subaccount-id": subaccountId };
  if (get) {
    const parameters = { ...header, [idParameterOf(get)]: id };
    const form = formOf("service", get);
    const { data } = await callOperation(clients, "service", form, { parameters, body: undefined });
    return data as Resource;
  }
  for (let page = 1; ; page++) {
    const parameters = { ...header, page: `${page}`, limit: `${PAGE_SIZE}` };
    const { data } = await callList<Resource>(clients, list, parameters);
    const found = data.find((each) => `${each.id}` === id);
    if (found) return found;
    if (data.length < PAGE_SIZE) throw new NotListed(texts.resources.notListed);
  }
}
