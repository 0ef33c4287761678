import type {
  Customer,
  CustomerAddress,
  CustomerAddressUpdate,
} from "../../../../generated/types.ts";
import { addressFields } from "../../contract-facts/index.ts";
import { ValidationError } from "../../errors.ts";
import type { HandlersOf } from "../../requests/handler-types.ts";
import {
  approvedAddress,
  assertDocumentIsFree,
  getCustomerOrThrow,
  parseTaxNumber,
} from "../../services/customers.ts";
import { listMeta } from "../list-meta.ts";

export const customers: HandlersOf<"customers"> = {
  async "customers.list"({ data }, { query }) {
    const { resources, total } = await data.customers.page({}, query);
    return { data: resources, meta: listMeta(total, query) };
  },

  async "customers.get"(context, { path }) {
    const { resource } = await getCustomerOrThrow(context, path.customerId);
    return { data: resource };
  },

  async "customers.update"(context, { path, body }) {
    const { id, resource } = await getCustomerOrThrow(context, path.customerId);
    const { address, ...changes } = body;
    const updated: Customer = { ...resource, ...changes };
    if (address) updated.address = updatedAddress(resource.address, address);
    await assertDocumentIsFree(context, updated.document, id);
    const taxNumber = parseTaxNumber(updated.document);
    await context.data.customers.update({ id, taxNumber, resource: updated });
    return { data: updated };
  },

  // Deletes the customer's cards too: without its customer a card cannot be charged.
  async "customers.delete"(context, { path, sentence }) {
    const { id } = await getCustomerOrThrow(context, path.customerId);
    for (const card of await context.data.cards.find({ customerId: id })) {
      await context.data.cards.delete(card.id);
    }
    await context.data.customers.delete(id);
    return { data: sentence };
  },
};

/** @throws {ValidationError} if the customer's first address is incomplete. */
function updatedAddress(
  current: CustomerAddress | null | undefined,
  changes: CustomerAddressUpdate,
): CustomerAddress {
  const address = { ...current, ...changes };
  const missing = addressFields.filter((field) => !(field in address));
  if (missing.length > 0) {
    throw new ValidationError(missing.map((field) => `address.${field} is required`));
  }
  return approvedAddress(address as CustomerAddress);
}
