import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Report } from "../../src/verify/report/report.ts";
import { hasChromium, launchChromium } from "../chromium.ts";
import { runHere } from "../run-command-line.ts";
import { body } from "../sandbox/contract-examples.ts";
import { newFolder } from "../sandbox/database-file.ts";
import { deviations } from "./deviations.ts";
import { startAccount } from "./prepared-account.ts";

const DIFFERENT = [
  "/paths/~1payments/get/parameters/3",
  "/paths/~1customers/get/responses/200",
  "/components/schemas/CardDetails",
  "/components/schemas/PixDetails",
  "/components/schemas/CardBillingData",
];

/** What the page calls: the method, the path, and the body if there is one. */
const CALLS: [method: string, path: string, body?: object][] = [
  ["GET", "/payments"],
  ["GET", "/payments?paymentMethod=pix"],
  ["GET", "/payments?limit=1000"],
  ["GET", "/payments/00000000-0000-4000-8000-000000000000"],
  ["GET", "/customers"],
  ["GET", "/subscriptions"],
  ["GET", "/subaccounts"],
  ["GET", "/bank_accounts"],
  ["GET", "/withdrawals"],
  ["POST", "/payments", body("payments.create", "card")],
  ["POST", "/payments", body("payments.create", "pix")],
  ["POST", "/payments", body("payments.create", "billet")],
  [
    "POST",
    "/payments",
    body("payments.create", "card", { billingData: { installments: undefined } }),
  ],
  ["POST", "/payments", body("payments.create", "card", { customerData: undefined })],
  ["POST", "/payments/refund", {}],
];

/** Runs in the page, as a shop's own program would. */
async function call({ keys, calls }: { keys: object; calls: typeof CALLS }) {
  const send = (path: string, init: RequestInit) =>
    fetch(path, init).then((response) => response.json());
  const headers: Record<string, string> = { "content-type": "application/json" };
  const auth = await send("/auth", { method: "POST", headers, body: JSON.stringify(keys) });
  headers.authorization = `Bearer ${auth.data.access_token}`;
  for (const [method, path, sent] of calls)
    await send(path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
}

/** What `--har` finds in a recording of Chromium of a page that calls a service. */
async function findings(different: readonly string[]) {
  const rows = deviations.filter(({ name }) => different.includes(name));
  const { url, publicKey, privateKey } = await startAccount(rows.map((each) => each.deviation()));
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const file = join(newFolder(), "shop.har");
  const context = await browser.newContext({ recordHar: { path: file } });
  const page = await context.newPage();
  await page.goto(`${url}/payments`);
  await page.evaluate(call, { keys: { publicKey, privateKey }, calls: CALLS });
  await context.close();
  const { stdout } = await runHere(["verify", "--har", file, "--url", url, "--json"]);
  const { assumptions, deviations: others, counts } = JSON.parse(stdout) as Report;
  const contradicted = assumptions.filter(({ verdict }) => verdict === "contradicted");
  return { contradicted: contradicted.map(({ pointer }) => pointer).sort(), others, counts };
}

test.skipIf(!hasChromium).each([
  ["all five differences", DIFFERENT],
  ["nothing false", []],
])("a recording by Chromium shows %s", async (_name, different) => {
  const { contradicted, others, counts } = await findings(different);
  expect({ contradicted, others }).toEqual({ contradicted: different.toSorted(), others: [] });
  expect(counts.held).toBeGreaterThan(35);
});
