import { afterAll, expect, test, vi } from "vitest";
import { controlsOf } from "../../docs/.vitepress/sandbox/next-moves.ts";
import { statusMoves } from "../../scripts/docs/page-sandbox.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const moves = statusMoves({ service, control }, (text) => text);
vi.stubGlobal("STATUS_MOVES", moves);
vi.stubGlobal("document", { documentElement: { lang: "en" } });

// The next file of this worker is in no page.
afterAll(() => void vi.unstubAllGlobals());

const LABELS = {
  "subaccounts.APPROVED": "The reviewer approves",
  "subaccounts.REJECTED": "The reviewer rejects",
  "withdrawals.PAID": "The bank pays",
  "withdrawals.FAILED": "The bank rejects",
  ...{ day: "A day passes", month: "30 days pass", year: "A year passes" },
};

test.each([
  ["payments", "PENDING", "pix", ["The buyer pays", "The time limit for payment expires"]],
  ["payments", "PENDING", "card", ["The acquirer accepts", "The acquirer declines"]],
  ["payments", "SUCCEEDED", "card", ["The cardholder disputes the charge"]],
  ["payments", "DISPUTED", "card", ["The seller wins", "The cardholder wins"]],
  ["payments", "PAID", "pix", []],
  ["subaccounts", "PENDING", undefined, ["The reviewer approves", "The reviewer rejects"]],
  ["withdrawals", "PENDING", undefined, ["The bank pays", "The bank rejects"]],
])("what others do to %s that are %s (%s)", (tag, status, method, expected) => {
  const resource = { tag, id: "1", status, method };
  const shown = { id: `${tag}.get`, exchange: { request: {}, response: {} }, resource };
  const titles = controlsOf(shown, LABELS).map(({ title }) => title);
  expect(titles).toEqual([
    ...expected.map((each) => expect.stringContaining(each)),
    "A day passes",
  ]);
});

test("each move that the contract does not describe has a title", () => {
  const untitled = moves.filter(({ title }) => !title).map(({ tag, to }) => `${tag}.${to}`);
  expect(Object.keys(LABELS)).toEqual(expect.arrayContaining(untitled));
});
