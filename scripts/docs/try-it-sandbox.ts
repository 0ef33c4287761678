import { createCentavo } from "../../src/client/index.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { operations, requestExamples } from "../../src/contract/operations.ts";
import { readContract, readControlContract } from "../../src/contract/read-bundled-contract.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox-node/index.ts";

/** A sandbox behind the docs, with the ids that the forms need and no example has. */
export interface TriedSandbox extends Sandbox {
  /** By the name of the parameter. */
  ids: Readonly<Record<string, string>>;
}

/** Starts a sandbox in which each form of the docs succeeds as it comes, also those of the controls. */
export async function startTriedSandbox(): Promise<TriedSandbox> {
  const sandbox = await startSandbox({ port: 0, examples: true });
  const { control } = sandbox;
  const centavo = createCentavo({ baseUrl: sandbox.url, ...sandbox });

  // The withdrawal needs a balance, and a paid Pix also sends a postback.
  const { data: sale } = await centavo.payments.create(exampleOf("payments.create", "pix"));
  await control.payments.setStatus(sale.id, { status: "PAID" });
  // A new customer needs a document that nobody has.
  const { document } = exampleOf<{ document: string }>("customers.create", "customer");
  const { data: customers } = await centavo.customers.list();
  const same = customers.find((each) => each.document === document);
  if (same) await centavo.customers.update(same.id, { document: "71428793860" });
  const { data: subaccount } = await centavo.subaccounts.createPf(
    exampleOf("subaccounts.createPf", "pf"),
  );
  const { data: postbacks } = await control.postbacks.list();
  const { data: snapshot } = await control.snapshots.create();
  const { data: invitation } = await control.invitations.create();
  const { data: other } = await control.companies.create();
  return {
    ...sandbox,
    ids: {
      companyId: other.companyId,
      invitationId: invitation.invitationId,
      eventId: postbacks[0]?.eventId ?? "",
      snapshotId: snapshot.snapshotId,
      subaccountId: subaccount.id,
    },
  };
}

function exampleOf<Body>(operationId: string, name: string): Body {
  const contracts = [readContract(), readControlContract()].map((each) => Cursor.root(each));
  const operation = contracts.flatMap(operations).find(({ id }) => id === operationId);
  const example = operation && requestExamples(operation).find(({ key }) => key === name);
  return example?.at("value").value as Body;
}
