import { isObject } from "../contract/cursor.ts";
import type { Kind, Kinds } from "../contract/value-schema.ts";
import { isCpf, withCheckDigits } from "../sandbox/domain/tax-id.ts";
import { type Api, type Clients, callOperation } from "./api.ts";
import { type Form, formOf, mapFields, pathTo } from "./contract.ts";

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
  /** The latest resources. */
  list(clients: Clients): Promise<Existing[]>;
  /** The operation whose example makes one. */
  create: { api: Api; id: string };
  /** What a new one needs before anything can refer to it. */
  prepare?(clients: Clients, id: string): Promise<unknown>;
}

const customer: Reference = {
  async list({ service }) {
    const { data } = await service.customers.list({ limit: 20 });
    return data.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` }));
  },
  create: { api: "control", id: "customers.create" },
};

const card: Reference = {
  async list({ control }) {
    const { data } = await control.cards.list({ limit: 20 });
    return data.map(({ id, cardBrand, last4Digits, customerId }) => ({
      id,
      customerId,
      label: `${cardBrand} ${last4Digits}`,
    }));
  },
  create: { api: "service", id: "cards.tokenize" },
};

const subaccount: Reference = {
  async list({ control }) {
    const { data } = await control.subaccounts.listWithIds({ limit: 20 });
    // A split refers to approved ones only.
    const approved = data.filter(({ status }) => status === "APPROVED");
    return approved.map(({ id, name }) => ({ id, label: name }));
  },
  create: { api: "service", id: "subaccounts.createPf" },
  prepare: ({ control }, id) => control.subaccounts.setStatus(id, { status: "APPROVED" }),
};

/** The resources to which a form can refer. */
export const references: Readonly<Partial<Record<Kind, Reference>>> = {
  customer,
  card,
  subaccount,
};

/** The latest resources, by their type. */
export type ExistingResources = Partial<Record<Kind, Existing[]>>;

/** The resources that the examples of a form refer to. */
export async function existingResources(clients: Clients, form: Form): Promise<ExistingResources> {
  const kinds = form.examples.flatMap(({ value }) => kindsIn(value, form.takes));
  return Object.fromEntries(
    await Promise.all(
      [...new Set(kinds.map(({ kind }) => kind))].flatMap((kind) => {
        const list = references[kind]?.list;
        return list ? [list(clients).then((existing) => [kind, existing] as const)] : [];
      }),
    ),
  );
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
  { create: { api, id }, prepare }: Reference,
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
  await prepare?.(clients, created);
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
