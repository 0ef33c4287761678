import type { Customer, CustomerAddress, CustomerData } from "../../../generated/types.ts";
import { withoutPunctuation } from "../../tax-id.ts";
import type { Context } from "../context.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import type { CustomerRecord } from "../store/records.ts";

/** A customer needs a date of birth, but a payment does not contain the buyer's. */
const UNKNOWN_BIRTHDATE = "1900-01-01";

/** The fields of a customer that its creator sets. */
type NewCustomer = Omit<Customer, "id" | "statusId" | "createdAt" | "address"> & {
  address?: Omit<CustomerAddress, "statusId">;
};

export async function getCustomerOrThrow(context: Context, id: string): Promise<CustomerRecord> {
  const record = await context.data.customers.get(id);
  if (!record) throw new DocumentedError("CustomerNotFound");
  return record;
}

/** Finds the customer with the buyer's document, or creates one. */
export async function findOrCreateCustomer(
  context: Context,
  buyer: CustomerData,
): Promise<CustomerRecord> {
  const taxNumber = parseTaxNumber(buyer.document);
  const [existing] = await context.data.customers.find({ taxNumber });
  return existing ?? (await addCustomer(context, toCustomer(buyer)));
}

/** @throws {BusinessRuleError} if another customer has the document. */
export async function createCustomer(
  context: Context,
  customer: NewCustomer,
): Promise<CustomerRecord> {
  await assertDocumentIsFree(context, customer.document);
  return addCustomer(context, customer);
}

/** Documents identify customers. `owner` is the customer that may have this document already. */
export async function assertDocumentIsFree(
  context: Context,
  document: string,
  owner?: string,
): Promise<void> {
  const others = await context.data.customers.find({ taxNumber: parseTaxNumber(document) });
  if (others.some(({ id }) => id !== owner)) throw new BusinessRuleError("DocumentTaken");
}

/**
 * Removes the punctuation from a CPF or CNPJ.
 * @throws {BusinessRuleError} if it is neither. Otherwise all buyers without one would become one customer.
 */
export function parseTaxNumber(document: string): string {
  const taxNumber = withoutPunctuation(document);
  if (!/^(\d{11}|[\dA-Z]{12}\d{2})$/.test(taxNumber))
    throw new BusinessRuleError("DocumentInvalid");
  return taxNumber;
}

async function addCustomer(context: Context, customer: NewCustomer): Promise<CustomerRecord> {
  const { address, ...person } = customer;
  const id = context.uuid();
  const record: CustomerRecord = {
    id,
    taxNumber: parseTaxNumber(person.document),
    resource: {
      id,
      ...person,
      ...(address && { address: approvedAddress(address) }),
      statusId: "APPROVED",
      createdAt: context.timestamp,
    },
  };
  await context.data.customers.insert(record);
  return record;
}

/** The sandbox approves every address immediately. */
export function approvedAddress(address: Omit<CustomerAddress, "statusId">): CustomerAddress {
  return { statusId: "APPROVED", ...address };
}

function toCustomer(buyer: CustomerData): NewCustomer {
  const { firstName, lastName, email, document, phone = "", address } = buyer;
  const { street, streetNumber, neighborhood, city, state, zipcode } = address;
  const { complement = "", reference = "" } = address;
  const location = { street, streetNumber, neighborhood, city, state, complement, reference };
  return {
    firstName,
    lastName,
    email,
    document,
    phoneNumber: phone,
    birthdate: UNKNOWN_BIRTHDATE,
    address: { ...location, zipcode: Number(zipcode.replaceAll(/\D/g, "").slice(0, 8)) },
  };
}
