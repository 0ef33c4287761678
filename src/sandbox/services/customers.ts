import type { Customer, CustomerAddress, CustomerData } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { BusinessRuleError, DocumentedError } from "../errors.ts";
import type { CustomerRecord } from "../store/records.ts";

/** A payment says nothing of its buyer's birth, and a customer has to have a date of birth. */
const UNKNOWN_BIRTHDATE = "1900-01-01";

/** A customer as whoever creates one describes it. */
export type NewCustomer = Omit<Customer, "id" | "statusId" | "createdAt" | "address"> & {
  address?: Omit<CustomerAddress, "statusId">;
};

export async function getCustomerOrThrow(context: Context, id: string): Promise<CustomerRecord> {
  const record = await context.data.customers.get(id);
  if (!record) throw new DocumentedError("CustomerNotFound");
  return record;
}

/** The customer with the buyer's document: the one that there is, or a new one. */
export async function findOrCreateCustomer(
  context: Context,
  buyer: CustomerData,
): Promise<CustomerRecord> {
  const taxNumber = parseTaxNumber(buyer.document);
  const [known] = await context.data.customers.find({ taxNumber });
  return known ?? (await addCustomer(context, toCustomer(buyer)));
}

/** @throws {BusinessRuleError} when another customer has the document. */
export async function createCustomer(
  context: Context,
  customer: NewCustomer,
): Promise<CustomerRecord> {
  await assertDocumentIsFree(context, customer.document);
  return addCustomer(context, customer);
}

/** Documents tell customers apart: `owner` is the one that may have this one. */
export async function assertDocumentIsFree(
  context: Context,
  document: string,
  owner?: string,
): Promise<void> {
  const others = await context.data.customers.find({ taxNumber: parseTaxNumber(document) });
  if (others.some(({ id }) => id !== owner)) throw new BusinessRuleError("DocumentTaken");
}

/**
 * A CPF or CNPJ without its punctuation.
 * @throws {BusinessRuleError} when it can be neither: all who have none would be one customer.
 */
export function parseTaxNumber(document: string): string {
  const taxNumber = withoutPunctuation(document);
  if (!/^(\d{11}|[\dA-Z]{12}\d{2})$/.test(taxNumber))
    throw new BusinessRuleError("DocumentInvalid");
  return taxNumber;
}

export function withoutPunctuation(document: string): string {
  return document.replaceAll(/[\s./-]/g, "").toUpperCase();
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

/** Every address that is given is approved at once. */
export function approvedAddress(address: Omit<CustomerAddress, "statusId">): CustomerAddress {
  return { statusId: "APPROVED", ...address };
}

function toCustomer(buyer: CustomerData): NewCustomer {
  const { firstName, lastName, email, document, phone = "", address } = buyer;
  const { street, streetNumber, neighborhood, city, state, zipcode } = address;
  const { complement = "", reference = "" } = address;
  const place = { street, streetNumber, neighborhood, city, state, complement, reference };
  return {
    ...{ firstName, lastName, email, document, phoneNumber: phone, birthdate: UNKNOWN_BIRTHDATE },
    address: { ...place, zipcode: Number(zipcode.replaceAll(/\D/g, "").slice(0, 8)) },
  };
}
