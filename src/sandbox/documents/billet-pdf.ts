import type { BilletPayment, BuyerDetails } from "../../../generated/types.ts";
import { formatMoney } from "../../text/format-money.ts";
import { dayOf } from "../domain/calendar.ts";
import { itfBarWidths } from "./itf-barcode.ts";
import { type Box, pdf, type Text } from "./pdf.ts";

/** All positions are in millimetres from the upper left corner of the page. */
const LEFT = 15;
const RIGHT = 195;
const MIDDLE = 145;

/** The top of each row of the form. */
const ROWS = { place: 169, payee: 180, document: 191, instructions: 202, payer: 229, end: 251 };

/**
 * The barcode has the size and the quiet zone that bank scanners need. At the foot of the page, the white
 * quiet zone does not cover the watermark.
 */
const BARCODE = { x: LEFT, y: 261, width: 103, height: 13, quietZone: 6 };

const SIZES = { label: 2.3, value: 3.6, smallest: 1.8 };

/** An upper estimate of the average letter width, relative to the font size. */
const LETTER_WIDTH = 0.8;

const ELLIPSIS = "...";

const NOTICE = "Documento de teste, sem valor. Não pague.";

/** Large and light grey, diagonally across the page, behind everything else. */
const WATERMARK: Text = {
  text: "SANDBOX",
  x: 48,
  y: 261,
  size: 50,
  bold: true,
  grey: 0.88,
  angle: 54.7,
};

/** A field of the form: a small label, with the lines of its value below. */
type Field = {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly lines: readonly string[];
};

/**
 * A boleto as a printable PDF, clearly marked as a test document that must not be paid.
 *
 * @example
 * billetPdf(payment); // Uint8Array, of some 7 kB
 */
export function billetPdf(payment: BilletPayment): Uint8Array {
  const { barcode } = payment.billetDetails;
  return pdf("Boleto de teste", [
    WATERMARK,
    ...heading(payment),
    ...Object.values(ROWS).map(rule),
    ...fields(payment).flatMap(drawField),
    ...bars(barcode),
    { text: NOTICE, x: LEFT, y: 283, size: SIZES.value, bold: true },
  ]);
}

function heading({ billetDetails: { digitableLine } }: BilletPayment): (Text | Box)[] {
  return [
    { text: "Boleto de teste", x: LEFT, y: 24, size: 7, bold: true },
    { text: NOTICE, x: LEFT, y: 32, size: 4.8, bold: true },
    { text: "SANDBOX", x: LEFT, y: 167, size: 5.5, bold: true },
    { x: 46, y: 161, width: 0.4, height: 8 },
    { text: "000", x: 49.5, y: 167, size: 6.5, bold: true },
    { x: 64, y: 161, width: 0.4, height: 8 },
    { text: printedLine(digitableLine), x: 79, y: 167, size: 4.1, bold: true },
  ];
}

function fields({ id, amount, createdAt, buyerDetails, billetDetails }: BilletPayment): Field[] {
  const { place, payee, document, instructions, payer } = ROWS;
  const left = { x: LEFT, right: MIDDLE };
  const right = { x: MIDDLE, right: RIGHT };
  const wide = { x: LEFT, right: RIGHT };
  return [
    { label: "Local de pagamento", ...left, y: place, lines: ["Nenhum: este boleto é de teste"] },
    { label: "Vencimento", ...right, y: place, lines: [dayText(billetDetails.expirationDate)] },
    { label: "Beneficiário", ...left, y: payee, lines: ["SANDBOX"] },
    { label: "Valor do documento", ...right, y: payee, lines: [formatMoney(amount)] },
    { label: "Número do documento", ...left, y: document, lines: [id] },
    { label: "Data do documento", ...right, y: document, lines: [dayText(createdAt)] },
    { label: "Instruções", ...wide, y: instructions, lines: instructionsOf(billetDetails) },
    { label: "Pagador", ...wide, y: payer, lines: payerLines(buyerDetails) },
  ];
}

function instructionsOf(details: BilletPayment["billetDetails"]): string[] {
  const { interestAmount, interestPercentage, interestStartDate } = details;
  const { lateFeeAmount, lateFeePercentage, lateFeeStartDate } = details;
  const interest = charge(interestAmount, interestPercentage);
  const lateFee = charge(lateFeeAmount, lateFeePercentage);
  return [
    `Não receber após ${dayText(details.paymentLimitDate)}.`,
    ...(interest && interestStartDate
      ? [`Juros de ${interest} por dia a partir de ${date(interestStartDate)}.`]
      : []),
    ...(lateFee && lateFeeStartDate
      ? [`Multa de ${lateFee} a partir de ${date(lateFeeStartDate)}.`]
      : []),
  ];
}

/** The percentage only applies if there is no amount. */
function charge(amount?: number | null, percentage?: string | null): string | undefined {
  if (amount) return formatMoney(amount);
  return Number(percentage) > 0 ? `${percentage?.replace(".", ",")}%` : undefined;
}

function payerLines({ firstName, lastName, document, ...address }: BuyerDetails): string[] {
  const { street, streetNumber, neighborhood, city, state } = address;
  return [
    `${firstName} ${lastName}`,
    `CPF/CNPJ ${document}`,
    `${street}, ${streetNumber} - ${neighborhood} - ${city} - ${state}`,
  ];
}

function drawField({ label, x, y, right, lines }: Field): (Text | Box)[] {
  const maxLength = Math.floor((right - x) / (LETTER_WIDTH * SIZES.smallest));
  return [
    { text: label, x, y: y + 3.2, size: SIZES.label, grey: 0.35 },
    ...lines.map(truncateTo(maxLength)).map((text, index) => ({
      text,
      x,
      y: y + 8 + 5 * index,
      size: Math.min(SIZES.value, (right - x) / (LETTER_WIDTH * text.length)),
    })),
  ];
}

/** A client may send a name of a million letters, and anyone may request the page. */
function truncateTo(maxLength: number): (text: string) => string {
  return (text) =>
    text.length > maxLength ? `${text.slice(0, maxLength - ELLIPSIS.length)}${ELLIPSIS}` : text;
}

function rule(y: number): Box {
  return { x: LEFT, y, width: RIGHT - LEFT, height: 0.25 };
}

/** The bars on a white background, so that a scanner does not see the watermark between them. */
function bars(barcode: string): Box[] {
  const { x, y, width, height, quietZone } = BARCODE;
  const widths = itfBarWidths(barcode);
  const narrow = width / sum(widths);
  const background = {
    x: x - quietZone,
    y: y - 2,
    width: width + 2 * quietZone,
    height: height + 4,
    grey: 1,
  };
  let before = 0;
  const all = widths.map((modules) => {
    const left = x + before * narrow;
    before += modules;
    return { x: left, y, width: modules * narrow, height };
  });
  return [background, ...all.filter((_, index) => index % 2 === 0)];
}

/** AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE */
function printedLine(line: string): string {
  return line.replace(
    /^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/,
    "$1.$2 $3.$4 $5.$6 $7 $8",
  );
}

function dayText(timestamp: string): string {
  return date(dayOf(Date.parse(timestamp)));
}

function date(day: string): string {
  return day.split("-").toReversed().join("/");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
