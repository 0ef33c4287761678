import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";
import { amountOutcomes, cardOutcomes } from "../../src/sandbox/domain/test-cards.ts";
import { type Content, code, list, named, portuguese, sentence, table } from "./html-table.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** The tables of the sandbox's guide, generated from its code. */
export const sandboxTables = {
  "card-outcomes": table(
    "Card numbers that force an outcome",
    ["Card number", "What happens"],
    cardOutcomes.map(({ cardNumber, description }) => ({
      cells: [code(cardNumber), sentence(description)],
    })),
  ),
  "amount-outcomes": table(
    "Amounts that force an outcome",
    ["Amount", "In reais", "Payment by", "What happens"],
    amountOutcomes.map(({ amount, methods, description }) => ({
      cells: [code(amount), inReais(amount), list(methods.map(code)), sentence(description)],
    })),
  ),
  "sandbox-codes": table(
    "The sandbox's own return codes",
    ["Code", "Name and meaning", "Message"],
    Object.entries(businessRules).map(([name, { returnCode, message, meaning }]) => ({
      id: name,
      cells: [code(returnCode), named(name, meaning), portuguese(message)],
    })),
  ),
};

function inReais(amount: number): Content {
  const text = reais.format(amount / 100);
  return { markdown: text.replace(/\s/, " "), html: text.replace(/\s/, "&nbsp;") };
}
