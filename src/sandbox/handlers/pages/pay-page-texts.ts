import type { PaymentStatus } from "../../../../generated/types.ts";
import type { BuyerMoveName } from "../../services/buyer-moves.ts";

/** What a button says, and what it does besides. An amount or a day takes the place of its name in braces. */
interface MoveTexts {
  label: string;
  note?: string;
}

interface Texts {
  locale: string;
  title: string;
  sandbox: string;
  /** The name of a shop without a name. */
  shop: string;
  state: string;
  amount: string;
  lateFee: string;
  interest: string;
  states: Record<PaymentStatus, string>;
  moves: Record<BuyerMoveName, MoveTexts>;
  refused: string;
  notFound: string;
}

/** The texts of the page on which a tester plays the buyer, by language. */
export const payPageTexts = {
  en: {
    locale: "en-GB",
    title: "Play the buyer",
    sandbox: "SANDBOX: no money moves",
    shop: "Test shop",
    state: "State",
    amount: "Amount",
    lateFee: "Late fee",
    interest: "Interest",
    states: {
      CREATED: "Created",
      PENDING: "Waiting for payment",
      PRE_AUTHORIZED: "Authorized",
      SUCCEEDED: "Approved",
      FAILED: "Declined",
      CANCELED: "Expired",
      REFUNDED: "Refunded",
      REVERSED: "Reversed",
      PAID: "Paid",
      DISPUTED: "Disputed",
      CHARGEBACK: "Charged back",
    },
    moves: {
      pay: { label: "Pay {amount}" },
      payLate: {
        label: "Pay late: {amount}",
        note: "The clock of this test shop moves forward to {day}, and all that falls due until then happens. With late fee {lateFee} and interest {interest}.",
      },
      expire: {
        label: "Let it expire",
        note: "It expires now. The clock of the test shop does not move.",
      },
      succeeds: { label: "The card is approved" },
      declined: { label: "The card is declined" },
      declinedForFunds: { label: "The card is declined: no funds" },
      disputed: { label: "The card is approved, and the charge disputed a day later" },
      dispute: { label: "Dispute the charge" },
    },
    refused: "This was not possible in this state.",
    notFound: "This page does not exist, or no longer.",
  },
  pt: {
    locale: "pt-BR",
    title: "Faça o papel do comprador",
    sandbox: "SANDBOX: nenhum dinheiro é movimentado",
    shop: "Loja de teste",
    state: "Situação",
    amount: "Valor",
    lateFee: "Multa",
    interest: "Juros",
    states: {
      CREATED: "Criado",
      PENDING: "Aguardando o pagamento",
      PRE_AUTHORIZED: "Autorizado",
      SUCCEEDED: "Aprovado",
      FAILED: "Recusado",
      CANCELED: "Expirado",
      REFUNDED: "Estornado",
      REVERSED: "Revertido",
      PAID: "Pago",
      DISPUTED: "Contestado",
      CHARGEBACK: "Chargeback",
    },
    moves: {
      pay: { label: "Pagar {amount}" },
      payLate: {
        label: "Pagar com atraso: {amount}",
        note: "O relógio desta loja de teste avança até {day}, e tudo o que vence até lá é executado. Com multa de {lateFee} e juros de {interest}.",
      },
      expire: {
        label: "Deixar expirar",
        note: "Expira agora. O relógio da loja de teste não avança.",
      },
      succeeds: { label: "O cartão é aprovado" },
      declined: { label: "O cartão é recusado" },
      declinedForFunds: { label: "O cartão é recusado: saldo insuficiente" },
      disputed: { label: "O cartão é aprovado, e a compra é contestada um dia depois" },
      dispute: { label: "Contestar a compra" },
    },
    refused: "Não foi possível fazer isso nesta situação.",
    notFound: "Esta página não existe, ou não existe mais.",
  },
} as const satisfies Record<string, Texts>;

export type Language = keyof typeof payPageTexts;

/**
 * The language of the page that a browser prefers.
 *
 * @example
 * languageFor("fr, pt-BR;q=0.9, en;q=0.8"); // "pt"
 */
export function languageFor(acceptLanguage = ""): Language {
  const preferred = acceptLanguage
    .split(",")
    .map((each) => {
      const [range = "", ...parameters] = each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
      return { language: range.split("-")[0], q: Number(q) || 0 };
    })
    .filter(({ language, q }) => q > 0 && (language === "pt" || language === "en"))
    .toSorted((one, other) => other.q - one.q);
  return preferred[0]?.language === "pt" ? "pt" : "en";
}
