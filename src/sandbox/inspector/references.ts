import { type Api, type Clients, callOperation } from "./api.ts";
import { formOf } from "./contract.ts";

/** Stands in a form for a resource that is created when the form is sent. */
export const NEW = "new";

/** A resource that the body of an operation refers to. */
interface Reference {
  /** The latest resources, with what tells them apart. */
  list(clients: Clients): Promise<{ id: string; label: string }[]>;
  /** The operation whose example makes one. */
  create: { api: Api; id: string };
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
    return data.map(({ id, cardBrand, last4Digits }) => ({
      id,
      label: `${cardBrand} ${last4Digits}`,
    }));
  },
  create: { api: "service", id: "cards.tokenize" },
};

const subaccount: Reference = {
  async list({ control }) {
    const { data } = await control.subaccounts.listWithIds({ limit: 20 });
    return data.map(({ id, name, status }) => ({ id, label: `${name}, ${status}` }));
  },
  create: { api: "service", id: "subaccounts.createPf" },
};

/** The references by the names of their fields. */
export const references: Readonly<Record<string, Reference>> = {
  customerId: customer,
  cardId: card,
  tokenizedCardId: card,
  subaccountId: subaccount,
};

/** Creates each new resource of a body, and puts its id in. Cards get the customer of the same body. */
export async function createReferences(
  clients: Clients,
  body: unknown,
  known: Record<string, string> = {},
): Promise<unknown> {
  if (Array.isArray(body))
    return Promise.all(body.map((item) => createReferences(clients, item, known)));
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
  { create: { api, id } }: Reference,
  known: Record<string, string>,
): Promise<string> {
  const form = formOf(api, id);
  const example = Object(form.examples[0]?.value) as Record<string, unknown>;
  const referring = Object.keys(example).filter((name) => name in references);
  const fields = Object.fromEntries(referring.map((name) => [name, known[name] ?? NEW]));
  const body = await createReferences(clients, { ...example, ...fields }, { ...known });
  const { data } = await callOperation(clients, api, form, { parameters: {}, body });
  return `${(data as { id: unknown }).id}`;
}
