import { isObject } from "../contract/cursor.ts";
import type { Kind, Kinds } from "../contract/value-schema.ts";
import { isCpf, withCheckDigits } from "../tax-id.ts";
import { type Clients, callList, callOperation } from "./api.ts";
import { type Form, formOf, mapFields, pathTo } from "./contract.ts";
import type { Operation } from "./resource.ts";

/** The value of a reference to a resource that is created when the form is sent. */
export const NEW = "new";

/** A resource that exists, with what tells it apart. */
interface Existing {
  id: string;
  label: string;
  /** Whose card it is. */
  customerId?: string;
}

/** A resource that the body of an operation refers to. */
interface Reference {
  /** Its first columns tell one from another. */
  list: Operation;
  /** The operation whose example makes one. */
  create: Operation;
  /** The status that it needs before anything can refer to it. */
  status?: "APPROVED";
}

/** The resources to which a form can refer. */
export const references: Readonly<Partial<Record<Kind, Reference>>> = {
  customer: {
    list: { api: "service", id: "customers.list" },
    create: { api: "control", id: "customers.create" },
  },
  card: {
    list: { api: "control", id: "cards.list" },
    create: { api: "service", id: "cards.tokenize" },
  },
  subaccount: {
    list: { api: "control", id: "subaccounts.listWithIds" },
    create: { api: "service", id: "subaccounts.createPf" },
    status: "APPROVED",
  },
};

/** The latest resources to which a field of a kind can refer. */
export async function listExisting(clients: Clients, kind: Kind): Promise<Existing[]> {
  const reference = references[kind];
  if (!reference) return [];
  const { list, status } = reference;
  const { columns = [] } = formOf(list.api, list.id);
  const { data } = await callList<Record<string, string>>(clients, list, { limit: "20" });
  return data
    .filter((each) => status === undefined || each.status === status)
    .map(({ id = "", customerId, ...fields }) => {
      const label = columns.slice(0, 2).map((name) => fields[name]);
      return { id, label: label.join(" "), ...(kind === "card" && customerId && { customerId }) };
    });
}

/** The latest resources, by their type. */
export type ExistingResources = Partial<Record<Kind, Existing[]>>;

/** The resources that the examples of a form refer to. */
export async function existingResources(clients: Clients, form: Form): Promise<ExistingResources> {
  const kinds = form.examples.flatMap(({ value }) => kindsIn(value, form.takes));
  const referred = [...new Set(kinds.map(({ kind }) => kind))].filter((kind) => kind in references);
  const existing = referred.map(async (kind) => [kind, await listExisting(clients, kind)] as const);
  return Object.fromEntries(await Promise.all(existing));
}

/**
 * An example that refers to resources that exist, or to new ones: those of the contract exist only in a sandbox
 * with the examples. A card and a customer in it belong together.
 */
export function withExisting(example: unknown, kinds: Kinds, existing: ExistingResources): unknown {
  const chosen = (id: unknown, kind: Kind): Pick<Existing, "id" | "customerId"> | undefined => {
    const known = existing[kind];
    return known && (known.find((each) => each.id === id) ?? known[0] ?? { id: NEW });
  };
  const [owner] = kindsIn(example, kinds).flatMap(
    ({ field, kind }) => chosen(field, kind)?.customerId ?? [],
  );
  return mapFields(example, kinds, "body", (id, kind) =>
    kind === "customer" && owner ? owner : (chosen(id, kind)?.id ?? id),
  );
}

/** The fields of a body that have a kind. */
function kindsIn(body: unknown, kinds: Kinds): { field: unknown; kind: Kind }[] {
  const found: { field: unknown; kind: Kind }[] = [];
  mapFields(body, kinds, "body", (field, kind) => found.push({ field, kind }));
  return found;
}

/** Creates each new resource of a request, and puts its id in. Cards get the customer of the same request. */
export async function createReferences(
  clients: Clients,
  value: unknown,
  kinds: Kinds,
  path = "",
  known: ExistingIds = {},
): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await createReferences(clients, item, kinds, path, known));
    return items;
  }
  const kind = kinds[path];
  const reference = kind && references[kind];
  if (reference) {
    const id = value === NEW ? await createResource(clients, reference, known) : value;
    known[kind] = `${id}`;
    return id;
  }
  if (!isObject(value)) return value;
  const created: Record<string, unknown> = {};
  // One after the other: a later one may refer to an earlier one.
  for (const [name, field] of Object.entries(value))
    created[name] = await createReferences(clients, field, kinds, pathTo(name, path), known);
  return created;
}

/** The ids that a request refers to, by the type of the resource. */
type ExistingIds = Partial<Record<Kind, string>>;

async function createResource(
  clients: Clients,
  { create: { api, id }, status }: Reference,
  known: ExistingIds,
): Promise<string> {
  const form = formOf(api, id);
  const example = mapFields(form.examples[0]?.value, form.takes, "body", (field, kind) =>
    kind in references ? (known[kind] ?? NEW) : field,
  );
  const body = await createReferences(clients, withNewTaxId(example), form.takes, "body", {
    ...known,
  });
  const { data } = await callOperation(clients, api, form, { parameters: {}, body });
  const created = `${(data as { id: unknown }).id}`;
  if (status) await clients.control.subaccounts.setStatus(created, { status });
  return created;
}

/** An example with another CPF: two customers cannot have the same, and a payment may have made the first. */
export function withNewTaxId<Value>(example: Value): Value {
  const { document } = Object(example) as { document?: unknown };
  return typeof document === "string" && isCpf(document)
    ? { ...example, document: randomCpf() }
    : example;
}

function randomCpf(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte % 10);
  return withCheckDigits(digits.join(""));
}
