import { describe, expect, onTestFinished } from "vitest";
import { type Context, createSharedContext } from "../../../src/sandbox/context.ts";
import type { ApiRequest } from "../../../src/sandbox/http/exchange.ts";
import { answerReport } from "../../../src/sandbox/http/report-routes.ts";
import { csvHeader, csvLines } from "../../../src/sandbox/reports/csv.ts";
import { type Read, reports } from "../../../src/sandbox/reports/report-rows.ts";
import { newSettings } from "../../../src/sandbox/runtime/random-seed.ts";
import { dueJobs } from "../../../src/sandbox/scheduler/run-due-jobs.ts";
import { createCompany } from "../../../src/sandbox/services/companies.ts";
import { openStore } from "../../../src/sandbox/store/open-store.ts";
import { UnitOfWork } from "../../../src/sandbox/unit-of-work.ts";
import { openShop, type Shop, test } from "../company-fixture.ts";

const FEES = { feePercentage: 2.99, feeFixed: 39 };

async function download(shop: Shop, report: string): Promise<string> {
  const headers = { authorization: `Bearer ${await shop.token()}` };
  const response = await fetch(`${shop.url}/_sandbox/reports/${report}`, { headers });
  // `text` would take the byte order mark away.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  return response.ok ? text : `${response.status} ${text}`;
}

const linesOf = async (shop: Shop, report: string) =>
  (await download(shop, report))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

async function sell(shop: Shop, postbackUrl: string, change: object = {}): Promise<string> {
  const { id } = await shop.pay("pix", { billingData: { amount: 5_000, postbackUrl }, ...change });
  await shop.decide(id, "PAID");
  return id;
}

test("reports have a row for each movement, payment and part of a withdrawal", async () => {
  const shop = await openShop(FEES);
  const subaccountId = await shop.subaccount();
  const splits = [{ subaccountId, splitPercentage: 20, splitAmount: undefined }];
  const card = await shop.pay("card", { billingData: { amount: 10_000, installments: 2 }, splits });
  const postbackUrl = "https://loja.example/postbacks?order=7";
  const pix = await sell(shop, postbackUrl);
  await shop.control.clock.advance({ days: 31 });
  const { id: withdrawalId } = await shop.withdraw(6_000);

  expect(await linesOf(shop, "receivables?format=jsonl")).toMatchObject([
    { day: "2026-03-02", isAvailable: true, paymentId: pix, gross: 5_000, fees: 189, net: 4_811 },
    { day: "2026-04-01", isAvailable: true, paymentId: card.id, gross: 5_000, splits: 1_000 },
    { day: "2026-05-01", event: "sale", net: 3_831, buyer: "Maria Souza", paymentMethod: "card" },
  ]);
  const statement = await linesOf(shop, "statement?format=jsonl&from=2026-04-01");
  expect(statement).toMatchObject([
    { day: "2026-04-01", paymentId: card.id, amount: 3_831, balance: 8_642 },
    { day: "2026-04-02", withdrawalId, amount: -6_000, balance: 2_642, buyer: null },
  ]);
  const payments = await linesOf(shop, "payments?format=jsonl");
  expect(payments).toMatchObject([
    { paymentId: card.id, status: "SUCCEEDED", amount: 10_000, fees: 338, splits: 2_000 },
    { paymentId: pix, gross: 5_000, net: 4_811, buyer: "Maria Souza", postbackUrl },
  ]);
  expect(await linesOf(shop, "withdrawals?format=jsonl")).toMatchObject([
    { withdrawalId, amount: 6_000, settlementDay: "2026-03-02", settlementAmount: 4_811 },
    { withdrawalId, amount: 6_000, settlementDay: "2026-04-01", settlementAmount: 1_189 },
  ]);
  // A subaccount sees its own alone.
  const own = await linesOf(shop, `receivables?format=jsonl&subaccountId=${subaccountId}`);
  expect(own).toMatchObject([{ net: 1_000, fees: 0 }, { net: 1_000 }]);
  const ofOwner = await linesOf(shop, `payments?format=jsonl&subaccountId=${subaccountId}`);
  expect(ofOwner).toMatchObject([{ paymentId: card.id, net: 2_000 }]);
  expect(await download(shop, "withdrawals?from=2026-05-01")).toMatch(/^[a-zA-Z,]+\r\n$/);
  // Programs that read columns by their place find the earlier ones where they were.
  for (const [report, columns] of [
    ["receivables", /^day,isAvailable,event,paymentId,gross,fees,splits,net,buyer,/],
    ["statement", /^day,event,paymentId,withdrawalId,gross,fees,splits,amount,balance,buyer,/],
  ] as const)
    expect(await download(shop, report)).toMatch(columns);
});

test("Excel in Brazil gets its commas, and no cell that it runs", async ({ shop }) => {
  const postbackUrl = "https://loja.example/?a=1;b=2";
  const buyer = { firstName: "=HYPERLINK(1)", lastName: 'Souza "Ana"' };
  const id = await sell(shop, postbackUrl, { customerData: buyer });
  const [header, row, end] = (await download(shop, "payments?decimal=comma")).split("\r\n");
  expect(header).toMatch(/^\uFEFFpaymentId;createdAt;/);
  expect(row).toContain(`${id};`);
  expect(row).toContain(
    `;50,00;50,00;0,00;0,00;50,00;"'=HYPERLINK(1) Souza ""Ana""";"${postbackUrl}"`,
  );
  expect(end).toBe("");
});

test("what is asked for wrongly is refused before a file begins", async ({ shop }) => {
  for (const [report, problem] of [
    ["sales", "report must be one of receivables, statement, payments, withdrawals"],
    ["payments?format=xlsx", "format must be one of csv, jsonl"],
    ["payments?from=2026-03-02&to=2026-03-01", "from must not be after to, which is 2026-03-01"],
    ["payments?from=x", "from must be a date"],
    ["payments?subaccountId=00000000-0000-4000-8000-000000000000", "404"],
  ] as const)
    expect(await download(shop, report)).toContain(problem);
  const anonymous = await fetch(`${shop.url}/_sandbox/reports/payments`);
  expect(anonymous.status).toBe(401);
});

test("a read that a lost connection repeats leaves no row out", async ({ shop }) => {
  const resource = await shop.pay("pix");
  const first = { number: 1, record: { id: resource.id, resource } };
  const readAfter = async (number: number) => (number < 1 ? [first] : []);
  const data = { payments: { readAfter }, ledger: { postingsOf: async () => [] } };
  const read: Read = async (work) => {
    await work({ data } as unknown as Context);
    return await work({ data } as unknown as Context);
  };
  const rows = (await Array.fromAsync(reports.payments(read, { owner: "" }))).flat();
  expect(rows).toMatchObject([{ paymentId: resource.id }]);
});

test("a file breaks off if its data are replaced, or its caller loses its access, meanwhile", async () => {
  const store = await openStore(undefined);
  onTestFinished(() => store.close());
  const settings = newSettings({ seed: "reports", db: undefined, isExposed: false });
  const shared = createSharedContext({ settings, systemTime: Date.now });
  const unitOfWork = new UnitOfWork(store, shared, dueJobs, () => {});
  await store.sharedTransaction((data) => data.settings.save(settings));
  for (const changed of ["generation", "keyRotations"]) {
    const { id } = await store.sharedTransaction((data) => createCompany(data, shared, {}));
    const token = shared.accessTokens.create({
      sub: id,
      exp: 0,
      rotations: 0,
      use: "access",
      iat: 0,
      jti: "",
    });
    const request: ApiRequest = {
      ...{ method: "GET", path: "/_sandbox/reports/payments", query: "" },
      headers: { authorization: `Bearer ${token}` },
      ...{ body: Buffer.alloc(0), stream: async function* () {}, baseUrl: () => "" },
    };
    const { body } = await answerReport(request, { unitOfWork, pace: undefined });
    const pieces = (body as AsyncIterable<string>)[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toContain("paymentId");
    await store.transaction(id, async ({ company }) => {
      const record = await company.get();
      if (record) await company.save({ ...record, [changed]: 1 });
    });
    await expect(pieces.next()).rejects.toThrow(/replaced meanwhile|were rotated/);
  }
});

describe("CSV", () => {
  const columns = [
    { name: "text", isAmount: false },
    { name: "amount", isAmount: true },
    { name: "count", isAmount: false },
  ];

  test.for([
    [{ text: "a", amount: 5, count: 5 }, "a,0.05,5", "a;0,05;5"],
    [{ text: "a,b", amount: -123_456, count: -1 }, '"a,b",-1234.56,-1', "a,b;-1234,56;-1"],
    [{ text: 'a;"b"', amount: -7, count: null }, '"a;""b""",-0.07,', '"a;""b""";-0,07;'],
    [
      { text: "-1\n", amount: 2 ** 52, count: 0 },
      `"'-1\n",45035996273704.96,0`,
      `"'-1\n";45035996273704,96;0`,
    ],
    [{ text: "@x", amount: null, count: 1 }, "'@x,,1", "'@x;;1"],
    [{ text: "\t+x", amount: 0, count: 1 }, "'\t+x,0.00,1", "'\t+x;0,00;1"],
  ] as const)("%o", ([row, point, comma]) => {
    expect(csvLines(columns, [row], "point")).toBe(`${point}\r\n`);
    expect(csvLines(columns, [row], "comma")).toBe(`${comma}\r\n`);
    expect(csvHeader(columns, "comma")).toBe("\uFEFFtext;amount;count\r\n");
  });
});
