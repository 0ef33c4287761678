import { amountOutcomes, cardOutcomes } from "../../src/sandbox/domain/outcomes.ts";
import { rules } from "../../src/sandbox/rules.ts";
import { code, escapeHtml, portuguese, table } from "./html.ts";
import { renderSentence } from "./markdown.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** What the sandbox knows of itself, as tables for its guide. */
export const sandboxTables = {
  "card-outcomes": table(
    "Card numbers that force an outcome",
    ["Card number", "What happens"],
    cardOutcomes.map(({ cardNumber, description }) => ({
      cells: [code(cardNumber), renderSentence(description)],
    })),
  ),
  "amount-outcomes": table(
    "Amounts that force an outcome",
    ["Amount", "In reais", "Payment by", "What happens"],
    amountOutcomes.map(({ amount, methods, description }) => ({
      cells: [
        code(amount),
        reais.format(amount / 100).replace(/\s/, "&nbsp;"),
        methods.map(code).join(", "),
        renderSentence(description),
      ],
    })),
  ),
  "sandbox-codes": table(
    "The sandbox's own return codes",
    ["Code", "Name and meaning", "Message"],
    Object.entries(rules).map(([name, { returnCode, message, meaning }]) => ({
      id: name,
      cells: [
        code(returnCode),
        `<strong>${name}</strong><br>${escapeHtml(meaning)}`,
        portuguese(message),
      ],
    })),
  ),
};
