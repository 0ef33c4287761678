import { businessRules } from "../../../src/sandbox/domain/sandbox-return-codes.ts";
import { amountOutcomes, cardOutcomes } from "../../../src/sandbox/domain/test-outcomes.ts";
import { formatMoney } from "../../../src/text/format-money.ts";
import { anchor, code, named, table } from "./markdown-table.ts";

/** The tables of the sandbox's guide, generated from its code. */
export const sandboxTables = {
  "card-outcomes": table(
    ["Card number", "What happens"],
    cardOutcomes.map(({ cardNumber, description }) => [code(cardNumber), description]),
  ),
  "amount-outcomes": table(
    ["Amount", "In reais", "Payment by", "What happens"],
    amountOutcomes.map(({ amount, methods, description }) => [
      code(amount),
      formatMoney(amount),
      methods.map(code).join(", "),
      description,
    ]),
  ),
  "sandbox-codes": table(
    ["Code", "Name and meaning", "What to do", "Message"],
    Object.entries(businessRules).map(([name, { returnCode, message, meaning, whatToDo }]) => [
      anchor(name) + code(returnCode),
      named(name, meaning),
      whatToDo,
      message,
    ]),
  ),
};
