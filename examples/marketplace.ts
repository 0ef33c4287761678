// A marketplace: two sell in it, payments are divided, and one of them is charged back.
import { type Centavo, createCentavo, type Payment, type SubaccountPfCreate } from "centavo";
import { createControl, startSandbox } from "centavo/sandbox";
import { craftsperson, maria, mariasCard } from "./people.ts";
import { reais } from "./reais.ts";

/** What the service keeps of each payment. */
const FEE = { feePercentage: 3.5, feeFixed: 40 };
const feeOf = (amount: number) => Math.round((amount * FEE.feePercentage) / 100) + FEE.feeFixed;

// What an integration keeps.

/** Asks for a subaccount, which waits for the service's review. */
async function openSubaccount(centavo: Centavo, seller: SubaccountPfCreate): Promise<string> {
  const { data: subaccount } = await centavo.subaccounts.createPf(seller);
  console.log(`${subaccount.name}: ${subaccount.status}`);
  return subaccount.id;
}

/** Sells a basket: Ana made most of it, and answers for it; Bruno delivers, and is paid anyhow. */
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
  console.log(`${reais(amount)} paid, of it ${parts.join(" for Ana and ")} for Bruno`);
  return payment;
}

// What belongs to the sandbox: its controls review, let time pass, dispute, and know what each has.

const sandbox = await startSandbox({ clock: "2026-03-02T12:00:00Z", seed: "marketplace" });
const { data: keys } = await sandbox.control.companies.create(FEE);
const centavo = createCentavo({ baseUrl: sandbox.url, ...keys });

const control = createControl(sandbox.url, keys);

/** What each has, and is to get. With what the service keeps it is what the buyers have paid. */
async function showBalances(title: string, fees: number): Promise<void> {
  const { data: company } = await control.balance.get();
  console.log(title);
  let together = fees;
  const accounts = [{ subaccountId: "", ...company }, ...company.subaccounts];
  for (const [id, name] of names) {
    const account = accounts.find(({ subaccountId }) => subaccountId === id);
    const { available = 0, receivable = [] } = account ?? {};
    const later = receivable.reduce((sum, { amount }) => sum + amount, 0);
    together += available + later;
    console.log(`  ${name} ${reais(available)} now, ${reais(later)} later`);
  }
  console.log(`  service  ${reais(fees)}`);
  console.log(`  together ${reais(together)}`);
}

const ana = await openSubaccount(centavo, craftsperson("Ana", "Lima", "52998224725"));
const bruno = await openSubaccount(centavo, craftsperson("Bruno", "Reis", "11144477735"));
const names = Object.entries({ "": "shop    ", [ana]: "Ana     ", [bruno]: "Bruno   " });
for (const id of [ana, bruno]) await control.subaccounts.setStatus(id, { status: "APPROVED" });
const one = await sell(centavo, 20000, ana, bruno);
const other = await sell(centavo, 10000, ana, bruno);
const fees = feeOf(one.amount) + feeOf(other.amount);
await showBalances("After two sales:", fees);
await control.clock.advance({ days: 30 });
await showBalances("30 days later, when cards settle:", fees);
await control.payments.setStatus(other.id, { status: "DISPUTED" });
await control.payments.setStatus(other.id, { status: "CHARGEBACK" });
await showBalances(`After a chargeback of ${reais(other.amount)}:`, fees);
await sandbox.close();
