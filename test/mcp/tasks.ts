import type { Agent } from "./agent.ts";

/** What a reader without the repository is asked, and a script that finds it out with nothing but the tools. */
interface Task {
  task: string;
  solve(agent: Agent, world: World): Promise<unknown>;
  answer: unknown;
}

/** What a task finds when it begins: the address of a receiver, which redirects, and a payment that posts to it. */
interface World {
  receiver: string;
}

const MONTHLY = { amount: 4990, setupAmount: 0, frequency: 30, duration: 12 };

/** A stored card of a new customer. */
async function storeCard(agent: Agent): Promise<{ customerId: string; cardId: string }> {
  const { id: customerId } = await agent.call("customers.create", { example: "customer" });
  const { id: cardId } = await agent.call("cards.tokenize", {
    example: "card",
    body: { customerId },
  });
  return { customerId, cardId };
}

export const tasks: readonly Task[] = [
  {
    task: "Take a PIX payment of R$ 49,90 that the buyer pays, and refund a card payment.",
    async solve(agent) {
      await agent.use("describe_operation", { operation: "payments.create" });
      const pix = await agent.call("payments.create", { example: "pix" });
      const paymentId = pix.id;
      const paid = await agent.call("payments.setStatus", {
        parameters: { paymentId },
        body: { status: "PAID" },
      });
      const card = await agent.call("payments.create", { example: "card" });
      const refunded = await agent.call("payments.refund", { body: { transactionId: card.id } });
      return [paid.amount, paid.status, refunded.status];
    },
    answer: [4990, "PAID", "REFUNDED"],
  },
  {
    task: "My server gets no postback that it accepts. Why did the postback fail?",
    async solve(agent, { receiver }) {
      const billingData = { postbackUrl: receiver };
      const { id } = await agent.call("payments.create", {
        example: "card",
        body: { billingData },
      });
      await agent.call("clock.advance", { body: { days: 4 } });
      const [{ status, attempts }] = await agent.call("postbacks.list", {
        parameters: { resourceId: id },
      });
      return [status, attempts.length, attempts.at(-1).status];
    },
    answer: ["FAILED", 10, 302],
  },
  {
    task: "What does -7404 mean, and how do I provoke it?",
    async solve(agent) {
      const { facts } = await agent.use("search_docs", { question: "-7404" });
      const [{ title, text }] = facts.sections;
      const [, operationId] = /Stated for \[([\w.]+)\]/.exec(text) ?? [];
      const faults = [{ operationId, status: 500, times: 1 }];
      await agent.call("faults.set", { body: { faults } });
      const provoked = await agent.use("call_operation", { operation: operationId });
      return [title, operationId, provoked.facts];
    },
    answer: ["-7404 CustomerListFailed", "customers.list", { status: 500, returnCode: -7404 }],
  },
  {
    task: "Simulate a year of a subscription of R$ 49,90 a month, and report the net revenue.",
    async solve(agent) {
      const stored = await storeCard(agent);
      await agent.use("describe_operation", { operation: "subscriptions.create" });
      const { now } = await agent.call("clock.get");
      const dates = { dueDate: now.slice(0, 10), expirationDate: undefined };
      const body = { ...MONTHLY, ...stored, ...dates };
      await agent.call("subscriptions.create", { example: "lifelong", body });
      const { events } = await agent.call("clock.advance", { body: { days: 365 } });
      const { available, receivable } = await agent.call("balance.get");
      const net = receivable.reduce(
        (sum: number, each: { amount: number }) => sum + each.amount,
        available,
      );
      return [events.counts["subscription.charged"], net];
    },
    // The first charge was on the day of the start.
    answer: [11, 12 * 4990],
  },
  {
    task: "Which test card is declined, and what does the shop see?",
    async solve(agent) {
      const { facts } = await agent.use("search_docs", { question: "test card that is declined" });
      const text = facts.sections.map((section: { text: string }) => section.text).join("\n");
      const [cardNumber] = /\b40{12}\d{3}\b(?=`\s+is declined)/.exec(text) ?? [];
      const body = { cardData: { cardNumber } };
      const { status } = await agent.call("payments.create", { example: "card", body });
      return status;
    },
    answer: "FAILED",
  },
  {
    task: "A refund was refused with -90303. Show how that comes about, and say what to do.",
    async solve(agent) {
      const { facts } = await agent.use("search_docs", { question: "-90303" });
      const [{ text }] = facts.sections;
      const body = { billingData: { installments: 1 } };
      const { id } = await agent.call("payments.create", { example: "card", body });
      await agent.call("clock.advance", { body: { days: 31 } });
      const refund = { operation: "payments.refund", body: { transactionId: id } };
      const refused = await agent.use("call_operation", refund);
      return [
        /RefundReceived/.test(text),
        /\| (Return .*?) \|/.exec(text)?.[1],
        refused.facts.returnCode,
      ];
    },
    answer: [true, "Return the money in another way. Do not retry.", -90303],
  },
  {
    task: "Split a card payment of R$ 100,00: a seller gets 20 percent. How much does the seller have after a month?",
    async solve(agent) {
      await agent.call("subaccounts.createPf", { example: "pf" });
      const [{ id: subaccountId }] = await agent.call("subaccounts.listWithIds");
      const approval = { parameters: { subaccountId }, body: { status: "APPROVED" } };
      await agent.call("subaccounts.setStatus", approval);
      const splits = [{ subaccountId, splitPercentage: 20, chargebackLiable: false }];
      await agent.call("payments.create", { example: "cardWithSplits", body: { splits } });
      await agent.call("clock.advance", { body: { days: 31 } });
      const { available, subaccounts } = await agent.call("balance.get");
      return [available, subaccounts[0].available];
    },
    answer: [8000, 2000],
  },
  {
    task: "The answer to a payment was lost. Was the buyer charged, and how do I find out?",
    async solve(agent) {
      const { facts } = await agent.use("search_docs", { question: "lost answer, charged twice?" });
      const fault = { operationId: "payments.create", reset: true, when: "after", times: 1 };
      await agent.call("faults.set", { body: { faults: [fault] } });
      const lost = await agent.use("call_operation", {
        operation: "payments.create",
        example: "card",
      });
      const payments = await agent.call("payments.list");
      return [facts.sections[0].page, lost.text, payments.length];
    },
    answer: [
      "docs/guides/lost-answers.md",
      "the answer is lost: a write may have taken effect, so read first",
      1,
    ],
  },
  {
    task: "What becomes of a PIX that nobody pays, and is that certain?",
    async solve(agent) {
      const { id } = await agent.call("payments.create", { example: "pix" });
      await agent.call("clock.advance", { body: { days: 2 } });
      const parameters = { type: "status.changed", resourceId: id };
      const [latest] = await agent.call("events.list", { parameters });
      const { facts } = await agent.use("search_docs", { question: "PIX expired" });
      const [{ page, text }] = facts.sections;
      return [latest.data.to, page, /does not say/.test(text)];
    },
    answer: ["CANCELED", "docs/guides/pix.md", true],
  },
];
