import * as launcher from "../../src/sandbox-node/index.ts";
import { Shop, START } from "../sandbox/company-fixture.ts";
import { control, service } from "../sandbox/contract-examples.ts";

/**
 * A sandbox with the resources that the samples of the controls name. With a seed and a clock it has the same
 * each time, so that the ids of one are those of the next.
 */
export async function startSandbox(): Promise<launcher.Sandbox> {
  return (await prepare()).sandbox;
}

/** What one of them has, for all samples of a file. */
let known: ReturnType<typeof prepareIds> | undefined;

async function prepareIds() {
  const { sandbox, ids } = await prepare();
  await sandbox.close();
  return ids;
}

/** The id in the prepared sandbox that replaces an id in the sample of an example. */
export async function idsFor(example: string): Promise<[of: string, id: string][]> {
  known ??= prepareIds();
  const { pix, ...others } = await known;
  const named = { ...others, ...(example === "paid" && { PaymentId: pix }) };
  return Object.entries(named).map(([parameter, id]) => [exampleOf(parameter), id]);
}

async function prepare() {
  const sandbox = await launcher.startSandbox({ seed: "samples", clock: START });
  const shop = new Shop(sandbox.url, sandbox);
  const { id: PaymentId } = await shop.pay("card", { splits: undefined });
  const { id: pix } = await shop.pay("pix");
  const wages = await shop.pay("pix", { billingData: { amount: 500_000 } });
  await shop.decide(wages.id, "PAID");
  const [{ id: customerId = "", firstName = "", lastName = "" } = {}] = (
    await shop.centavo.customers.list()
  ).data;
  const card = await shop.card({ customerId, holderName: `${firstName} ${lastName}` });
  // A sample creates a customer with the document that this one has.
  await shop.centavo.customers.update(customerId, { document: "71428793860" });
  const ids = {
    ...{ PaymentId, pix, CustomerId: customerId, TokenizedCardId: card.id },
    SubaccountId: await shop.subaccount("PENDING"),
    SubscriptionId: (await shop.subscription({}, card)).id,
    WithdrawalId: (await shop.withdraw(1000)).id,
    EventId: (await shop.control.postbacks.list()).data[0]?.eventId ?? "",
    CompanyId: (await shop.control.companies.create()).data.companyId,
    SnapshotId: (await shop.control.snapshots.create()).data.snapshotId,
  };
  return { sandbox, ids };
}

function exampleOf(parameter: string): string {
  const [found] = [service, control]
    .map((contract) => contract.at("components", "parameters", parameter, "example"))
    .filter(({ exists }) => exists);
  return String(found?.value);
}
