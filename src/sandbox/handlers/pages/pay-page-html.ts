import type { Payment } from "../../../../generated/types.ts";
import { escapeHtml } from "../../../text/escape-html.ts";
import { formatMoney } from "../../../text/format-money.ts";
import { amountDue } from "../../domain/late-fees.ts";
import type { BuyerMoveName } from "../../services/buyer-moves.ts";
import { type Language, payPageTexts } from "./pay-page-texts.ts";

/** What the page shows of a payment, besides its state only if the buyer can do something. */
export interface ShownPayment {
  payment: Payment;
  /** The name of the shop. */
  shop: string | undefined;
  moves: readonly BuyerMoveName[];
  today: string;
  /** The first day on which the payment is late, if it can be paid late by moving the clock. */
  lateDay: string | undefined;
  /** Whether the page is the answer to a move that was refused. */
  isRefused?: boolean;
}

/** The page on which a tester plays the buyer. It has no script, and no data of the buyer. */
export function payPage(shown: ShownPayment, language: Language): string {
  const texts = payPageTexts[language];
  const { payment, shop = texts.shop, moves, isRefused } = shown;
  const state = `<strong>${texts.states[payment.status]}</strong> <code>${payment.status}</code>`;
  const parts =
    moves.length === 0
      ? [`<h1>${state}</h1>`]
      : [
          `<h1>${escapeHtml(shop)}</h1>`,
          `<p class="amount">${formatMoney(dueOn(payment, shown.today).total)}</p>`,
          feesOf(shown, language),
          `<p class="state">${texts.state}: ${state}</p>`,
          `<form method="post">${moves.map((move) => buttonOf(move, shown, language)).join("")}</form>`,
        ];
  return document(language, [isRefused ? alert(texts.refused) : "", ...parts].join("\n"));
}

/** The page of an address that is none, or no longer. */
export function missingPayPage(language: Language): string {
  const { title, notFound } = payPageTexts[language];
  return document(language, `<h1>${title}</h1>\n${alert(notFound)}`);
}

function document(language: Language, content: string): string {
  const { locale, title, sandbox } = payPageTexts[language];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} (sandbox)</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>${sandbox}</header>
<main>
${content}
</main>
</body>
</html>
`;
}

function alert(text: string): string {
  return `<p role="alert">${text}</p>`;
}

/** The breakdown of the amount of a late boleto: the original amount, the late fee and the interest. */
function feesOf({ payment, today }: ShownPayment, language: Language): string {
  const { amount, lateFee, interest } = payPageTexts[language];
  const due = dueOn(payment, today);
  if (due.total === payment.amount) return "";
  const rows = [
    [amount, payment.amount],
    [lateFee, due.lateFee],
    [interest, due.interest],
  ] as const;
  return `<dl>${rows.map(([name, centavos]) => `<div><dt>${name}</dt><dd>${formatMoney(centavos)}</dd></div>`).join("")}</dl>`;
}

function buttonOf(move: BuyerMoveName, shown: ShownPayment, language: Language): string {
  const { moves, locale } = payPageTexts[language];
  const { label, note }: { label: string; note?: string } = moves[move];
  const day = (move === "payLate" && shown.lateDay) || shown.today;
  const due = dueOn(shown.payment, day);
  const values: Record<string, string> = {
    amount: formatMoney(due.total),
    lateFee: formatMoney(due.lateFee),
    interest: formatMoney(due.interest),
    day: dateIn(locale, day),
  };
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const id = `note-${move}`;
  const described = note === undefined ? "" : ` aria-describedby="${id}"`;
  const button = `<button name="move" value="${move}"${described}>${fill(label)}</button>`;
  return note === undefined ? button : `${button}<p class="note" id="${id}">${fill(note)}</p>`;
}

/** What the buyer owes on a day: more than the amount for a late boleto. */
function dueOn(payment: Payment, day: string) {
  const due = payment.paymentMethod === "billet" ? amountDue(payment, day) : undefined;
  return due ?? { total: payment.amount, lateFee: 0, interest: 0 };
}

function dateIn(locale: string, day: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(day),
  );
}

const STYLE = `
:root { color-scheme: light dark; font: 1.125rem / 1.5 system-ui, sans-serif; --line: light-dark(#8a939d, #6c757f); --muted: light-dark(#4d5762, #aab3bc); }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#f6f7f9, #14171a); color: light-dark(#1b1f24, #e6e9ec); }
header { padding: 0.75rem 1rem; background: #f0c060; color: #2b1d00; font-weight: 700; text-align: center; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
.amount { margin: 0.25rem 0; font-size: 2.25rem; font-weight: 700; line-height: 1.2; }
.state { margin: 1rem 0; }
code { padding: 0.1em 0.3em; border: 1px solid var(--line); border-radius: 0.25rem; font-size: 0.8rem; }
dl { margin: 0.5rem 0; }
dl div { display: flex; justify-content: space-between; }
dd { margin: 0; }
[role=alert] { padding: 0.75rem; border: 2px solid light-dark(#a3122a, #ff9aa5); border-radius: 0.5rem; }
button { width: 100%; min-height: 3rem; margin-top: 1rem; padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: light-dark(#fff, #1d2125); color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button:first-child { border-color: transparent; background: light-dark(#0a6b4b, #58d6a6); color: light-dark(#fff, #08211a); }
.note { margin: 0.35rem 0 0; color: var(--muted); font-size: 0.9rem; }
:focus-visible { outline: 3px solid light-dark(#7a4b00, #f0c060); outline-offset: 2px; }
`;
