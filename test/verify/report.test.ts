import { describe, expect, test } from "vitest";
import { colorsFor, VERDICT_COLORS } from "../../src/cli/colors.ts";
import { Cursor } from "../../src/contract/cursor.ts";
import { examples, jsonContent, type Operation } from "../../src/contract/operations.ts";
import { readAssumptionChecks, readContract } from "../../src/contract/read-bundled-contract.ts";
import { checkedAssumptions } from "../../src/verify/checked-assumptions.ts";
import type { Exchange } from "../../src/verify/exchange.ts";
import { htmlReport } from "../../src/verify/report/html.ts";
import { createReport } from "../../src/verify/report/report.ts";
import { describeReport } from "../../src/verify/report/terminal.ts";
import {
  type Evidence,
  type Novelty,
  type Verdict,
  Verification,
} from "../../src/verify/verdicts.ts";
import { operationsById } from "../sandbox/contract-examples.ts";

const contract = Cursor.root(readContract());
const assumptions = [...checkedAssumptions(contract, readAssumptionChecks()).values()];

const HOSTILE = `</pre><script>alert("1")</script>\u001b[2J\u202e\n&amp;`;

const evidence: Evidence = {
  operationId: "payments.get",
  request: "GET /payments/{paymentId}",
  purpose: "with an id that does not exist",
  status: 410,
  at: "status",
  expected: "404 with return code -2800",
  got: "410",
  times: 4,
};
const novelty: Novelty = {
  kind: "field",
  operationId: "payments.get",
  pointer: "/components/schemas/PaymentBase",
  at: "data",
  value: "an integer",
};

/** A report in which the first assumption is contradicted, the third not reached, and all others are held. */
function report(text = "") {
  const verdicts = assumptions.map((assumption, index): Verdict => {
    const common = { assumption, observations: 4, seen: "a response had it 4 times", evidence: [] };
    if (index === 0)
      return { ...common, verdict: "contradicted", evidence: [{ ...evidence, got: `410${text}` }] };
    if (index === 2) return { ...common, verdict: "not reached", observations: 0, reason: "luck" };
    return { ...common, verdict: "held" };
  });
  const subject = { version: "1", date: "2026-11-25T14:05:06.000Z", write: true };
  return createReport(
    contract,
    { ...subject, source: `https://pay.example${text}` },
    {
      verdicts,
      deviations: [{ ...evidence, at: "/data/id", expected: "the field", got: `nothing${text}` }],
      novelties: [{ ...novelty, value: `an integer${text}` }],
      exchanges: 1,
      made: [
        { operationId: "payments.create", id: `id${text}`, state: "left" },
        { operationId: "payments.create", id: "", state: "a customer, APPROVED" },
      ],
      stopped: `it was interrupted${text}`,
    },
  );
}

const operation = (id: string) => operationsById.get(id) as Operation;
const [example] = examples(jsonContent(operation("payments.get").cursor.at("responses", "200")));
const { splits, ...payment } = Object(example?.at("value", "data").value);

/** The sentences about what some exchanges contradict. */
function sentences(
  exchanges: (Pick<Exchange, "body" | "probe"> & { id: string; status?: number })[],
) {
  const verification = new Verification(contract, readAssumptionChecks());
  for (const { id, status = 200, ...rest } of exchanges)
    verification.observe({ operation: operation(id), path: {}, query: {}, status, ...rest });
  const subject = { version: "1", date: "", source: "", write: false };
  const result = verification.result(() => "");
  const { assumptions: all } = createReport(contract, subject, result);
  return all.flatMap(({ evidence }) => evidence.map(({ summary }) => summary));
}

test("one fault is one sentence, wherever and however often it was seen", () => {
  const meta = { total: 3, page: 1, limit: 10, totalPages: 1 };
  const list = { data: [payment, payment, { ...payment, splits: [] }], meta };
  expect(
    sentences([
      { id: "payments.list", body: list },
      { id: "payments.get", body: { data: payment } },
    ]),
  ).toEqual(["Payments: `splits` is missing, 3 of 4 times"]);
});

test("an error without what the contract has is described in words", () => {
  const rejected = { outcome: "rejected", cause: "unknown-id" } as const;
  const probe = { about: [], purpose: "with an id that does not exist", expect: rejected };
  const said = (body: object) =>
    sentences([
      { id: "payments.get", body: { data: { ...payment, splits } } },
      { id: "payments.get", status: 404, body, probe },
    ]);
  const request = "Payments: GET /payments/{paymentId}, with an id that does not exist";
  const expected = "instead of 404 with return code -7708";
  expect(said({ error: { code: -7708 } })).toEqual([
    `${request}: the response was 404 without an error in \`data\` ${expected}`,
  ]);
  expect(said({ data: { message: "no", statusCode: 404 } })).toEqual([
    `${request}: the response was 404 without a return code ${expected}`,
  ]);
});

describe("on the terminal", () => {
  const lines = describeReport(report());

  test("it has each section, and the counts come last", () => {
    for (const line of [
      "https://pay.example on 2026-11-25 14:05 UTC, with requests that change something",
      "Contradicted",
      "  Payments: GET /payments/{paymentId}, with an id that does not exist: the response was 410 instead of 404 with return code -2800, 4 times",
      "  luck (1)",
      "  Payments: `id` is missing, 4 times",
      "    First seen at /data/id, in the response (410) to GET /payments/{paymentId}, with an id that does not exist",
      "  Payments: a field that the contract does not have: an integer",
      "    In the contract: /components/schemas/PaymentBase",
      "  POST /payments: still there (1)",
      "    id",
      "  POST /payments: a customer with the status APPROVED (1)",
      "It ended early: it was interrupted.",
    ])
      expect(lines).toContain(line);
    expect(lines.at(-1)).toBe("172 held, 1 contradicted, 1 not reached, in 1 request.");
  });

  test("no text of a service commands it, or forges a line", () => {
    for (const line of describeReport(report(HOSTILE)))
      expect(line).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  });

  test("colors mark the verdicts and titles, unless NO_COLOR is set", () => {
    const color = colorsFor({}, true, VERDICT_COLORS);
    expect(color("Payments")).toBe("\u001b[1mPayments\u001b[0m");
    expect(color("1 held, 0 contradicted, 0 not reached, in 1 request.")).toContain(
      "\u001b[32m1 held\u001b[0m, 0 contradicted,",
    );
    expect(colorsFor({ NO_COLOR: "1" }, true, VERDICT_COLORS)("Payments")).toBe("Payments");
  });
});

describe("as a page", () => {
  test("it escapes what a service sent, and loads and runs nothing", () => {
    const page = htmlReport(report(HOSTILE));
    expect(page).not.toContain("<script");
    expect(page).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
    expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(4);
    expect(page).not.toMatch(/\b(src|href|url|on\w+)\s*[=(]/i);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  test("it says of each assumption what is assumed and why", () => {
    const text = htmlReport(report()).replaceAll(/<\/?code>/g, "");
    const unescaped = text
      .replaceAll("&quot;", '"')
      .replaceAll("&gt;", ">")
      .replaceAll("&lt;", "<");
    for (const { where, text: reason } of report().assumptions) {
      expect(unescaped).toContain(where);
      expect(unescaped).toContain(reason.replaceAll("`", ""));
    }
    expect(unescaped).toContain(" Seen: a response had it 4 times.");
  });
});
