import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { httpMethodOf } from "../../src/contract/operations.ts";
import { readAssumptionChecks } from "../../src/contract/read-bundled-contract.ts";
import { columnsOfReports } from "../../src/sandbox/contract-facts/index.ts";
import {
  afterCharge,
  type BillingState,
  firstBilling,
  nextCharge,
} from "../../src/sandbox/domain/billing-cycle.ts";
import { formatMoney } from "../../src/sandbox/domain/format-money.ts";
import { COMPANY, total } from "../../src/sandbox/domain/ledger-balances.ts";
import { refund, sale, settlementDays } from "../../src/sandbox/domain/ledger-entries.ts";
import { divide, feeOf } from "../../src/sandbox/domain/splits.ts";
import { ATTEMPT_TIMEOUT, retryDelay } from "../../src/sandbox/postbacks/retry-schedule.ts";
import { planRequests } from "../../src/verify/plan/plan-requests.ts";
import { service } from "../sandbox/contract-examples.ts";

const guide = (name: string) =>
  readFileSync(`docs/guides/${name}.md`, "utf8").replaceAll("\n", " ");

/** A day as the guides write it: 13 February. */
const written = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(day),
  );

const list = (texts: readonly (string | number)[]) =>
  new Intl.ListFormat("en-GB").format(texts.map(String));

test("the money of a payment with splits is what the ledger books", () => {
  const [amount, day] = [10_000, "2026-03-02"];
  const fee = feeOf(amount, { feePercentage: 3.5, feeFixed: 40 });
  const splits = [12.5, 20].map((splitPercentage) => ({
    subaccountId: `${splitPercentage}`,
    splitPercentage,
    chargebackLiable: false,
  }));
  const parts = divide(amount, amount - fee, splits) ?? [];
  const booked = sale({ amount, fee, parts, day, settlementDays: settlementDays("pix", 1, day) });
  const of = (entries: typeof booked, name: string) =>
    formatMoney(total(entries.filter(({ account, owner }) => `${account} ${owner}` === name)));
  const accounts = [`fees ${COMPANY}`, "available 12.5", "available 20", `available ${COMPANY}`];
  const rows = accounts.map((name) => `| ${of(booked, name)} | ${of(refund(booked, day), name)} |`);
  const table = guide("splits-and-subaccounts").match(/\| R\$ [\d,]+ \| -R\$ [\d,]+ \|/g);
  expect(table).toEqual(rows);
});

test("the guide of postbacks has the timeout, the waits and the number of attempts of the sandbox", () => {
  const delays: number[] = [];
  for (let delay = retryDelay(1); delay; delay = retryDelay(delays.length + 1)) delays.push(delay);
  const text = guide("postbacks").replaceAll(/ +/g, " ");
  expect(text).toContain(`waits up to ${ATTEMPT_TIMEOUT / 1000} seconds`);
  const [, waits = ""] = text.match(/up to ten attempts in total, with waits of (.*?):/) ?? [];
  const minutes = { minutes: 1, hours: 60, day: 1440 };
  const said = Object.entries(minutes).flatMap(([unit, factor]) =>
    [...waits.matchAll(new RegExp(`((?:\\d+(?:, | and )?)+) ${unit}`, "g"))].flatMap(
      ([, counts = ""]) => counts.split(/, | and /).map((count) => Number(count) * factor * 60_000),
    ),
  );
  expect(said).toEqual(delays);
  expect(delays).toHaveLength(10 - 1);
  const [, days = 0, hours = 0, rest = 0] =
    text.match(/: for (\d+) d (\d+) h (\d+) min\./)?.map(Number) ?? [];
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect((days * 1440 + hours * 60 + rest) * 60_000).toBe(total);
});

test("the names to replace are those that the package has dropped, and the new ones are there", () => {
  const page = readFileSync("docs/adopt.md", "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|$/gm)];
  const exported: string[] = readFileSync("src/client/index.ts", "utf8").match(/\w+/g) ?? [];
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(([, , now = ""]) => !exported.includes(now))).toEqual([]);
  expect(rows.filter(([, before = ""]) => exported.includes(before))).toEqual([]);
});

test.each([
  ["PIX", "pix", 1],
  ["Billet", "billet", 1],
  ["Card, in full", "card", 1],
  ["Card, in three instalments", "card", 3],
] as const)("the days of %s are those of the sandbox", (name, method, installments) => {
  const days = settlementDays(method, installments, "2026-02-13").map(written);
  expect(guide("billets")).toContain(`| ${name} | ${list(days)}, `);
});

test("the days of a subscription are those of the sandbox", () => {
  const terms = { amount: 4990, setupAmount: 0, frequency: 30, tolerancePeriod: 3 };
  const monthly = { ...terms, dueDate: "2026-01-31" };
  const daysOf = (count: number, start: BillingState, succeeds: boolean) => {
    const days: string[] = [];
    let billing = start;
    for (; days.length < count; billing = afterCharge(billing, monthly, succeeds))
      days.push(billing.next.day);
    return { days, next: nextCharge(billing, monthly)?.date };
  };
  const first = firstBilling(monthly, "2026-01-01");
  const text = guide("subscriptions");
  expect(text).toContain(`the charges are on ${list(daysOf(5, first, true).days.map(written))}.`);
  const second = afterCharge(first, monthly, true);
  const { days, next } = daysOf(4, second, false);
  const retries = days.slice(1).map((day) => Number(day.slice(-2)));
  expect(text).toContain(
    `declined on ${written(days[0] ?? "")} is tried again on ${list(retries)} March.`,
  );
  expect(next).toBe(daysOf(1, second, true).next);
  expect(text).toContain(`the next charge is on ${written(next ?? "")}.`);
});

test("the calls and the numbers of requests of the page about verifying are those of the plan", () => {
  const page = readFileSync("docs/verify.md", "utf8");
  const plan = (write: boolean) =>
    planRequests({ contract: service, checks: readAssumptionChecks(), write });
  const writes = plan(true).filter(({ operation }) => httpMethodOf(operation) !== "GET");
  const rows = page.split("| With `--write`")[1]?.split("\n\n")[0];
  const named = [...(rows ?? "").matchAll(/`(\w+\.\w+)`/g)].map(([, id]) => id);
  expect(named.sort()).toEqual([...new Set(writes.map(({ operation }) => operation.id))].sort());
  const about = [...page.matchAll(/about (\d+)\b/g)].map(([, count]) => Number(count));
  const sent = [plan(false).length, plan(true).length];
  expect(sent.map((count, index) => Math.abs(count / (about[index] ?? 0) - 1) < 0.1)).toEqual([
    true,
    true,
  ]);
  expect(named).not.toEqual(expect.arrayContaining(["customers.delete"]));
  expect(named).not.toEqual(expect.arrayContaining(["subscriptions.cancel"]));
});

test.each(Object.entries(columnsOfReports))(
  "the page of reports has the columns of %s",
  (report, columns) => {
    const page = readFileSync("docs/sandbox/reports.md", "utf8");
    const [, part = ""] = page.split(new RegExp(`<!-- /?${report} -->`));
    const rows = [...part.matchAll(/^\| `(\w+)` \| (\w+)/gm)];
    const shown = rows.map(([, name, type]) => ({ name, isAmount: type === "amount" }));
    expect(shown).toEqual(columns);
  },
);
