import { readFileSync } from "node:fs";
import { sep } from "node:path";
import type { PromiseName } from "centavo/testing";
import type { ownPromises } from "./shops/forgetful-shop.ts";

/** A mistake that shops make: what to replace in a correct shop, and the promises that it may break. */
interface Mistake {
  shop: "checkout" | "forgetful shop";
  right: string;
  wrong: string;
  breaks: readonly (PromiseName | keyof typeof ownPromises)[];
}

export const plantedMistakes: Record<string, Mistake> = {
  "marks paid from the postback's body": {
    shop: "forgetful shop",
    right: "const { data: payment } = await this.centavo.payments.get(data.id);",
    wrong: `const isPaid = data.status === "PAID" || data.status === "SUCCEEDED";
    const payment = isPaid ? data : (await this.centavo.payments.get(data.id)).data;`,
    breaks: ["refundsAndDisputes", "shippedPaid"],
  },
  "forgets a dispute after the payment": {
    shop: "checkout",
    right: "if (payment.updatedAt < updatedAt) return;",
    wrong: 'if (stateOf(order) === "paid") return;',
    breaks: ["refundsAndDisputes"],
  },
  "retries a creation after a timeout": {
    shop: "forgetful shop",
    right: "return (await this.centavo.payments.create(body)).data;",
    wrong: `const { payments } = this.centavo;
    return (await payments.create(body).catch(() => payments.create(body))).data;`,
    breaks: ["chargedOnce"],
  },
  "drops a postback that comes before the answer": {
    shop: "forgetful shop",
    right: "this.write(id, payment);\n    await this.afterRead(id);",
    wrong: `if (!this.books.payments.get(id)?.has(payment.id)) return;
    this.write(id, payment);
    await this.afterRead(id);`,
    breaks: ["lostAnswers"],
  },
  "handles a postback twice at once": {
    shop: "forgetful shop",
    right: "const turn = this.#reads.then(() => this.#read(request));",
    wrong: "const turn = this.#read(request);",
    breaks: ["an order leaves the house once"],
  },
  "ignores CANCELED and ships": {
    shop: "checkout",
    right: 'if (stateOf(order) === "paid") order.shipped = true;',
    wrong: 'if (!["PENDING", "FAILED"].includes(payment.status)) order.shipped = true;',
    breaks: ["shippedPaid"],
  },
  "compares the amount with the one after fees": {
    shop: "checkout",
    right: "payment.amount !== order.amount",
    wrong: "payment.amount - Math.round(payment.amount * 0.035) !== order.amount",
    breaks: ["paid", "lostAnswers", "postbacks"],
  },
  "loses an event in a restart": {
    shop: "forgetful shop",
    right: "return turn.then(",
    wrong: "return Promise.resolve().then(",
    breaks: ["paid", "refundsAndDisputes"],
  },
  "refunds twice": {
    shop: "forgetful shop",
    right: 'if (status === "PAID" && !transfers.includes(transactionId))',
    wrong: 'if (status === "PAID")',
    breaks: ["a payment is paid back once"],
  },
  "trusts the order of arrival": {
    shop: "forgetful shop",
    right: "const { data: payment } = await this.centavo.payments.get(data.id);",
    wrong: "const payment = data;",
    breaks: ["refundsAndDisputes", "paid", "shippedPaid"],
  },
};

const FILES = {
  checkout: "examples/shops/checkout.ts",
  "forgetful shop": "test/testing/explore/shops/forgetful-shop.ts",
};

/** The module of a shop with a mistake, which the plugin below makes. */
export function moduleWith(name: string): string {
  const { shop } = plantedMistakes[name] as Mistake;
  return `/${FILES[shop]}?mistake=${encodeURIComponent(name)}`;
}

/** For Vite: plants the mistake that an import asks for. */
export function plantMistake() {
  return {
    name: "plant-mistake",
    load(id: string) {
      const [path = "", name = ""] = id.replaceAll(sep, "/").split("?mistake=");
      const mistake = plantedMistakes[decodeURIComponent(name)];
      if (!mistake) return undefined;
      const text = readFileSync(path, "utf8");
      if (!text.includes(mistake.right)) throw new Error(`${path} no longer has: ${mistake.right}`);
      return text.replace(mistake.right, () => mistake.wrong);
    },
  };
}
