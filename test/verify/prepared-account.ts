import { onTestFinished } from "vitest";
import { createCentavo } from "../../src/client/index.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import type { Sandbox } from "../../src/sandbox-node/index.ts";
import { checkedAssumptions } from "../../src/verify/checked-assumptions.ts";
import { planRequests } from "../../src/verify/plan/plan-requests.ts";
import { ServiceUnusable } from "../../src/verify/service/service-connection.ts";
import {
  type ServiceResult,
  type VerifyOptions,
  verifyService,
} from "../../src/verify/service/verify-service.ts";
import type { Verdict } from "../../src/verify/verdicts.ts";
import { body, service } from "../sandbox/contract-examples.ts";
import { type Deviation, startDeviatingSandbox } from "./deviating-sandbox.ts";

const checks = readAssumptionChecks();

export const assumptions = checkedAssumptions(service, checks);

const MARIA = "8f14e45f-ceea-467f-9c1c-7c1d3b6a2b10";
const PEDRO = "2c7be0d4-81f6-4a39-b5c8-e90d3a6f1b72";

/** What a run may use and change. */
export const resources = {
  customer: PEDRO,
  subscription: "b2e84d06-95f1-4a7c-8d3b-1c6f0e9a5274",
  subaccount: "0d6f8b21-7c4a-4e95-b3d0-5a1c9e7f2846",
};

/**
 * A sandbox with the examples, and with what else an account needs so that most assumptions can be decided. Then it
 * becomes another service.
 */
export async function startAccount(deviations: readonly Deviation[] = []) {
  const active: Deviation[] = [];
  const sandbox = await startDeviatingSandbox(active);
  const { control, url, publicKey, privateKey } = sandbox;
  const centavo = createCentavo({ baseUrl: url, publicKey, privateKey });
  // Of fewer than four items nobody knows whether they have an order.
  for (const cpf of ["12345678909", "98765432100", "11144477735"]) {
    await control.clock.advance({ seconds: 60 });
    const partner = { juridicDataPartner: { cpf, email: `${cpf}@example.com` } };
    await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
    const postbackUrl = cpf.startsWith("1") ? "https://shop.example/postbacks" : undefined;
    await control.withdrawals.create(body("withdrawals.create", "pix", { amount: 1, postbackUrl }));
    await centavo.subaccounts.createPf(body("subaccounts.createPf", "pf", partner));
  }
  // Pedro, who has no address, becomes the buyer of the examples, who pays with a card of his own.
  const { document } = body("payments.create", "card").customerData;
  await centavo.customers.update(MARIA, { document: "16899535009" });
  await centavo.customers.update(PEDRO, { document });
  await centavo.payments.create(body("payments.create", "pix"));
  active.push(...deviations);
  onTestFinished(sandbox.close);
  return { ...sandbox, deviations: active };
}

type Account = Pick<Sandbox, "url" | "publicKey" | "privateKey">;

/** Checks the assumptions against a service, as fast as it answers. */
export function run(
  { url, publicKey, privateKey }: Account,
  options: Partial<VerifyOptions> = {},
): Promise<ServiceResult> {
  const plan = { contract: service, checks, write: options.write ?? true };
  return verifyService({
    ...plan,
    planned: planRequests(plan),
    url,
    credentials: { publicKey, privateKey },
    resources,
    requestsPerSecond: 1_000_000,
    signal: new AbortController().signal,
    ...options,
  });
}

/** What a run finds out, by the pointers of the assumptions. */
export async function verify(account: Account, write: boolean) {
  const { verdicts, deviations, stopped } = await run(account, { write }).catch(nothingIfUnusable);
  const by = Object.groupBy(verdicts, ({ verdict }) => verdict);
  const pointers = (group: Verdict["verdict"]) =>
    (by[group] ?? []).map(({ assumption }) => assumption.pointer).sort();
  return {
    contradicted: pointers("contradicted"),
    held: pointers("held"),
    deviations,
    ...(stopped !== undefined && { stopped }),
  };
}

/** A service that fails before it has answered a list is no service, and there is no report. */
function nothingIfUnusable(
  error: unknown,
): Pick<ServiceResult, "verdicts" | "deviations" | "stopped"> {
  if (!(error instanceof ServiceUnusable)) throw error;
  return { verdicts: [], deviations: [], stopped: error.message };
}
