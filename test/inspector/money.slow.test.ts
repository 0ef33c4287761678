import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { firstOf } from "../nightly.ts";
import { Shop } from "../sandbox/company-fixture.ts";
import {
  hiddenParts,
  LATEST,
  newSandbox,
  PHONE,
  press,
  section,
  setHash,
  useBrowser,
  violationsIn,
  visit,
} from "./browser-fixture.ts";

/** The screen in a language, of a company with sales, a split, a chargeback, an anticipation and a withdrawal. */
async function openMoney(locale: "en" | "pt-BR", options: object = {}) {
  const { sandbox, shop: first } = await newSandbox();
  const { companyId, ...keys } = (await first.control.companies.create({ feeFixed: 100 })).data;
  const shop = new Shop(sandbox.url, keys);
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitAmount: 2_000, splitPercentage: undefined }];
  const card = (amount: number, installments: number, change = {}) =>
    shop.pay("card", { billingData: { amount, installments }, ...change });
  const sale = await card(10_000, 2, { splits });
  const anticipated = await card(6_000, 2);
  const lost = await card(3_000, 1);
  await shop.control.clock.advance({ days: 30 });
  await shop.control.payments.anticipate(anticipated.id);
  await shop.decide(lost.id, "DISPUTED");
  await shop.decide(lost.id, "CHARGEBACK");
  await shop.withdraw(5_000);
  const { page, errors } = await visit(sandbox.inspectorUrl, { locale, ...options });
  await page.locator("nav [aria-current]").waitFor();
  const open = async (place: string) => {
    await setHash(page, `#/${companyId}/${place}`);
    await eventually(() => page.getByText(/Loading…|Carregando…/).count()).toBe(0);
  };
  await open("money");
  return { sandbox, shop, page, errors, open, sale, subaccountId };
}

/** The rows of a table, as people read them: what its columns are called, and what stands in them. */
function rowsIn(page: Page, title: string): Promise<Record<string, string>[]> {
  return section(page, title)
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll("td")].map((cell) => [
            cell.dataset.title ?? "",
            cell.textContent?.replaceAll(/\s+/g, " ").trim() ?? "",
          ]),
        ),
      ),
    );
}

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: LATEST });

describe.skipIf(!hasChromium)("the money of a company in Chromium", () => {
  useBrowser();

  test("in Portuguese it says what comes and what happened, and leads from a day to its payments", async () => {
    const { page, errors, open, sale, subaccountId } = await openMoney("pt-BR");
    await eventually(() => page.locator("dl.balances").first().innerText()).toMatch(
      /Saldo disponível\s+R\$ 47,50\s.*A receber\s+R\$ 39,50\s.*Sacado\s+R\$ 50,00/s,
    );
    expect(await rowsIn(page, "Recebíveis por dia")).toEqual([
      { Data: "01/05/2026", Líquido: "R$ 39,50", Sacado: "R$ 0,00", Saldo: "R$ 87,00" },
      { Data: "01/04/2026", Líquido: "R$ 97,50", Sacado: "R$ 50,00", Saldo: "R$ 47,50" },
    ]);

    await page.getByRole("link", { name: "01/05/2026" }).click();
    await eventually(async () => (await rowsIn(page, "Extrato")).length).toBe(3);
    expect(await rowsIn(page, "Extrato")).toMatchObject([
      { Lançamento: "antecipação", Bruto: "R$ 60,00", "Entrada ou saída": "-R$ 29,50" },
      { Lançamento: "venda", Bruto: "R$ 60,00", "Entrada ou saída": "R$ 29,50" },
      {
        ...{ Lançamento: "venda", Bruto: "R$ 100,00", Taxas: "R$ 1,00" },
        ...{ "Para subcontas": "R$ 20,00", "Entrada ou saída": "R$ 39,50" },
        "Pagamento ou saque": expect.stringMatching(/^Maria Souza ?pagamento …[\da-f]{8} cartão$/),
      },
    ]);
    await section(page, "Extrato").getByTitle(sale.id).click();
    await page.getByRole("heading", { level: 1, name: "Pagamentos" }).waitFor();

    await open(`money?subaccountId=${subaccountId}`);
    await page.getByRole("link", { name: "01/05/2026" }).click();
    await section(page, "Extrato").getByText("01/05/2026").first().waitFor();
    expect(await page.getByLabel("Titular").inputValue()).toBe(subaccountId);
    expect(errors).toEqual([]);
  });

  test("in English its filters are typed and stay in the address, with which another session sees the same", async () => {
    const { page, sandbox, shop } = await openMoney("en");
    await page.getByLabel("From").fill("2026-04-01");
    await page.getByLabel("Until", { exact: true }).fill("2026-04-30");
    await page.getByLabel("Until", { exact: true }).press("Enter");
    await page.getByLabel("What happened").selectOption("withdrawal");
    await eventually(() => rowsIn(page, "Statement")).toMatchObject([
      { "What happened": "withdrawal", "Change of the balance": "-R$ 50,00" },
    ]);
    const { page: other } = await visit(sandbox.url);
    await other.getByLabel("Public key").fill(shop.keys.publicKey);
    await other.getByLabel("Private key").fill(shop.keys.privateKey);
    await press(other, "Open");
    await other.locator("nav [aria-current]").waitFor();
    await setHash(other, new URL(page.url()).hash);
    await eventually(async () => (await rowsIn(other, "Statement")).length).toBe(1);
    expect(await rowsIn(other, "Statement")).toEqual(await rowsIn(page, "Statement"));

    await page.getByLabel("From").fill("");
    await page.getByLabel("From").press("Enter");
    await page.getByLabel("Until", { exact: true }).fill("2026-03-31");
    await page.getByLabel("Until", { exact: true }).press("Enter");
    await section(page, "What comes in, by day").getByText("Nothing comes in").waitFor();
  });

  test("a statement goes on where it ends, and follows what happens", async () => {
    const { page, shop } = await openMoney("en");
    const rows = async () => (await rowsIn(page, "Statement")).length;
    const pay = async () => shop.decide((await shop.pay("pix")).id, "PAID");
    const before = await rows();
    await pay();
    await eventually(rows).toBe(before + 1);
    const [customer] = (await shop.centavo.customers.list()).data;
    const card = await shop.card({ customerId: `${customer?.id}` });
    const days = { dueDate: "2026-04-02", expirationDate: "2029-12-31" };
    await shop.subscription({ ...days, frequency: 1, duration: 1_000 }, card);
    await shop.control.clock.advance({ days: 1_100 });
    // More than a page of the contract.
    for (let count = 50; count <= 1_000; count += 50) {
      await eventually(rows).toBe(count);
      await press(section(page, "Statement"), "Show more");
    }
    const { data } = await shop.control.ledger.getStatement({ limit: 1_000 });
    const rest = await shop.control.ledger.getStatement({ after: data.next ?? "" });
    await eventually(rows).toBe(1_000 + rest.data.movements.length);
    const [latest] = await rowsIn(page, "Statement");
    expect(latest?.Balance?.replaceAll(/\D/g, "")).toBe(`${data.closingBalance}`);
  });

  test("the clock advances to a day, and to what is due next if there is something", async () => {
    const { page, shop, open } = await openMoney("en");
    const now = async () => (await shop.control.clock.get()).data.now;
    await open("money?from=2026-05-01&to=2026-05-01");
    await press(page, "Advance the clock to 01/05/2026");
    await eventually(now).toBe("2026-05-01T03:00:00.000Z");
    await page.getByRole("button", { name: /Advance the clock to/ }).waitFor({ state: "detached" });
    await press(page, "Next settlement");
    await page.getByText("Nothing is due: the clock stays where it is.").waitFor();
    await shop.pay("card");
    await press(page, "Next settlement");
    await eventually(now).toBe("2026-05-31T03:00:00.000Z");
  });

  test.each(firstOf(1, ["pt-BR", "en"] as const))(
    "it is accessible and whole on a phone and on paper, in %s",
    async (locale) => {
      const { page, open } = await openMoney(locale, { viewport: PHONE });
      for (const place of [
        "money?from=2026-03-01&to=2026-06-30",
        "money?from=2026-04-01&to=2026-04-01",
      ]) {
        await open(place);
        expect([await hiddenParts(page), await violationsIn(page)]).toEqual([[], []]);
      }
      await open("money?from=2026-03-01&to=2026-06-30");
      await page.setViewportSize({ width: 718, height: 1000 });
      await page.emulateMedia({ media: "print" });
      expect(await hiddenParts(page)).toEqual([]);
      expect(await page.locator("nav.screens, button:visible").first().isVisible()).toBe(false);
      expect(await page.locator("thead").first().isVisible()).toBe(true);
    },
  );
});
