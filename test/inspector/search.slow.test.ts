import { expect, test } from "vitest";
import { hasChromium } from "../chromium.ts";
import { NOBODY } from "../sandbox/company-fixture.ts";
import {
  companyIn,
  goTo,
  heading,
  hiddenParts,
  LATEST,
  openInspector,
  PHONE,
  press,
  section,
  useBrowser,
  violationsIn,
  visit,
} from "./browser-fixture.ts";

useBrowser();

test.skipIf(!hasChromium)(
  "what one knows of a payment leads to it, and a colleague opens the same view by its address",
  async () => {
    const { page, shop, sandbox, errors } = await openInspector();
    const { id } = await shop.pay("pix");
    await shop.centavo.payments.get(NOBODY).catch(() => {});

    await page.keyboard.press("/");
    await page.keyboard.type("39053344705");
    await section(page, "Customers").getByRole("link", { name: "Maria Souza" }).waitFor();
    await section(page, "Payments").getByRole("link", { name: "Maria Souza" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    for (const text of [`…${id.slice(-8)}`, "R$ 49,90", "390.533.447-05"]) {
      await page.getByRole("searchbox").fill(text);
      await expect
        .poll(() => new URLSearchParams(page.url().split("?")[1]).get("q"), { timeout: LATEST })
        .toBe(text);
      const link = section(page, "Payments").getByRole("link", { name: "Maria Souza" });
      await expect.poll(() => link.getAttribute("title"), { timeout: LATEST }).toBe(id);
    }

    await page.setViewportSize(PHONE);
    expect(await hiddenParts(page)).toEqual([]);
    const { page: other } = await visit(sandbox.url);
    await other.getByLabel("Public key").fill(sandbox.publicKey);
    await other.getByLabel("Private key").fill(sandbox.privateKey);
    await press(other, "Open");
    await heading(other, "Overview").waitFor();
    await other.goto(page.url());
    await section(other, "Payments").getByRole("link", { name: "Maria Souza" }).click();
    await heading(other, "Payments").waitFor();

    await goTo(page, "requests");
    for (const [label, name] of [
      ["Errors only", "errorsOnly"],
      ["Without controls", "withoutControls"],
    ] as const) {
      await page.getByLabel(label).click();
      await expect.poll(() => page.url(), { timeout: LATEST }).toContain(`${name}=true`);
    }
    await other.goto(page.url());
    for (const each of [page, other]) {
      await each.getByText("1 in all").waitFor();
      await each.getByText(`GET /payments/${NOBODY}`).waitFor();
    }
    expect(await other.getByLabel("Errors only").isChecked()).toBe(true);
    expect(companyIn(other)).toBe(companyIn(page));
    expect(errors).toEqual([]);
  },
);
