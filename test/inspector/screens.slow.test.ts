import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { hasChromium } from "../chromium.ts";
import { sampleOf } from "../sample.ts";
import { NOBODY, Shop, START } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import {
  DESKTOP,
  firstCompany,
  heading,
  hiddenParts,
  LATEST,
  openSession,
  PHONE,
  useBrowser,
  violationsIn,
  visit,
} from "./browser-fixture.ts";

/** Makes something of every kind, and returns where the page shows each. */
async function fill(sandbox: Sandbox): Promise<Record<string, string>> {
  const shop = new Shop(sandbox.url, sandbox);
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
  const billet = await shop.pay("billet", { billingData });
  const subaccountId = await shop.subaccount();
  const subscription = await shop.subscription({ frequency: 30 }, stored);
  await centavo.bankAccounts.create(body("bankAccounts.create", "checking"));
  await centavo.payments.get(NOBODY).catch(() => {});
  await control.clock.advance({ days: 95 });
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

/** Each screen, with a text that only its data has. */
const lists = [
  { place: "overview", title: "Overview", data: /frozen.*available.*withdrawals\.create/s },
  { place: "payments", title: "Payments", data: /SUCCEEDED.*billet.*R\$/s },
  { place: "subscriptions", title: "Subscriptions", data: /ACTIVE.*30 days/s },
  { place: "customers", title: "Customers", data: /@.*page 1 of 1/s },
  { place: "cards", title: "Cards", data: /visa/i },
  { place: "subaccounts", title: "Subaccounts", data: /APPROVED.*page 1 of 1, 1 in all/s },
  { place: "bank-accounts", title: "Bank accounts", data: /holder name.*page 1 of 1, 1 in all/is },
  { place: "withdrawals", title: "Withdrawals", data: /PENDING.*R\$/s },
  { place: "requests", title: "Requests", data: /404.*payments\.get/s },
  { place: "postbacks", title: "Postbacks", data: /payment …\w{8} PAID\s+DELIVERED/ },
  { place: "faults", title: "Faults", data: /status\s+503/ },
  { place: "companies", title: "Companies", data: /this one/ },
];

/** The screens of one resource, by the name of its id. */
const details = [
  { resource: "pix", title: "Payments", data: /QR code.*Ledger.*attempt 1: 500.*attempt 2: 200/s },
  { resource: "card", title: "Payments", data: /DISPUTED.*impossible now/s },
  { resource: "billet", title: "Payments", data: /Open the billet as PDF/ },
  { resource: "subscription", title: "Subscriptions", data: /SUCCEEDED.*next/s },
  { resource: "customer", title: "Customers", data: /firstName/ },
  { resource: "stored card", title: "Cards", data: /last4Digits/ },
  { resource: "subaccount", title: "Subaccounts", data: /APPROVED/ },
  { resource: "withdrawal", title: "Withdrawals", data: /Set to PAID/ },
  {
    resource: "bank account",
    title: "Bank accounts",
    data: /accountNumber.*bankAccounts\.create/s,
  },
  { resource: "request", title: "Requests", data: /404.*PaymentNotFound.*Copy as curl/s },
  { resource: "postback", title: "Postbacks", data: /DELIVERED.*Delay it.*Body/s },
];

const looks = [DESKTOP, PHONE].flatMap((viewport) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

describe.skipIf(!hasChromium)("every screen", () => {
  useBrowser();

  let sandbox: Sandbox;
  /** The session of all visits, since the printed address opens one only. */
  let cookie: { name: string; value: string; url: string };
  let companyId: string;
  /** Where the resources are that have a screen of their own, by what they are. */
  let places: Record<string, string>;

  beforeAll(async () => {
    sandbox = await startSandbox({ clock: START });
    cookie = await openSession(sandbox);
    companyId = await firstCompany(sandbox, cookie);
    places = await fill(sandbox);
  });

  afterAll(() => sandbox?.close());

  const screens = lists.map((list) => ({ ...list, screen: list.place }));
  const ofResources = details.map((each) => ({ ...each, screen: `a ${each.resource}` }));

  test.each(sampleOf([...screens, ...ofResources], 2))(
    "$screen shows its data, whole and accessible, and loads nothing from elsewhere",
    async (screen) => {
      const place = "place" in screen ? screen.place : places[screen.resource];
      const { page, errors, requests } = await visit("about:blank");
      await page.context().addCookies([cookie]);
      await page.goto(`${sandbox.url}/#/${companyId}/${place}`);
      await heading(page, screen.title).waitFor();
      const text = () => page.locator("main").innerText();
      await expect.poll(text, { timeout: LATEST }).toMatch(screen.data);
      for (const { viewport, colorScheme } of sampleOf(looks, 4)) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const found = { hidden: await hiddenParts(page), violations: await violationsIn(page) };
        expect(found, `${viewport.width}, ${colorScheme}`).toEqual({ hidden: [], violations: [] });
      }
      const elsewhere = requests.filter(
        (url) => !/^data:/.test(url) && !url.startsWith(sandbox.url),
      );
      expect({ elsewhere, errors }).toEqual({ elsewhere: [], errors: [] });
    },
  );
});
