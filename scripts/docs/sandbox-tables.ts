import { businessRules } from "../../src/sandbox/domain/rule-violations.ts";
import { amountOutcomes, cardOutcomes } from "../../src/sandbox/domain/test-cards.ts";
import { code, markdownTable, named } from "./markdown-table.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** The tables of the sandbox's guide, generated from its code. */
export const sandboxTables = {
  "card-outcomes": markdownTable(
    ["Card number", "What happens"],
    cardOutcomes.map(({ cardNumber, description }) => [code(cardNumber), description]),
  ),
  "amount-outcomes": markdownTable(
    ["Amount", "In reais", "Payment by", "What happens"],
    amountOutcomes.map(({ amount, methods, description }) => [
      code(amount),
      reais.format(amount / 100).replace(/\s/, " "),
      methods.map(code).join(", "),
      description,
    ]),
  ),
  "sandbox-codes": markdownTable(
    ["Code", "Name and meaning", "Message"],
    Object.entries(businessRules).map(([name, { returnCode, message, meaning }]) => [
      code(returnCode),
      named(name, meaning),
      message,
    ]),
  ),
};
