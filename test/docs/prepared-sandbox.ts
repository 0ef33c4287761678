import { readFileSync } from "node:fs";
import { type Centavo, createCentavo } from "../../src/client/index.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import * as launcher from "../../src/sandbox/index.ts";

const [service, controls] = ["openapi", "sandbox-control"].map((name) =>
  Cursor.root(JSON.parse(readFileSync(`generated/${name}.json`, "utf8"))),
) as [Cursor, Cursor];

type Named = Record<
  | ("card" | "pix" | "customer" | "cardToken" | "subaccount")
  | ("subscription" | "withdrawal" | "event" | "snapshot"),
  string
>;

/**
 * A sandbox with the resources that the samples of the controls name. With a seed and a clock it has the same
 * each time, so that the ids of one are those of the next.
 */
export async function startSandbox(): Promise<launcher.Sandbox> {
  return (await prepare()).sandbox;
}

/** The id in the prepared sandbox that replaces an id in the sample of an example. */
export async function idsFor(example: string): Promise<[of: string, id: string][]> {
  const { sandbox, ids } = await prepare();
  await sandbox.close();
  return [
    ["PaymentId", example === "paid" ? ids.pix : ids.card],
    ["CustomerId", ids.customer],
    ["TokenizedCardId", ids.cardToken],
    ["SubaccountId", ids.subaccount],
    ["SubscriptionId", ids.subscription],
    ["WithdrawalId", ids.withdrawal],
    ["EventId", ids.event],
    ["SnapshotId", ids.snapshot],
  ].map(([parameter = "", id = ""]) => [exampleOf(parameter), id]);
}

async function prepare(): Promise<{ sandbox: launcher.Sandbox; ids: Named }> {
  const sandbox = await launcher.startSandbox({ seed: "samples", clock: "2026-03-02T12:00:00Z" });
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });
  const { control } = sandbox;
  const card = await pay(centavo, "card");
  const pix = await pay(centavo, "pix");
  const wages = await pay(centavo, "pix", { billingData: { amount: 500_000 } });
  await control.payments.setStatus(wages, { status: "PAID" });
  const [{ id: customer = "", firstName = "", lastName = "" } = {}] = (
    await centavo.customers.list()
  ).data;
  const { data: token } = await centavo.cards.tokenize({
    ...bodyOf<Parameters<Centavo["cards"]["tokenize"]>[0]>("cards.tokenize.card"),
    ...{ customerId: customer, holderName: `${firstName} ${lastName}` },
  });
  // A sample creates a customer with the document that this one has.
  await centavo.customers.update(customer, { document: "71428793860" });
  const { data: subaccount } = await centavo.subaccounts.createPf(
    bodyOf("subaccounts.createPf.pf"),
  );
  const { data: subscription } = await control.subscriptions.create({
    ...{ customerId: customer, cardId: token.id, title: "Plano mensal", amount: 4990 },
    ...{ frequency: 30, dueDate: "2026-03-10" },
  });
  const { data: withdrawal } = await control.withdrawals.create({
    ...{ amount: 1000, pixKeyType: "CPF", pixKey: "52998224725" },
  });
  const [{ eventId: event = "" } = {}] = (await control.postbacks.list()).data;
  const { data: snapshot } = await control.snapshots.create();
  const ids = {
    ...{ card, pix, customer, cardToken: token.id },
    ...{ subaccount: subaccount.id, subscription: subscription.id },
    ...{ withdrawal: withdrawal.id, event },
    snapshot: snapshot.snapshotId,
  };
  return { sandbox, ids };
}

async function pay(centavo: Centavo, example: string, change: object = {}): Promise<string> {
  const body = bodyOf<Parameters<Centavo["payments"]["create"]>[0]>(`payments.create.${example}`);
  const { splits: _, ...whole } = { ...body, ...change };
  return (await centavo.payments.create(whole as typeof body)).data.id;
}

function bodyOf<Body>(example: string): Body {
  return service.at("components", "examples", `${example}.request`, "value").value as Body;
}

function exampleOf(parameter: string): string {
  const [found] = [service, controls]
    .map((contract) => contract.at("components", "parameters", parameter, "example"))
    .filter(({ exists }) => exists);
  return String(found?.value);
}
