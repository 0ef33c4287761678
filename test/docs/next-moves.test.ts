import { afterAll, expect, test, vi } from "vitest";
import { movesOf } from "../../docs/.vitepress/sandbox/next-moves.ts";
import { linkedOperations, statusMoves } from "../../scripts/docs/page-sandbox.ts";
import { factsOf } from "../../src/contract/operation-facts.ts";
import { operations } from "../../src/contract/operations.ts";
import { control, service } from "../sandbox/contract-examples.ts";

const moves = statusMoves({ service, control }, (text) => text);
vi.stubGlobal("STATUS_MOVES", moves);
vi.stubGlobal(
  "LINKED_OPERATIONS",
  linkedOperations(service, (text) => text),
);
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
  const titles = movesOf(shown, LABELS).map(({ title }) => title);
  expect(titles).toEqual([
    ...expected.map((each) => expect.stringContaining(each)),
    "A day passes",
  ]);
});

test("after a control the resource can be read, and the clock comes last", () => {
  const resource = { tag: "payments", id: "1", status: "PAID", method: "pix" };
  const exchange = { request: {}, response: { data: resource } };
  const shown = { id: "payments.setStatus", exchange, resource };
  const [read, ...others] = movesOf(shown, LABELS);
  expect(read).toMatchObject({ id: "payments.get", values: { path: { paymentId: "1" } } });
  expect(others.map(({ title }) => title)).toEqual(["A day passes"]);
});

test("no two moves of a subscription have one name", () => {
  const get = operations(service).find(({ id }) => id === "subscriptions.get");
  if (!get) throw new Error("The contract does not read subscriptions.");
  const [response] = factsOf(get).successes.map(({ value }) => value as { data: { id: string } });
  const resource = { tag: "subscriptions", id: "1", status: "ACTIVE", method: undefined };
  const shown = { id: get.id, exchange: { request: {}, response }, resource };
  const titles = movesOf(shown, LABELS).map(({ title }) => title);
  expect(titles.filter((title) => title?.startsWith("List the payments"))).toHaveLength(2);
  expect(titles).toEqual([...new Set(titles)]);
});

test("each move that the contract does not describe has a title", () => {
  const untitled = moves.filter(({ title }) => !title).map(({ tag, to }) => `${tag}.${to}`);
  expect(Object.keys(LABELS)).toEqual(expect.arrayContaining(untitled));
});
