import type {
  RequestCompletedEvent,
  SearchResult,
} from "../../../generated/sandbox-control-types.ts";
import type { Customer, Payment, Subaccount, Subscription } from "../../../generated/types.ts";
import type { Context } from "../context.ts";
import { parseMoney } from "../domain/format-money.ts";
import { withoutPunctuation } from "../domain/tax-id.ts";
import {
  END_LENGTH,
  emailTerm,
  endTerm,
  folded,
  type SearchedKind,
} from "../store/search-terms.ts";
import type { CompanyData } from "../store/store.ts";
import { parsed } from "../store/stored-json.ts";

/** What a text may mean. */
interface Query {
  words: string | undefined;
  email: string | undefined;
  taxNumber: string | undefined;
  amount: number | undefined;
  /** The end of an id, or a whole one. */
  idEnd: string | undefined;
}

/** Ids with the same few characters at their ends are told apart by their other characters. This is the most of them. */
const MAX_SAME_ENDS = 1000;

/** Finds what a text may mean: up to `limit` of each type, the newest first. */
export async function search(
  { data }: Pick<Context, "data">,
  text: string,
  limit: number,
): Promise<SearchResult[]> {
  const query = readQuery(text);
  const [customers, subaccounts, requests] = await Promise.all([
    findCustomers(data, query, limit),
    findSubaccounts(data, query, limit),
    findRequests(data, query, limit),
  ]);
  const customerIds = customers.map(({ id }) => id);
  const [payments, subscriptions] = await Promise.all([
    findPayments(data, query, customerIds, limit),
    findSubscriptions(data, query, customerIds, limit),
  ]);
  return [
    newest(payments.map(paymentResult), limit),
    newest(customers.map(customerResult), limit),
    newest(subscriptions.map(subscriptionResult), limit),
    newest(subaccounts.map(subaccountResult), limit),
    requests.map(requestResult),
  ].flat();
}

function readQuery(given: string): Query {
  const text = given.trim();
  const email = text.includes("@") ? emailTerm(text) : undefined;
  const taxNumber = withoutPunctuation(text);
  const id = text.replace(/^(…|\.\.\.)/, "").toLowerCase();
  return {
    email,
    words: email === undefined ? folded(text) || undefined : undefined,
    taxNumber: /^(\d{11}|[\dA-Z]{12}\d{2})$/.test(taxNumber) ? taxNumber : undefined,
    amount: parseMoney(text),
    idEnd: id.length >= END_LENGTH && /^[\da-z-]+$/.test(id) ? id : undefined,
  };
}

async function findCustomers(data: CompanyData, query: Query, limit: number): Promise<Customer[]> {
  const { taxNumber } = query;
  const found = taxNumber === undefined ? [] : await data.customers.find({ taxNumber });
  return distinct([
    ...found.map(({ resource }) => resource),
    ...(await findByTerms(data, "customers", query, limit)),
  ]);
}

async function findSubaccounts(data: CompanyData, query: Query, limit: number) {
  const { taxNumber } = query;
  const found = taxNumber === undefined ? [] : await data.subaccounts.find({ taxNumber });
  return distinct([
    ...found.map(({ resource }) => resource),
    ...(await findByTerms(data, "subaccounts", query, limit)),
  ]);
}

async function findPayments(
  data: CompanyData,
  query: Query,
  customerIds: readonly string[],
  limit: number,
): Promise<Payment[]> {
  const { amount } = query;
  const filters = [
    ...(amount === undefined ? [] : [{ amount }]),
    ...customerIds.map((customerId) => ({ customerId })),
  ];
  const found = await Promise.all(filters.map((each) => data.payments.latest(each, limit)));
  return distinct([
    ...found.flat().map(({ resource }) => resource),
    ...(await findByTerms(data, "payments", query, limit)),
  ]);
}

async function findSubscriptions(
  data: CompanyData,
  query: Query,
  customerIds: readonly string[],
  limit: number,
): Promise<Subscription[]> {
  const { amount } = query;
  const found = amount === undefined ? [] : await data.subscriptions.latest({ amount }, limit);
  const ids = await Promise.all(
    customerIds.map((term) =>
      data.search.find({ kind: "subscriptions", term, isWhole: true, limit }),
    ),
  );
  return distinct([
    ...found.map(({ resource }) => resource),
    ...(await resourcesOf(data, "subscriptions", ids.flat())),
    ...(await findByTerms(data, "subscriptions", query, limit)),
  ]);
}

/** The requests whose id or whose resource's id ends so. */
async function findRequests(
  { timeline }: CompanyData,
  { idEnd }: Query,
  limit: number,
): Promise<RequestCompletedEvent[]> {
  if (idEnd === undefined) return [];
  const filters = { type: "request.completed", idEnd };
  const { resources } = await timeline.page(filters, { page: 1, limit });
  return parsed(resources) as RequestCompletedEvent[];
}

async function findByTerms<Name extends SearchedKind>(
  data: CompanyData,
  kind: Name,
  { words, email, idEnd }: Query,
  limit: number,
): Promise<Resources[Name][]> {
  const find = (term: string | undefined, isWhole: boolean, most = limit) =>
    term === undefined ? [] : data.search.find({ kind, term, isWhole, limit: most });
  const end = idEnd === undefined ? undefined : endTerm(idEnd);
  const [byWords, byEmail, byEnd] = await Promise.all([
    find(words, false),
    find(email, true),
    find(end, true, MAX_SAME_ENDS),
  ]);
  const endsSo = byEnd.filter((id) => id.toLowerCase().endsWith(idEnd ?? "")).slice(0, limit);
  return resourcesOf(data, kind, [...byWords, ...byEmail, ...endsSo]);
}

interface Resources {
  payments: Payment;
  customers: Customer;
  subscriptions: Subscription;
  subaccounts: Subaccount;
}

async function resourcesOf<Name extends SearchedKind>(
  data: CompanyData,
  kind: Name,
  ids: readonly string[],
): Promise<Resources[Name][]> {
  const records = await Promise.all([...new Set(ids)].map((id) => data[kind].get(id)));
  return records.flatMap((record) => (record ? [record.resource as Resources[Name]] : []));
}

function distinct<Resource extends { id: string }>(resources: Resource[]): Resource[] {
  return [...new Map(resources.map((each) => [each.id, each])).values()];
}

/** While a clock stands, times are the same, and only the ids tell what is newer: they count on. */
function newest(results: SearchResult[], limit: number): SearchResult[] {
  const age = ({ at, id }: SearchResult) => `${at} ${id}`;
  return results.toSorted((one, other) => (age(one) < age(other) ? 1 : -1)).slice(0, limit);
}

function paymentResult({ id, buyerDetails, status, amount, createdAt }: Payment): SearchResult {
  const name = `${buyerDetails.firstName} ${buyerDetails.lastName}`;
  return { type: "payment", id, name, status, amount, at: createdAt };
}

function customerResult(customer: Customer): SearchResult {
  const { id, firstName, lastName, statusId: status, createdAt: at } = customer;
  return { type: "customer", id, name: `${firstName} ${lastName}`, status, amount: null, at };
}

function subscriptionResult(subscription: Subscription): SearchResult {
  const { id, title: name, status, amount, createdAt: at } = subscription;
  return { type: "subscription", id, name, status, amount, at };
}

function subaccountResult({ id, name, status, createdAt: at }: Subaccount): SearchResult {
  return { type: "subaccount", id, name, status, amount: null, at };
}

function requestResult({ at, data }: RequestCompletedEvent): SearchResult {
  const { id, operationId, method, path, status } = data;
  const name = operationId ?? `${method} ${path}`;
  return {
    type: "request",
    id,
    name,
    status: status === null ? null : `${status}`,
    amount: null,
    at,
  };
}
