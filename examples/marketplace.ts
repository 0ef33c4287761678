// A marketplace: two sellers share the payments through splits, and one payment is charged back.
import type { Centavo, Payment, SubaccountPfCreate } from "centavo";
import { startSandbox } from "centavo/sandbox";
import { createTestCompany } from "centavo/testing";
import { craftsperson, maria, mariasCard } from "./people.ts";
import { reais } from "./reais.ts";

/** The fee that the service takes from each payment. */
const FEE = { feePercentage: 3.5, feeFixed: 40 };
const feeOf = (amount: number) => Math.round((amount * FEE.feePercentage) / 100) + FEE.feeFixed;

// This part would stay in an integration.

/** Creates a subaccount, which stays pending until the service reviews it. */
async function openSubaccount(centavo: Centavo, seller: SubaccountPfCreate): Promise<string> {
  const { data: subaccount } = await centavo.subaccounts.createPf(seller);
  console.log(`${subaccount.name}: ${subaccount.status}`);
  return subaccount.id;
}

/** Charges an order. Ana bears a chargeback of her share; Bruno, who only delivers, does not. */
async function sell(
  centavo: Centavo,
  amount: number,
  ana: string,
  bruno: string,
): Promise<Payment> {
  const { data: payment } = await centavo.payments.create({
    paymentType: "card",
    billingData: { amount, installments: 1 },
    customerData: maria,
    cardData: mariasCard,
    splits: [
      { subaccountId: ana, splitPercentage: 60, chargebackLiable: true },
      { subaccountId: bruno, splitPercentage: 20, chargebackLiable: false },
    ],
  });
  const parts = payment.splits.map(({ liquidAmount }) => reais(liquidAmount));
  console.log(`${reais(amount)} paid: ${parts.join(" for Ana and ")} for Bruno`);
  return payment;
}

// This part belongs to the sandbox: it reviews subaccounts, advances the clock and disputes payments.

const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", seed: "marketplace" });
const shop = await createTestCompany(sandbox, FEE);
const { centavo, control, clock } = shop;

/** Shows all balances. Together with the fees, they add up to what the buyers paid. */
async function showBalances(title: string, fees: number): Promise<void> {
  const { data: company } = await control.balance.get();
  console.log(title);
  let total = fees;
  const accounts = [{ subaccountId: "", ...company }, ...company.subaccounts];
  for (const [id, name] of names) {
    const account = accounts.find(({ subaccountId }) => subaccountId === id);
    const { available = 0, receivable = [] } = account ?? {};
    const later = receivable.reduce((sum, { amount }) => sum + amount, 0);
    total += available + later;
    console.log(`  ${name} ${reais(available)} available, ${reais(later)} receivable`);
  }
  console.log(`  service  ${reais(fees)}`);
  console.log(`  total    ${reais(total)}`);
}

const ana = await openSubaccount(centavo, craftsperson("Ana", "Lima", "52998224725"));
const bruno = await openSubaccount(centavo, craftsperson("Bruno", "Reis", "11144477735"));
const names = Object.entries({ "": "shop    ", [ana]: "Ana     ", [bruno]: "Bruno   " });
for (const id of [ana, bruno]) await control.subaccounts.setStatus(id, { status: "APPROVED" });
const one = await sell(centavo, 20000, ana, bruno);
const other = await sell(centavo, 10000, ana, bruno);
const fees = feeOf(one.amount) + feeOf(other.amount);
await showBalances("After two sales:", fees);
await clock.advance({ days: 30 });
await showBalances("30 days later, when card payments settle:", fees);
await control.payments.setStatus(other.id, { status: "DISPUTED" });
await control.payments.setStatus(other.id, { status: "CHARGEBACK" });
await showBalances(`After a chargeback of ${reais(other.amount)}:`, fees);
await shop.close();
await sandbox.close();
