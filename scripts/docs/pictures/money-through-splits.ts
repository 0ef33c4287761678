import type { Cursor } from "../../../src/contract/cursor.ts";
import { formatMoney } from "../../../src/sandbox/domain/format-money.ts";
import { COMPANY, type Entry, total } from "../../../src/sandbox/domain/ledger-balances.ts";
import { refund, sale, settlementDays } from "../../../src/sandbox/domain/ledger-entries.ts";
import { divide, type Fee, feeOf, type Split } from "../../../src/sandbox/domain/splits.ts";
import { callOf } from "./contract-facts.ts";
import { arrow, box, paragraph, picture, WIDTH, write } from "./drawing.ts";
import type { Words } from "./words.ts";

/** A payment, and the fee of the company that receives it. */
interface SplitPayment {
  readonly amount: number;
  readonly splits: readonly Split[];
  readonly fee: Fee;
}

/** The payment with splits and the company with fees that the contracts show as examples. */
export function shownPayment(service: Cursor, control: Cursor): SplitPayment {
  const { billingData, splits } = exampleOf(service, "payments.create.cardWithSplits.request") as {
    billingData: { amount: number };
    splits: Split[];
  };
  const fee = exampleOf(control, "companies.create.withFees.request") as Fee;
  return { amount: billingData.amount, splits, fee };
}

function exampleOf(contract: Cursor, name: string): unknown {
  return contract.at("components", "examples", name, "value").value;
}

const MARGIN = 16;
const BOX = { width: 208, height: 34 };
const ROW = 52;
const DAY = "2026-03-02";

/** From the buyer to the fee, the splits and the company, and back by a refund. */
export function moneyThroughSplits(
  service: Cursor,
  words: Words,
  { amount, splits, fee: terms }: SplitPayment,
): string {
  const { title, description, ...text } = words.money;
  const fee = feeOf(amount, terms);
  const parts = divide(amount, amount - fee, splits);
  if (!parts) throw new Error("The splits of the picture exceed its payment.");
  const entries = sale({
    ...{ amount, fee, parts, day: DAY },
    settlementDays: settlementDays("card", 1, DAY),
  });
  const back = refund(entries, DAY);
  const percent = (value: number) => `${value.toLocaleString(words.locale)}%`;
  const rows = [
    { account: "fees", owner: COMPANY, name: text.fee, terms: feeTerms() },
    ...parts.map(({ subaccountId, splitPercentage }, index) => ({
      account: "available",
      owner: subaccountId,
      name: text.subaccount("ABC".charAt(index)),
      terms: text.split(percent(splitPercentage)),
    })),
    { account: "available", owner: COMPANY, name: text.company, terms: text.companyTerms },
  ];
  const x = MARGIN + 34;
  const rowsTop = MARGIN + BOX.height + 30;
  const refundTop = rowsTop + rows.length * ROW + 14;
  const backTop = refundTop + 44;
  const drawn = rows.map(({ account, owner, name, terms }, index) => {
    const y = rowsTop + index * ROW;
    const sum = sumOf(entries, account, owner);
    return [
      arrow([MARGIN + 14, y + 18], [x - 2, y + 18]),
      box([x, y - 4], [WIDTH - x - MARGIN, 44]),
      write(x + 12, y + 14, { tone: "strong", text: name }),
      write(x + 12, y + 32, { tone: "soft", text: terms }),
      write(WIDTH - MARGIN - 12, y + 14, { tone: "strong", text: formatMoney(sum) }, "end"),
    ].join("\n");
  });
  const trunk = `<path class="picture-stroke" d="M${MARGIN + 14} ${MARGIN + BOX.height}V${rowsTop + (rows.length - 1) * ROW + 18}"/>`;
  const taken = rows.map(({ account, owner, name }, index) => {
    const y = backTop + index * 26;
    const sum = sumOf(back, account, owner);
    return [
      write(x + 12, y, { tone: "plain", text: name }),
      write(WIDTH - MARGIN - 12, y, { tone: "plain", text: formatMoney(sum) }, "end"),
    ].join("\n");
  });
  const end = backTop + rows.length * 26 - 4;
  const total = (top: number, name: string, sum: number) =>
    [
      box([MARGIN, top], [WIDTH - 2 * MARGIN, BOX.height], "main"),
      write(MARGIN + 12, top + 22, { tone: "strong", text: name }),
      write(WIDTH - MARGIN - 12, top + 22, { tone: "strong", text: formatMoney(sum) }, "end"),
    ].join("\n");
  return picture({ title, description }, end + BOX.height + MARGIN, [
    trunk,
    total(MARGIN, text.buyerPays, -sumOf(entries, "buyers", COMPANY)),
    ...drawn,
    paragraph(MARGIN, refundTop + 12, [
      { tone: "code", text: callOf(service, "payments.refund").id },
    ]),
    write(MARGIN + 128, refundTop + 12, { tone: "plain", text: text.refund }),
    arrow([MARGIN + 14, refundTop + 22], [MARGIN + 14, end - 2]),
    ...taken,
    total(end, text.buyerGets, sumOf(back, "buyers", COMPANY)),
  ]);

  function feeTerms(): string {
    return text.feeTerms(percent(terms.feePercentage), formatMoney(terms.feeFixed));
  }
}

function sumOf(entries: readonly Entry[], account: string, owner: string): number {
  return total(entries.filter((entry) => entry.account === account && entry.owner === owner));
}
