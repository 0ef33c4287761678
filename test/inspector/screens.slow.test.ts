import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Sandbox } from "../../src/sandbox-node/index.ts";
import { hasChromium } from "../chromium.ts";
import { isNightly } from "../nightly.ts";
import { NOBODY, type Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import {
  chooseLanguage,
  DESKTOP,
  englishTexts,
  goTo,
  heading,
  hiddenParts,
  LATEST,
  openInspector,
  PHONE,
  useBrowser,
  violationsIn,
} from "./browser-fixture.ts";

/** Makes something of every kind, and returns where the page shows each. */
async function fill(sandbox: Sandbox, shop: Shop): Promise<Record<string, string>> {
  const { centavo, control } = shop;
  const { url: postbackUrl } = (await control.receiver.get()).data;
  const billingData = { postbackUrl };
  // Before the payments: they make a customer with the document of the same example.
  const stored = await shop.card();
  await control.receiver.set({ behavior: "fail" });
  const pix = await shop.pay("pix", { billingData });
  await shop.decide(pix.id, "PAID");
  await sandbox.settled();
  await control.receiver.set({ behavior: "accept" });
  const card = await shop.pay("card", { billingData });
  const subaccountId = await shop.subaccount();
  const subscription = await shop.subscription({ frequency: 30 }, stored);
  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  await centavo.payments.get(NOBODY).catch(() => {});
  await control.clock.advance({ days: 95 });
  const billet = await shop.pay("billet", { billingData });
  const withdrawal = await shop.withdraw(100);
  await control.faults.set(body("faults.set", "unavailable"));
  await sandbox.settled();
  const [bankAccount] = (await centavo.bankAccounts.list()).data;
  const [failed] = (await control.requests.list({ status: 404 })).data;
  const [postback] = (await control.postbacks.list({ resourceId: pix.id })).data;
  return {
    "bank account": `bank-accounts/${bankAccount?.id}`,
    request: `requests/${failed?.id}`,
    postback: `postbacks/${postback?.eventId}`,
    pix: `payments/${pix.id}`,
    card: `payments/${card.id}`,
    billet: `payments/${billet.id}`,
    subscription: `subscriptions/${subscription.id}`,
    customer: `customers/${subscription.customerId}`,
    "stored card": `cards/${subscription.cardId}`,
    subaccount: `subaccounts/${subaccountId}`,
    withdrawal: `withdrawals/${withdrawal.id}`,
  };
}

/** The screens, by their place or by the resource that they show, with a text that only its data has. */
const SCREENS: [what: string, title: string, data: RegExp][] = [
  ["overview", "Overview", /frozen.*available.*withdrawals\.create/s],
  ["payments", "Payments", /SUCCEEDED.*billet.*R\$/s],
  ["subscriptions", "Subscriptions", /ACTIVE.*Frequency\s.*30\s/s],
  ["customers", "Customers", /@.*page 1 of 1/s],
  ["cards", "Cards", /visa/i],
  ["money", "Money", /Available balance.*R\$.*Statement.*sale/s],
  ["money?from=2026-03-02&to=2026-03-02", "Money", /Available balance.*Statement.*sale/s],
  ["subaccounts", "Subaccounts", /APPROVED.*page 1 of 1, 1 in all/s],
  ["bank-accounts", "Bank accounts", /holder name.*page 1 of 1, 1 in all/is],
  ["withdrawals", "Withdrawals", /PENDING.*R\$/s],
  [
    "requests",
    "Requests",
    /Latest errors.*error kind.*payments\.get.*Check the id.*bankAccounts\.create/s,
  ],
  ["postbacks", "Postbacks", /payment …\w{8} PAID\s+DELIVERED/],
  ["faults", "Faults", /status\s+503/],
  ["companies", "Companies", /this one/],
  ["pix", "Payments", /PAID.*DELIVERED.*attempt 2: 200.*attempt 1: 500.*Ledger/s],
  ["card", "Payments", /DISPUTED.*impossible now/s],
  ["billet", "Payments", /Open the boleto as PDF/],
  ["subscription", "Subscriptions", /next.*SUCCEEDED/s],
  ["customer", "Customers", /firstName/],
  ["stored card", "Cards", /last4Digits/],
  ["subaccount", "Subaccounts", /APPROVED/],
  ["withdrawal", "Withdrawals", /Set to PAID/],
  ["bank account", "Bank accounts", /bankAccounts\.create.*accountNumber/s],
  ["request", "Requests", /404.*PaymentNotFound.*Copy as curl/s],
  ["postback", "Postbacks", /DELIVERED.*Delay a postback.*Body/s],
];

/** By day, each screen has one of the first two, in turn. */
const LOOKS = [
  { language: "pt-BR", viewport: DESKTOP, colorScheme: "light" },
  { language: "en", viewport: PHONE, colorScheme: "dark" },
  { language: "pt-BR", viewport: PHONE, colorScheme: "dark" },
  { language: "pt-BR", viewport: PHONE, colorScheme: "light" },
  { language: "pt-BR", viewport: DESKTOP, colorScheme: "dark" },
  { language: "en", viewport: PHONE, colorScheme: "light" },
  { language: "en", viewport: DESKTOP, colorScheme: "light" },
  { language: "en", viewport: DESKTOP, colorScheme: "dark" },
] as const;

/** Opens everything that is folded on a screen. */
function unfold(page: Page): Promise<void> {
  return page.locator("main details").evaluateAll((all) => {
    for (const each of all as HTMLDetailsElement[]) each.open = true;
  });
}

useBrowser();

test.skipIf(!hasChromium)(
  "every screen shows its data, whole and accessible, and loads nothing from elsewhere",
  async () => {
    const { sandbox, shop, page, errors, requests } = await openInspector();
    const places = await fill(sandbox, shop);
    for (const [index, [what, title, data]] of SCREENS.entries()) {
      await page.setViewportSize(DESKTOP);
      await chooseLanguage(page, "en");
      await goTo(page, places[what] ?? what);
      await heading(page, title).waitFor();
      const text = async () => {
        await unfold(page);
        return page.locator("main").innerText();
      };
      await expect.poll(text, { timeout: LATEST, message: what }).toMatch(data);
      const looks = isNightly ? LOOKS : [index % 2 === 0 ? LOOKS[0] : LOOKS[1]];
      for (const { language, viewport, colorScheme } of looks) {
        await chooseLanguage(page, language);
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const found = {
          english: language === "en" ? [] : await englishTexts(page),
          hidden: await hiddenParts(page),
          violations: await violationsIn(page),
        };
        const look = `${what}, ${language}, ${viewport.width}, ${colorScheme}`;
        expect(found, look).toEqual({ english: [], hidden: [], violations: [] });
      }
    }
    const elsewhere = requests.filter(
      (url) => !/^(data|blob):/.test(url) && !url.startsWith(sandbox.url),
    );
    expect({ elsewhere, errors }).toEqual({ elsewhere: [], errors: [] });
  },
  // At night it takes every screen in every look.
  10 * 60_000,
);
