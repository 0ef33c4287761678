import { isCpf, withCheckDigits } from "../sandbox/domain/tax-id.ts";
import { type Api, type Clients, callOperation } from "./api.ts";
import { formOf } from "./contract.ts";

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
      ...{ id, customerId },
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

/** The references by the names of their fields. */
export const references: Readonly<Record<string, Reference>> = {
  customerId: customer,
  cardId: card,
  tokenizedCardId: card,
  subaccountId: subaccount,
  "x-subaccount-id": subaccount,
};

/** The latest resources, by the names of the fields that refer to them. */
export type ExistingResources = Record<string, Existing[]>;

/** The resources that an example may refer to. */
export async function existingResources(
  clients: Clients,
  examples: unknown,
): Promise<ExistingResources> {
  const text = JSON.stringify(examples);
  const used = Object.entries(references).filter(([name]) => text.includes(`"${name}"`));
  return Object.fromEntries(
    await Promise.all(used.map(async ([name, { list }]) => [name, await list(clients)] as const)),
  );
}

/**
 * An example that refers to resources that exist, or to new ones: those of the contract exist only in a sandbox
 * with the examples. A card and a customer in it belong together.
 */
export function withExisting(value: unknown, existing: ExistingResources): unknown {
  if (Array.isArray(value)) return value.map((item) => withExisting(item, existing));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const known = existing[name];
    if (!known) return [name, withExisting(field, existing)] as const;
    return [name, known.find(({ id }) => id === field) ?? known[0] ?? { id: NEW }] as const;
  });
  const owners = fields.flatMap(([name, chosen]) =>
    name in existing ? ((chosen as Existing).customerId ?? []) : [],
  );
  return Object.fromEntries(
    fields.map(([name, chosen]) => {
      if (!(name in existing)) return [name, chosen];
      return [name, (name === "customerId" && owners[0]) || (chosen as Existing).id];
    }),
  );
}

/** Creates each new resource of a body, and puts its id in. Cards get the customer of the same body. */
export async function createReferences(
  clients: Clients,
  body: unknown,
  known: Record<string, string> = {},
): Promise<unknown> {
  if (Array.isArray(body)) {
    const items: unknown[] = [];
    for (const item of body) items.push(await createReferences(clients, item, known));
    return items;
  }
  if (typeof body !== "object" || body === null) return body;
  const created: Record<string, unknown> = {};
  // One after the other: a later one may refer to an earlier one.
  for (const [name, value] of Object.entries(body)) {
    created[name] =
      value === NEW && references[name]
        ? await createResource(clients, references[name], known)
        : await createReferences(clients, value, known);
    if (name in references) known[name] = `${created[name]}`;
  }
  return created;
}

async function createResource(
  clients: Clients,
  { create: { api, id }, prepare }: Reference,
  known: Record<string, string>,
): Promise<string> {
  const form = formOf(api, id);
  const example = Object(form.examples[0]?.value) as Record<string, unknown>;
  const referring = Object.keys(example).filter((name) => name in references);
  const fields = Object.fromEntries(referring.map((name) => [name, known[name] ?? NEW]));
  const body = await createReferences(clients, withNewTaxId({ ...example, ...fields }), {
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
