import type {
  RequestCompletedEvent,
  SearchResult,
} from "../../../generated/sandbox-control-types.ts";
import { withoutPunctuation } from "../../tax-id.ts";
import { parseMoney } from "../../text/format-money.ts";
import type { Context } from "../context.ts";
import type {
  CardRecord,
  CustomerRecord,
  Kind,
  PaymentRecord,
  PostbackRecord,
  Records,
  SubaccountRecord,
  SubscriptionRecord,
  WithdrawalRecord,
} from "../store/records.ts";
import type { Collection, CompanyData } from "../store/store.ts";

/** Of so many of the latest records of a type, and of the latest requests, the ends of ids are compared. */
const LATEST = 1000;
/** The characters at the end of an id by which it is found. Ids begin with a time, so their ends tell them apart. */
const END_LENGTH = 4;

/** What a text may mean. */
interface Query {
  taxNumber: string | undefined;
  amount: number | undefined;
  /** The end of an id, or a whole one. */
  idEnd: string | undefined;
}

/** Finds what a text may mean: up to `limit` of each type, the newest first. */
export async function search(
  { data }: Pick<Context, "data">,
  text: string,
  limit: number,
): Promise<SearchResult[]> {
  const { taxNumber, amount, idEnd } = readQuery(text);
  const customers = [
    ...(taxNumber === undefined ? [] : await data.customers.find({ taxNumber })),
    ...(await findById(data.customers, idEnd, limit)),
  ];
  const filters = [
    ...(amount === undefined ? [] : [{ amount }]),
    ...customers.map(({ id: customerId }) => ({ customerId })),
  ];
  const payments = [
    ...(await Promise.all(filters.map((each) => data.payments.latest(each, limit)))).flat(),
    ...(await findById(data.payments, idEnd, limit)),
  ];
  const subscriptions = [
    ...(amount === undefined ? [] : await data.subscriptions.latest({ amount }, limit)),
    ...(await findById(data.subscriptions, idEnd, limit)),
  ];
  const subaccounts = [
    ...(taxNumber === undefined ? [] : await data.subaccounts.find({ taxNumber })),
    ...(await findById(data.subaccounts, idEnd, limit)),
  ];
  const cards = await findById(data.cards, idEnd, limit);
  const withdrawals = await findById(data.withdrawals, idEnd, limit);
  const postbacks = await findById(data.postbacks, idEnd, limit);
  const requests = await findRequests(data, idEnd, limit);
  return [
    newest(payments.map(paymentResult), limit),
    newest(customers.map(customerResult), limit),
    newest(subscriptions.map(subscriptionResult), limit),
    newest(subaccounts.map(subaccountResult), limit),
    newest(cards.map(cardResult), limit),
    newest(withdrawals.map(withdrawalResult), limit),
    newest(postbacks.map(postbackResult), limit),
    requests.map(requestResult),
  ].flat();
}

function readQuery(given: string): Query {
  const text = given.trim();
  const taxNumber = withoutPunctuation(text);
  const id = text.replace(/^(…|\.\.\.)/, "").toLowerCase();
  return {
    taxNumber: /^(\d{11}|[\dA-Z]{12}\d{2})$/.test(taxNumber) ? taxNumber : undefined,
    amount: parseMoney(text),
    idEnd: id.length >= END_LENGTH && /^[\da-z-]+$/.test(id) ? id : undefined,
  };
}

/** The record with a whole id, and those of the latest whose ids end so. */
async function findById<Name extends Kind>(
  collection: Collection<Name>,
  idEnd: string | undefined,
  limit: number,
): Promise<Records[Name][]> {
  if (idEnd === undefined) return [];
  const latest = await collection.latestIds(LATEST);
  const ids = latest.filter((id) => id.endsWith(idEnd)).slice(0, limit);
  const found = await Promise.all([idEnd, ...ids].map((id) => collection.get(id)));
  return found.filter((record) => record !== undefined);
}

/** The latest requests whose id, or whose resource's id, ends so, or an older one with this whole id. */
async function findRequests(
  { timeline }: CompanyData,
  idEnd: string | undefined,
  limit: number,
): Promise<RequestCompletedEvent[]> {
  if (idEnd === undefined) return [];
  const latest = await timeline.latestRequests(LATEST);
  const found = latest.filter(({ requestId, resourceId }) =>
    [requestId, resourceId].some((id) => id?.toLowerCase().endsWith(idEnd)),
  );
  const events =
    found.length === 0
      ? [timeline.after(0, { type: "request.completed", requestId: idEnd }, 1)]
      : found.slice(0, limit).map(({ id }) => timeline.after(id - 1, {}, 1));
  return (await Promise.all(events)).flat() as RequestCompletedEvent[];
}

/** Each once. While a clock stands, times are the same, and only the ids tell what is newer: they count on. */
function newest(results: SearchResult[], limit: number): SearchResult[] {
  const age = ({ at, id }: SearchResult) => `${at} ${id}`;
  return [...new Map(results.map((each) => [each.id, each])).values()]
    .toSorted((one, other) => (age(one) < age(other) ? 1 : -1))
    .slice(0, limit);
}

function paymentResult({ resource }: PaymentRecord): SearchResult {
  const { id, buyerDetails, status, amount, createdAt } = resource;
  const name = `${buyerDetails.firstName} ${buyerDetails.lastName}`;
  return { type: "payment", id, name, status, amount, at: createdAt };
}

function customerResult({ resource }: CustomerRecord): SearchResult {
  const { id, firstName, lastName, statusId: status, createdAt: at } = resource;
  return { type: "customer", id, name: `${firstName} ${lastName}`, status, amount: null, at };
}

function subscriptionResult({ resource }: SubscriptionRecord): SearchResult {
  const { id, title: name, status, amount, createdAt: at } = resource;
  return { type: "subscription", id, name, status, amount, at };
}

function subaccountResult({ resource }: SubaccountRecord): SearchResult {
  const { id, name, status, createdAt: at } = resource;
  return { type: "subaccount", id, name, status, amount: null, at };
}

function cardResult({ resource }: CardRecord): SearchResult {
  const { id, cardBrand, last4Digits, createdAt: at } = resource;
  return { type: "card", id, name: `${cardBrand} ${last4Digits}`, status: null, amount: null, at };
}

function withdrawalResult({ resource }: WithdrawalRecord): SearchResult {
  const { id, withdrawalPaymentType: name, status, amount, createdAt: at } = resource;
  return { type: "withdrawal", id, name, status, amount, at };
}

function postbackResult({ resource }: PostbackRecord): SearchResult {
  const { eventId: id, type, resourceStatus, status, occurredAt: at } = resource;
  return { type: "postback", id, name: `${type} ${resourceStatus}`, status, amount: null, at };
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
