import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { hasChromium } from "../chromium.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import {
  companyIn,
  createInTwoClicks,
  dialog,
  goTo,
  heading,
  hiddenParts,
  LATEST,
  newSandbox,
  openInspector,
  PHONE,
  SCREENS,
  section,
  useBrowser,
  violationsIn,
  visit,
} from "./browser-fixture.ts";

describe.skipIf(!hasChromium)("the inspector in Chromium", () => {
  useBrowser();

  describe("a session", () => {
    test("the printed address opens it, and a reload goes on", async () => {
      const { page, sandbox } = await openInspector();
      await page.reload();
      await heading(page, "Overview").waitFor();
      expect(page.url()).not.toContain(sandbox.inspectorUrl.split("#")[1]);
    });

    test("the printed address opens no second one", async () => {
      const { sandbox } = await openInspector();
      const { page } = await visit(sandbox.inspectorUrl);
      await page.getByText("This address was used before").waitFor();
      expect(await page.getByLabel("Public key").isVisible()).toBe(true);
    });

    test("a printed address that is pasted into an open page opens it", async () => {
      const { sandbox } = await newSandbox();
      const { page } = await visit(sandbox.url);
      await page.getByLabel("Public key").waitFor();
      await page.evaluate((hash) => {
        location.hash = hash;
      }, sandbox.inspectorUrl.split("#")[1] as string);
      await heading(page, "Overview").waitFor();
      expect(page.url()).not.toContain("code=");
    });

    test("signing out ends it, for a copy of its cookie too", async () => {
      const { page, sandbox } = await openInspector();
      const cookies = await page.context().cookies();
      await goTo(page, "companies");
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByLabel("Public key").waitFor();
      await page.context().addCookies(cookies);
      await page.goto(sandbox.url);
      await page.getByLabel("Public key").waitFor();
      expect(await violationsIn(page)).toEqual([]);
    });

    test("without one, the page asks for keys; wrong keys say so, and stay", async () => {
      const { sandbox } = await newSandbox();
      const { page } = await visit(sandbox.url);
      await page.getByLabel("Public key").fill("wrong");
      await page.getByLabel("Private key").fill(sandbox.privateKey);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("alert").getByText("No company has these keys").waitFor();
      expect(await page.getByLabel("Public key").inputValue()).toBe("wrong");
      await page.getByLabel("Public key").fill(sandbox.publicKey);
      await page.getByRole("button", { name: "Open" }).click();
      await heading(page, "Overview").waitFor();
    });
  });

  test("a session that has ended can be opened again above a form, which keeps what was typed", async () => {
    const { page, sandbox, shop } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByLabel("amount", { exact: true }).fill("4242");
    await page.context().clearCookies();
    const submit = dialog(page).getByRole("button", { name: "Create a payment" });
    await submit.click();
    await page.getByRole("alert").getByText("The session has ended").last().waitFor();
    await page.getByRole("button", { name: "Enter the keys of this company" }).click();
    await page.getByLabel("Public key").fill(sandbox.publicKey);
    await page.getByLabel("Private key").fill(sandbox.privateKey);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByLabel("Public key").waitFor({ state: "detached" });
    await submit.click();
    await dialog(page).getByRole("status").waitFor();
    expect((await shop.centavo.payments.list()).data).toMatchObject([{ amount: 4242 }]);
  });

  test("a session that has ended is noticed by what the page reads, and opened again", async () => {
    const { page, sandbox, shop } = await openInspector();
    await goTo(page, "payments");
    await page.getByText("There are no payments.").waitFor();
    await page.context().clearCookies();
    const { id } = await shop.pay("pix");
    await page.getByText("The session has ended, or the sandbox no longer has").waitFor();
    await page.getByRole("button", { name: "Enter the keys of this company" }).click();
    await dialog(page).getByLabel("Public key").fill(sandbox.publicKey);
    await dialog(page).getByLabel("Private key").fill(sandbox.privateKey);
    await dialog(page).getByRole("button", { name: "Open", exact: true }).click();
    await page.getByTitle(id).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  test("a PIX is created in two clicks and paid, and its money arrives", async () => {
    const { page, shop } = await openInspector();
    await createInTwoClicks(page, "Create a payment", "Create a payment");
    await dialog(page).getByRole("link", { name: "Open the payment" }).click();
    await page.getByRole("img", { name: "The QR code" }).waitFor();
    await page.getByRole("button", { name: /→ PAID/ }).click();
    const timeline = section(page, "Timeline");
    await timeline.getByText("Postback of PAID, attempt 1: 200").waitFor();
    await timeline
      .getByText(/Ledger: /)
      .first()
      .waitFor();
    await timeline.locator(".status", { hasText: "PAID" }).first().waitFor();
    const { available } = await shop.balance();
    expect(available).toBeGreaterThan(0);
    await goTo(page, "overview");
    await section(page, "Balance").getByText(`${available}`, { exact: true }).first().waitFor();
  });

  test("a card payment is made from its example", async () => {
    const { page, shop } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByLabel("Example", { exact: true }).selectOption("card");
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByRole("status").waitFor();
    const { data } = await shop.centavo.payments.list();
    expect(data).toMatchObject([{ paymentMethod: "card", status: "SUCCEEDED" }]);
  });

  test.each([
    { time: "a standing clock", options: {} },
    { time: "the time of this machine", options: { clock: undefined } },
  ])("a subscription is created in two clicks on an empty sandbox, at $time", async (given) => {
    const { page, shop } = await openInspector(given.options as object);
    await goTo(page, "subscriptions");
    await createInTwoClicks(page, "Create a subscription", "Create a subscription");
    expect((await shop.centavo.subscriptions.list()).data).toHaveLength(1);
    await dialog(page).getByRole("link", { name: "Open the subscription" }).click();
    await page.getByText(/every 30 days/).waitFor();
  });

  test("a year on the page shows the charges of a subscription as a strip", async () => {
    const { page, shop } = await openInspector();
    const subscription = await shop.subscription({ frequency: 30 });
    await page.getByRole("button", { name: "+1 year" }).click();
    await page.getByText(/The advance caused 12 subscription charges/).waitFor();
    await goTo(page, `subscriptions/${subscription.id}`);
    const charged = page.locator(".charges .succeeded");
    await expect.poll(() => charged.count(), { timeout: LATEST }).toBe(12);
  });

  test("the strip ends with the day of the next charge", async () => {
    const { page, shop } = await openInspector();
    const { id } = await shop.subscription({ frequency: 30, dueDate: "2026-03-10" });
    await shop.control.clock.advance({ days: 95 });
    await goTo(page, `subscriptions/${id}`);
    const strip = page.locator(".charges li");
    await expect
      .poll(async () => (await strip.allInnerTexts()).map((text) => text.split("\n")[0]), {
        timeout: LATEST,
      })
      .toEqual(["10/03/2026", "09/04/2026", "09/05/2026", "08/06/2026"]);
    expect(await strip.last().innerText()).toContain("next");
  });

  test("an update begins with the resource's own values", async () => {
    const { page, shop } = await openInspector();
    const card = await shop.card();
    const { id } = await shop.subscription({ title: "Plano anual", amount: 7_700 }, card);
    // Other forms take the newest card.
    await shop.card({ customerId: card.customerId });
    await goTo(page, `subscriptions/${id}`);
    await page.getByRole("button", { name: "Update", exact: true }).click();
    const field = (name: string) => dialog(page).getByLabel(name, { exact: true });
    expect(await field("amount").inputValue()).toBe("7700");
    expect(await field("title").inputValue()).toBe("Plano anual");
    expect(await field("tokenizedCardId").inputValue()).toBe(card.id);
  });

  test("a number with decimals can be typed", async () => {
    const { page } = await openInspector();
    await goTo(page, "faults");
    await page.getByLabel("probability").pressSequentially("0.05");
    expect(await page.getByLabel("probability").inputValue()).toBe("0.05");
  });

  test("a filter keeps what is typed while something happens", async () => {
    const { page, shop } = await openInspector();
    await goTo(page, "requests");
    const status = page.getByLabel("Status", { exact: true });
    await status.pressSequentially("40");
    await shop.centavo.payments.get(NOBODY).catch(() => {});
    await page.getByRole("link", { name: "payments.get" }).waitFor();
    await status.pressSequentially("0");
    await status.press("Enter");
    await page.getByText("There are no requests.").waitFor();
    expect(page.url()).toContain("status=400");
  });

  test("JSON that does not parse stays, and the form says so", async () => {
    const { page } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByRole("button", { name: "Edit as JSON" }).click();
    await dialog(page).getByLabel("Body").fill('{ "amount": 49');
    await dialog(page).getByRole("button", { name: "Edit the fields" }).click();
    await dialog(page).getByRole("alert").waitFor();
    expect(await dialog(page).getByLabel("Body").inputValue()).toBe('{ "amount": 49');
  });

  test("two customers are created after a payment whose buyer has the document of the example", async () => {
    const { page, shop } = await openInspector();
    await shop.pay("pix");
    for (let count = 0; count < 2; count++) {
      await createInTwoClicks(page, "Create a customer", "Create a customer");
      await dialog(page).getByRole("button", { name: "Close" }).click();
    }
    expect((await shop.centavo.customers.list()).meta.total).toBe(3);
  });

  test("a payment with splits creates the subaccounts that it needs, approved", async () => {
    const { page, shop } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByLabel("Example").selectOption("cardWithSplits");
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByRole("status").waitFor();
    const { data } = await shop.centavo.payments.list();
    expect(data[0]?.splits.length).toBeGreaterThan(0);
  });

  test("what belongs to a subaccount is listed, and found by a link that does not name it", async () => {
    const { page, shop } = await openInspector();
    const subaccountId = await shop.subaccount();
    const headers = { "x-subaccount-id": subaccountId };
    await shop.centavo.bankAccounts.create(body("bankAccounts.create", "checking"), { headers });
    const [account] = (await shop.centavo.bankAccounts.list({}, { headers })).data;
    await goTo(page, `subaccounts/${subaccountId}`);
    await page.getByRole("link", { name: "Its bank accounts" }).click();
    await page.getByText("page 1 of 1, 1 in all").waitFor();
    await goTo(page, `bank-accounts/${account?.id}`);
    await section(page, "Bank account").getByText(`${account?.accountNumber}`).waitFor();
    await section(page, "Timeline").getByRole("link", { name: "bankAccounts.create" }).click();
    await page.getByRole("button", { name: "Send again, or edit it first" }).click();
    expect(await dialog(page).getByLabel("x-subaccount-id").inputValue()).toBe(subaccountId);
  });

  test("a timeline goes back as far as one asks", async () => {
    const { page, shop } = await openInspector();
    const { id } = await shop.pay("pix");
    for (let count = 0; count < 120; count++) await shop.centavo.payments.get(id);
    await goTo(page, `payments/${id}`);
    const events = section(page, "Timeline").locator(".events > li");
    await expect.poll(() => events.count(), { timeout: LATEST }).toBe(100);
    await page.getByRole("button", { name: "Show earlier events, 23 in all" }).click();
    await expect.poll(() => events.count(), { timeout: LATEST }).toBe(123);
    expect(await events.first().innerText()).toContain("payments.create");
  });

  test("what is impossible is folded, with the reasons", async () => {
    const { page, shop } = await openInspector();
    const { id } = await shop.pay("card", { billingData: { amount: 7_000, installments: 1 } });
    await shop.control.clock.advance({ days: 60 });
    await goTo(page, `payments/${id}`);
    const folded = section(page, "Payment").locator("details");
    await folded.getByText("impossible now").click();
    const refund = folded.locator("li", { hasText: "Refund it" });
    expect(await refund.locator("small").innerText()).toContain("D+30");
    expect(await folded.locator("li", { hasText: "The buyer pays" }).innerText()).toContain(
      "this needs pix or billet",
    );
  });

  test("an address with malformed percent-encoding is a place like any other", async () => {
    const { page, errors } = await openInspector();
    await page.evaluate(() => {
      location.hash = `#/${location.hash.split("/")[1]}/payments/%zz`;
    });
    await page.getByRole("alert").first().waitFor();
    expect(errors.filter((error) => error.includes("URI"))).toEqual([]);
  });

  test("a postback that the built-in receiver refuses is sent again after it accepts", async () => {
    const { page, shop, sandbox } = await openInspector();
    await goTo(page, "postbacks");
    await page.getByRole("button", { name: "Answer 500" }).click();
    await page.getByText("It does this now.").waitFor();
    const { url: postbackUrl } = (await shop.control.receiver.get()).data;
    const pix = await shop.pay("pix", { billingData: { postbackUrl } });
    await shop.decide(pix.id, "PAID");
    await sandbox.settled();
    const row = page.getByRole("row", { name: /PENDING.*500/ }).first();
    await row.waitFor();
    await page.getByRole("button", { name: "Answer 200" }).click();
    await expect
      .poll(async () => (await shop.control.receiver.get()).data.behavior, { timeout: LATEST })
      .toBe("accept");
    await row.getByRole("button", { name: "Send now" }).click();
    await page
      .getByRole("row", { name: /DELIVERED/ })
      .first()
      .waitFor();
  });

  test("a postback is delayed, and goes out when the clock gets there", async () => {
    const { page, shop, sandbox } = await openInspector();
    await shop.control.receiver.set({ behavior: "fail" });
    const { url: postbackUrl } = (await shop.control.receiver.get()).data;
    await shop.pay("pix", { billingData: { postbackUrl } });
    await sandbox.settled();
    const [postback] = (await shop.control.postbacks.list()).data;
    await shop.control.receiver.set({ behavior: "accept" });
    await goTo(page, `postbacks/${postback?.eventId}`);
    await createInTwoClicks(page, "Delay it", "Delay a postback");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await page.getByText("Next attempt: 02/03/2026, 10:00:00").waitFor();
    await page.getByRole("button", { name: "+1 hour" }).click();
    await section(page, "Postback").getByText("DELIVERED", { exact: true }).waitFor();
  });

  test("a fault is set, takes effect on programs alone, and is cleared", async () => {
    const { page, shop } = await openInspector();
    await goTo(page, "faults");
    await page.getByRole("button", { name: "Set the faults" }).click();
    await section(page, "Active faults").getByText("payments.create").waitFor();
    await page.getByRole("link", { name: /Faults 1 active/ }).waitFor();
    await expect(shop.pay("pix")).rejects.toMatchObject({ status: 503 });
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText("Every request gets its normal response.").waitFor();
    expect((await shop.control.faults.get()).data.faults).toEqual([]);
  });

  test("a request is sent again, with another amount", async () => {
    const { page, shop } = await openInspector();
    await shop.pay("card", { billingData: { amount: 7_000, installments: 1 } });
    await goTo(page, "requests");
    await page.getByRole("link", { name: "payments.create" }).click();
    await page.getByRole("button", { name: "Send again, or edit it first" }).click();
    const amount = dialog(page).getByLabel("amount", { exact: true });
    expect(await amount.inputValue()).toBe("7000");
    await amount.fill("8000");
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByRole("status").waitFor();
    const { data } = await shop.centavo.payments.list();
    expect(data.map((payment) => payment.amount)).toEqual([8_000, 7_000]);
  });

  test("a card number is masked wherever a form shows it, and is sent whole", async () => {
    const { page, shop } = await openInspector();
    await shop.pay("card");
    await goTo(page, "requests");
    await page.getByRole("link", { name: "payments.create" }).click();
    await page.getByRole("button", { name: "Send again, or edit it first" }).click();
    await dialog(page).getByLabel("Test card").selectOption("1");
    await dialog(page).getByRole("button", { name: "Edit as JSON" }).click();
    expect(await dialog(page).getByLabel("Body").inputValue()).toContain(
      '"cardNumber": "[redacted]"',
    );
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).locator(".done").waitFor();
    const { data } = await shop.centavo.payments.list();
    expect(data.map(({ status }) => status)).toEqual(["FAILED", "SUCCEEDED"]);
  });

  const sendAgain = async (page: Page, operation: string) => {
    await goTo(page, "requests");
    await page.getByRole("link", { name: operation }).first().click();
    await page.getByRole("button", { name: "Send again, or edit it first" }).click();
  };

  test.each([
    { cardNumber: "4111111111111111", status: "SUCCEEDED" },
    { cardNumber: "4000000000000028", status: "FAILED" },
    { cardNumber: "4000000000009995", status: "FAILED" },
  ])("a payment by card $cardNumber is sent again with its outcome", async (card) => {
    const { cardNumber, status } = card;
    const { page, shop } = await openInspector();
    await shop.pay("card", { cardData: { cardNumber } });
    await sendAgain(page, "payments.create");
    await dialog(page).getByText(`a test card with the same outcome, ${status}`).waitFor();
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).locator(".done").waitFor();
    const { data } = await shop.centavo.payments.list();
    expect(data.map((payment) => payment.status)).toEqual([status, status]);
  });

  test("a card whose outcome the log does not tell has to be filled in again", async () => {
    const { page, shop } = await openInspector();
    await shop.card();
    await shop.pay("card", { cardData: { cardNumber: "4000000000000036" } });
    for (const operation of ["cards.tokenize", "payments.create"]) {
      await sendAgain(page, operation);
      await dialog(page).getByText("masks cardNumber and securityCode").waitFor();
      const number = dialog(page).getByLabel("cardNumber", { exact: true });
      expect(await number.inputValue()).toBe("");
      await dialog(page).getByRole("button", { name: "Close" }).click();
    }
    expect((await shop.centavo.payments.list()).data).toHaveLength(1);
  });

  test("a copy says what the log masks", async () => {
    const { page, shop } = await openInspector();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await shop.pay("card");
    await goTo(page, "requests");
    await page.getByRole("link", { name: "payments.create" }).click();
    await page.getByText("A copy has cardNumber and securityCode masked").waitFor();
    for (const { label, mark } of [
      { label: "Copy as curl", mark: "#" },
      { label: "Copy as TypeScript", mark: "//" },
    ]) {
      await page.getByRole("button", { name: label }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
        `${mark} Fill in cardNumber and securityCode, which the log masks.\n`,
      );
      await page.getByRole("button", { name: label }).waitFor();
    }
  });

  test("the dialog of a form shows the warnings about its request", async () => {
    const { page } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    const field = (name: string) => dialog(page).getByLabel(name, { exact: true });
    await field("document").fill("39053344706");
    await field("streetNumber").fill("0");
    const submit = dialog(page).getByRole("button", { name: "Create a payment" });
    await submit.click();
    const done = dialog(page).getByRole("status");
    await done.getByText("customerData.address.streetNumber is less than 1").waitFor();
    await done.getByText("document is no CPF or CNPJ with correct check digits").waitFor();
    await field("document").fill("123");
    await dialog(page).getByRole("button", { name: "Create a payment again" }).click();
    await dialog(page).getByRole("alert").getByText("O documento deve ser um CPF").waitFor();
    await dialog(page).getByText("streetNumber is less than 1").waitFor();
  });

  test("an amount is typed in reais or in centavos, and its meaning is beside it", async () => {
    const { page, shop } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    const amount = dialog(page).getByLabel("amount", { exact: true });
    const meaning = dialog(page).locator(".meaning").first();
    for (const [typed, shown] of [
      ["4990", "R$ 49,90"],
      ["R$ 1.234,5", "R$ 1.234,50"],
      ["49.90", "No amount. Type 49,90 or 4990."],
      ["49,90", "R$ 49,90"],
    ] as const) {
      await amount.fill("");
      await amount.pressSequentially(typed);
      expect(await amount.inputValue()).toBe(typed);
      expect(await meaning.innerText()).toBe(shown);
    }
    await dialog(page).getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByRole("status").waitFor();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await shop.pay("pix", { billingData: { amount: 5000 } });
    expect((await shop.centavo.payments.list({ amount: 4990 })).data).toHaveLength(1);
    await goTo(page, "payments");
    const filter = page.getByLabel("Amount", { exact: true });
    await filter.fill("49,90");
    await filter.press("Enter");
    await page.getByText("page 1 of 1, 1 in all").waitFor();
    expect(page.url()).toContain("amount=4990");
  });

  test("the clock bar and the timeline say what became available", async () => {
    const { page, shop } = await openInspector();
    const subaccountId = await shop.subaccount();
    const splits = [{ subaccountId, splitAmount: 990 }];
    await shop.pay("card", { billingData: { amount: 4_990, installments: 1 }, splits });
    await page.getByRole("button", { name: "+1 month" }).click();
    await page.getByText("R$ 49,90 became available.").waitFor();
    const latest = section(page, "Latest events");
    await latest.getByText("R$ 40,00 became available to the company").waitFor();
    await goTo(page, `subaccounts/${subaccountId}`);
    await section(page, "Timeline").getByText("R$ 9,90 became available").waitFor();
  });

  test("a date that was refused stays on its screen, and on no other", async () => {
    const { page } = await openInspector();
    const date = page.getByLabel("Advance to noon of this day");
    await date.fill("2026-01-31");
    await page.getByRole("button", { name: "Go to Sat, 31 Jan 2026" }).click();
    await page.getByRole("alert").first().waitFor();
    expect(await date.inputValue()).toBe("2026-01-31");
    await goTo(page, "payments");
    await heading(page, "Payments").waitFor();
    expect(await date.inputValue()).toBe("");
    await date.fill("2026-04-05");
    await page.getByRole("button", { name: "Go to Sun, 5 Apr 2026" }).click();
    await expect.poll(() => date.inputValue(), { timeout: LATEST }).toBe("");
  });

  test("on a phone, a row of a list shows every column", async () => {
    const { page, shop } = await openInspector({}, { viewport: PHONE });
    await shop.pay("card", { billingData: { amount: 4_990 } });
    await goTo(page, "payments");
    const row = page.locator("tbody tr").first();
    await row.waitFor();
    for (const text of ["SUCCEEDED", "R$ 49,90", "Maria Souza"]) {
      const box = await row.getByText(text).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true);
    }
  });

  test("an error leads to its meaning in the docs", async () => {
    const { page, shop } = await openInspector({ docsUrl: "http://127.0.0.1:4000" });
    await shop.centavo.payments.get(NOBODY).catch(() => {});
    await goTo(page, "requests");
    await page.getByRole("link", { name: "payments.get" }).click();
    const link = page.getByRole("link", { name: "In the docs" });
    expect(await link.getAttribute("href")).toBe(
      "http://127.0.0.1:4000/errors.html#PaymentNotFound",
    );
  });

  test("a company is created, and switched to", async () => {
    const { page } = await openInspector();
    const first = companyIn(page);
    await goTo(page, "companies");
    await createInTwoClicks(page, "Create a company", "Create a company");
    await dialog(page).getByRole("button", { name: "Close" }).click();
    const links = section(page, "All companies").getByRole("link");
    await expect.poll(() => links.count(), { timeout: LATEST }).toBe(2);
    const others = (await links.allInnerTexts()).filter((id) => id !== first);
    await page.getByRole("link", { name: others[0] as string }).click();
    await heading(page, "Overview").waitFor();
    expect(companyIn(page)).toBe(others[0]);
    await page.getByText("Nothing has happened yet.").waitFor();
  });

  test("a snapshot is created, and brings back what it has", async () => {
    const { page, shop } = await openInspector();
    await goTo(page, "companies");
    await page.getByRole("button", { name: "Create a snapshot" }).click();
    const restore = page.getByRole("button", { name: "Restore it" });
    await restore.waitFor();
    await shop.pay("pix");
    await restore.click();
    await page.getByRole("button", { name: "click again to confirm" }).click();
    await expect
      .poll(async () => (await shop.centavo.payments.list()).meta.total, { timeout: LATEST })
      .toBe(0);
  });

  describe("live", () => {
    test("what a program does appears within a second", async () => {
      const { page, shop } = await openInspector();
      await page.getByText("Nothing has happened yet.").waitFor();
      // The first request takes longer: a program gets its token.
      await shop.centavo.payments.list();
      await page.getByRole("link", { name: "payments.list" }).waitFor();
      const { id } = await shop.pay("pix");
      await page.getByTitle(id).first().waitFor({ timeout: 1_000 });
    });

    test("the page that is opened late shows what happened before", async () => {
      const { sandbox, shop } = await newSandbox();
      const { id } = await shop.pay("pix");
      const { page } = await visit(sandbox.inspectorUrl);
      await section(page, "Latest events").getByTitle(id).first().waitFor();
    });

    test("a sandbox that restarts is noticed, and what was typed stays", async () => {
      const { page, sandbox } = await openInspector();
      await page.getByRole("button", { name: "Create a payment" }).click();
      const amount = dialog(page).getByLabel("amount", { exact: true });
      await amount.fill("4242");
      await sandbox.close();
      await page.getByText("The sandbox does not answer. The page connects again").waitFor();
      await dialog(page).getByRole("button", { name: "Create a payment" }).click();
      await dialog(page).getByText("Nothing here is lost: try again.").waitFor();
      const again = await restart(sandbox);
      await expect
        .poll(() => page.getByText("The sandbox does not answer. The page").count(), {
          timeout: LATEST,
        })
        .toBe(0);
      expect(await amount.inputValue()).toBe("4242");
      await dialog(page).getByRole("button", { name: "Create a payment" }).click();
      await dialog(page).getByRole("status").waitFor();
      const { data } = await again.control.events.list({ type: "status.changed" });
      expect(data).toHaveLength(1);
    });

    async function restart({ url }: Sandbox): Promise<Sandbox> {
      const sandbox = await startSandbox({ port: Number(new URL(url).port) });
      onTestFinished(sandbox.close);
      return sandbox;
    }
  });

  test("no key, token or card number is in the page, its storage or its addresses", async () => {
    const { page, shop, sandbox } = await openInspector();
    const token = await shop.token();
    await shop.pay("card");
    await createInTwoClicks(page, "Create a payment", "Create a payment");
    const seen: string[] = [];
    for (const screen of SCREENS) {
      await page.goto(`${sandbox.url}/#/${companyIn(page)}/${screen}`);
      await page.locator(`nav [aria-current][href$="/${screen}"]`).waitFor();
      await expect.poll(() => page.getByText("Loading…").count(), { timeout: LATEST }).toBe(0);
      seen.push(await everythingIn());
    }
    await goTo(page, "payments");
    await page.getByRole("button", { name: "Create a payment" }).click();
    await dialog(page).getByLabel("Example", { exact: true }).selectOption("card");
    seen.push(await everythingIn());
    await dialog(page).getByRole("button", { name: "Edit as JSON" }).click();
    expect(await dialog(page).getByLabel("Body").inputValue()).toContain("cardNumber");
    seen.push(await everythingIn());
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await goTo(page, "companies");
    await createInTwoClicks(page, "Create a company", "Create a company");
    await dialog(page).getByText("Response", { exact: true }).click();
    const created = await dialog(page).locator("pre").innerText();
    expect(created).toMatch(/"publicKey": "\[redacted\]",\s+"privateKey": "\[redacted\]"/);
    seen.push(await everythingIn());
    const secrets = {
      publicKey: sandbox.publicKey,
      privateKey: sandbox.privateKey,
      token,
      // The beginning of every token, that of the session included.
      anyToken: "eyJ",
      code: sandbox.inspectorUrl.split("#code=")[1] as string,
      cardNumber: "4111111111111111",
    };
    const all = seen.join("\n");
    expect(all).toContain(companyIn(page));
    expect(Object.entries(secrets).filter(([, secret]) => all.includes(secret))).toEqual([]);

    function everythingIn(): Promise<string> {
      return page.evaluate(() => {
        // The script has the examples of the contract, whose cards are test cards.
        const document = window.document.cloneNode(true) as Document;
        for (const script of document.querySelectorAll("script")) script.remove();
        const inputs = window.document.querySelectorAll<HTMLInputElement>("input, textarea");
        return [
          document.documentElement.outerHTML,
          ...[...inputs].filter(({ type }) => type !== "password").map(({ value }) => value),
          JSON.stringify({ ...localStorage }),
          JSON.stringify({ ...sessionStorage }),
          window.document.cookie,
          location.href,
          JSON.stringify(history.state),
        ].join("\n");
      });
    }
  });

  test("the navigation shows where one is, on a phone too", async () => {
    const { page } = await openInspector({}, { viewport: PHONE });
    for (const screen of [...SCREENS].reverse()) {
      await goTo(page, screen);
      const link = page.locator(`nav.screens a[aria-current][href$="/${screen}"]`);
      const isWhole = async () => {
        const box = await link.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= PHONE.width;
      };
      await expect.poll(isWhole, { timeout: LATEST, message: screen }).toBe(true);
    }
  });

  test("a form with its error and its result is accessible, and whole on a phone", async () => {
    const { page } = await openInspector({}, { viewport: PHONE });
    await page.getByRole("button", { name: "Create a payment" }).click();
    const amount = dialog(page).getByLabel("amount", { exact: true });
    await amount.fill("none");
    const submit = dialog(page).getByRole("button", { name: "Create a payment" });
    await submit.click();
    await dialog(page).getByRole("alert").waitFor();
    const withError = await violationsIn(page);
    await amount.fill("4990");
    await submit.click();
    await dialog(page).getByRole("status").waitFor();
    expect({ withError, withResult: await violationsIn(page) }).toEqual({
      withError: [],
      withResult: [],
    });
    expect(await hiddenParts(page)).toEqual([]);
  });

  test("nothing shows below the buttons of a form", async () => {
    const { page } = await openInspector();
    await page.getByRole("button", { name: "Create a payment" }).click();
    const footer = await dialog(page).locator("footer").boundingBox();
    const whole = await dialog(page).boundingBox();
    const below = (box: typeof whole) => (box?.y ?? 0) + (box?.height ?? 0);
    expect(below(whole) - below(footer)).toBeLessThanOrEqual(1);
  });

  describe("by keyboard", () => {
    test("every screen is reached by Tab and Enter", async () => {
      const { page } = await openInspector();
      const reached: string[] = [];
      for (const screen of SCREENS) {
        const link = page.locator(`nav.screens a[href$="/${screen}"]`);
        for (let tabs = 0; tabs < 300; tabs++) {
          await page.keyboard.press("Tab");
          if (await link.evaluate((element) => element === document.activeElement)) break;
        }
        await page.keyboard.press("Enter");
        await page.locator(`nav.screens a[aria-current][href$="/${screen}"]`).waitFor();
        reached.push(screen);
      }
      expect(reached).toEqual(SCREENS);
    });

    test("Escape closes a form, and the focus returns to its button", async () => {
      const { page } = await openInspector();
      const button = page.getByRole("button", { name: "Create a payment" });
      await button.focus();
      await page.keyboard.press("Enter");
      await dialog(page).getByLabel("amount", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    });
  });
});
