import type { Sandbox } from "../../../src/sandbox-node/index.ts";
import { type Callable, callables } from "../../stress/hostile-input/fuzzed-requests.ts";
import { fetch, Shop, START } from "../company-fixture.ts";
import { body, control as controlContract } from "../contract-examples.ts";
import { change as changeTerms } from "../subscriptions/subscription-fixtures.ts";

/** A company that has one of everything, and of most things in more than one state. */
export interface Company {
  shop: Shop;
  token: string;
  /** What requests can name, by the names under which they do. */
  has: Record<string, string[]>;
  /** The paths of its files. */
  files: string[];
}

/** A new company of a sandbox, which has nothing yet. */
export async function newCompany(sandbox: Sandbox): Promise<Company> {
  const { data: keys } = await sandbox.control.companies.create();
  const shop = new Shop(sandbox.url, keys);
  return { shop, token: await shop.token(), has: {}, files: [] };
}

/** Makes a company of a sandbox, and gives it everything; `mark` is in the names of its people. */
export async function furnishedCompany(sandbox: Sandbox, mark: string): Promise<Company> {
  const company = await newCompany(sandbox);
  const { shop } = company;
  const { centavo, control } = shop;

  const card = await shop.card({ holderName: mark });
  const seller = await shop.subaccount();
  const { data: applicant } = await centavo.subaccounts.createPj(
    body("subaccounts.createPj", "pj", { name: mark }),
  );
  const splits = [{ subaccountId: seller, splitPercentage: 50 }];
  const postbackUrl = "http://127.0.0.1:9/notificacoes";
  const change = { customerData: { firstName: mark }, billingData: { postbackUrl } };

  const charged = await shop.pay("cardWithSplits", { ...change, splits });
  const billet = await shop.pay("billet", change);
  const paid = await shop.pay("pix", { billingData: { amount: 1_000_000, postbackUrl }, splits });
  await shop.decide(paid.id, "PAID");
  const waiting = await shop.pay("pix", change);

  const active = await shop.subscription({ title: mark, dueDate: START.slice(0, 10) }, card);
  const suspended = await shop.subscription({ title: mark }, card);
  await centavo.subscriptions.suspend(suspended.id);
  await changeTerms(shop, suspended.id, { frequency: 7 });
  const shared = { subscriptionId: active.id, subaccountId: seller };
  const { data: split } = await centavo.subscriptions.addSplit(
    body("subscriptions.addSplit", "percentage", shared),
  );
  const account = body("bankAccounts.create", "checking", { holderName: mark });
  await centavo.bankAccounts.create(account);
  await centavo.bankAccounts.create(account, { subaccountId: seller });
  const withdrawal = await shop.withdraw(100);
  const ofSeller = await shop.withdraw(100, seller);
  await sandbox.settled();
  const { data: postbacks } = await control.postbacks.list();
  const { data: snapshot } = await control.snapshots.create();
  const { data: invitation } = await control.invitations.create();
  const { data: requests } = await control.requests.list({ limit: 2 });

  const payments = [charged.id, paid.id, waiting.id, billet.id];
  return {
    ...company,
    has: {
      customerId: [card.customerId],
      cardId: [card.id],
      tokenizedCardId: [card.id],
      subaccountId: [seller, applicant.id],
      "x-subaccount-id": [seller],
      paymentId: payments,
      transactionId: payments,
      resourceId: payments,
      subscriptionId: [active.id, suspended.id],
      splitId: [split.id],
      withdrawalId: [withdrawal.id, ofSeller.id],
      eventId: postbacks.map(({ eventId }) => eventId),
      snapshotId: [snapshot.snapshotId],
      invitationId: [invitation.invitationId],
      requestId: requests.map(({ id }) => id),
    },
    files: JSON.stringify([billet, waiting]).match(/\/_sandbox\/files\/[\w./-]+/g) ?? [],
  };
}

/** These read the timeline of a company, to which its requests add. */
export const TIMELINE_READS = new Set(["events.list", "requests.list", "search.find"]);

/** These show what a process does and who may use a sandbox, by the time of the system and not of a company. */
const OF_SANDBOX = new Set(["companies.list", "invitations.list"]);

/** All that can happen to a company, except requests. */
const EVENT_TYPES = (
  controlContract.at("components", "schemas", "EventType", "enum").value as string[]
).filter((type) => type !== "request.completed");

/**
 * What a company sees of itself: each read of both contracts with all of its ids, its files, and all that happened
 * to it except its requests.
 */
export async function everythingOf({ shop, token, has, files }: Company): Promise<string[]> {
  const reads = callables
    .filter(({ id, method }) => method === "GET" && !TIMELINE_READS.has(id) && !OF_SANDBOX.has(id))
    .flatMap((callable) => readsOf(callable, has));
  const events = EVENT_TYPES.map((type) => `/_sandbox/events?type=${type}`);
  const responses: string[] = [];
  for (const read of [...reads, ...[...events, ...files].map((path) => ({ path, headers: {} }))]) {
    const headers = { authorization: `Bearer ${token}`, ...read.headers };
    const response = await fetch(shop.url + read.path, { headers });
    responses.push(`${read.path} ${response.status} ${await response.text()}`);
  }
  return responses;
}

function readsOf({ template, parameters }: Callable, has: Company["has"]) {
  const [name = ""] = /(?<=\{)\w+/.exec(template) ?? [];
  const paths = (has[name] ?? [""]).map((id) => template.replace(/\{\w+\}/, id));
  const isOfSubaccount = parameters.some((one) => one.name === "x-subaccount-id");
  const sellers = isOfSubaccount ? (has["x-subaccount-id"] ?? []) : [];
  const contexts = [{}, ...sellers.map((id) => ({ "x-subaccount-id": id }))];
  return paths.flatMap((path) => contexts.map((headers) => ({ path, headers })));
}
