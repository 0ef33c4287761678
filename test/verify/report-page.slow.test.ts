import { expect, onTestFinished, test } from "vitest";
import { Cursor } from "../../src/contract/cursor.ts";
import { readAssumptionChecks, readContract } from "../../src/contract/read-bundled-contract.ts";
import { htmlReport } from "../../src/verify/report/html.ts";
import { createReport } from "../../src/verify/report/report.ts";
import { Verification } from "../../src/verify/verdicts.ts";
import { hasChromium, launchChromium } from "../chromium.ts";

const WIDTHS = { phone: 375, paper: 680, desktop: 1280 };

test.skipIf(!hasChromium)(
  "the page of a report fits each width, and asks for nothing",
  async () => {
    const contract = Cursor.root(readContract());
    const result = new Verification(contract, readAssumptionChecks()).result(() => "no luck");
    for (const each of result.verdicts.slice(0, 80)) each.verdict = "held";
    const subject = { version: "1", date: "2026-11-25T14:05:06.000Z", source: "a", write: false };
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    for (const [name, width] of Object.entries(WIDTHS)) {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));
      page.on("request", (request) => problems.push(request.url()));
      await page.emulateMedia({ media: name === "paper" ? "print" : "screen" });
      await page.setContent(htmlReport(createReport(contract, subject, result)));
      const scrolled = await page.evaluate("document.documentElement.scrollWidth");
      expect([name, scrolled, problems]).toEqual([name, width, []]);
    }
  },
);
