import { idsIn, isPayToken } from "../../auth/pay-tokens.ts";
import { BY_BUYER, type Context } from "../../context.ts";
import { PAY_PATH, QR_CODE_SUFFIX } from "../../documents/document-urls.ts";
import { qrCodePng } from "../../documents/qr-code-png.ts";
import { BusinessRuleError, HttpError, UnknownCompanyError } from "../../errors.ts";
import type { Call, Parts } from "../../requests/endpoints.ts";
import { noOperation } from "../../requests/handle-request.ts";
import type { ApiRequest, Reply } from "../../requests/request.ts";
import {
  type BuyerMoveName,
  buyerMovesOf,
  dayToPayLate,
  isBuyerMove,
  makeBuyerMove,
  startAdvanceToLateDay,
} from "../../services/buyer-moves.ts";
import type { PaymentRecord } from "../../store/records.ts";
import type { Mode } from "../../unit-of-work.ts";
import { pageHeaders } from "./page-headers.ts";
import { missingPayPage, payPage, type ShownPayment } from "./pay-page-html.ts";
import { languageFor } from "./pay-page-texts.ts";

/** The payment of a page, found by the token in its address. */
interface PayPage {
  parts: Parts;
  token: string;
  companyId: string;
  paymentId: string;
}

/** There is no payment with a token, or no longer. */
class UnknownTokenError extends Error {}

/**
 * The page on which a tester plays the buyer of a payment, or the picture of a QR code that leads to it. Whoever has its
 * address may play, so it takes no token and no cookie.
 */
export function showPayPage(call: Call): Promise<Reply> {
  const { token = "" } = call.path;
  if (token.endsWith(QR_CODE_SUFFIX))
    return atPage(call, token.slice(0, -QR_CODE_SUFFIX.length), (page) => pictureOf(page, call));
  return atPage(call, token, async (page) => pageOf(await read(page, shownPayment), call.request));
}

/** Makes the move that a form of the page has sent, and leads back to the page. */
export function playBuyer(call: Call): Promise<Reply> {
  return atPage(call, call.path.token ?? "", (page) => play(page, call.request));
}

async function atPage(
  { request, parts }: Call,
  token: string,
  answer: (page: PayPage) => Promise<Reply>,
): Promise<Reply> {
  if (!parts.context.payPages) throw noOperation(request.path);
  try {
    const ids = idsIn(token);
    if (!ids) throw new UnknownTokenError();
    return await answer({ parts, token, ...ids });
  } catch (error) {
    if (!(error instanceof UnknownTokenError || error instanceof UnknownCompanyError)) throw error;
    return htmlOf(404, missingPayPage(languageOf(request)));
  }
}

/** The QR code that leads to the page, at the address by which the client reaches the sandbox. */
async function pictureOf(page: PayPage, { request }: Call): Promise<Reply> {
  await read(page, async () => {});
  const headers = {
    "content-type": "image/png",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body: qrCodePng(`${request.baseUrl()}${PAY_PATH}${page.token}`) };
}

async function play(page: PayPage, request: ApiRequest): Promise<Reply> {
  const move = await moveIn(request);
  try {
    if (move === "payLate") {
      const to = await inTransaction(page, startAdvanceToLateDay);
      if (to !== undefined) await page.parts.scheduler.finishAdvance(page.companyId, to);
    }
    await inTransaction(page, (context, record) =>
      makeBuyerMove(context, record, move === "payLate" ? "pay" : move),
    );
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    return pageOf({ ...(await read(page, shownPayment)), isRefused: true }, request, 409);
  }
  // A relative address, because a proxy may have added a path.
  return { status: 303, headers: { location: page.token, "cache-control": "no-store" }, body: "" };
}

/** @throws {HttpError} if there is no move in the form. */
async function moveIn({ headers, readBody }: ApiRequest): Promise<BuyerMoveName> {
  const type = headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new HttpError(415, "Send the form of the page.");
  const form = new TextDecoder().decode(await readBody());
  const move = new URLSearchParams(form).get("move");
  if (!isBuyerMove(move)) throw new HttpError(400, "The form has no such move.");
  return move;
}

type Use<Result> = (context: Context, record: PaymentRecord) => Promise<Result>;

function read<Result>(page: PayPage, use: Use<Result>): Promise<Result> {
  return withPayment(page, "read", use);
}

/** Its postbacks are on their way when it ends. */
async function inTransaction<Result>(page: PayPage, use: Use<Result>): Promise<Result> {
  const result = await withPayment(page, "transaction", (context, record) => {
    context.use();
    return use(context, record);
  });
  page.parts.scheduler.runCompany(page.companyId).catch(() => {});
  return result;
}

/** @throws {UnknownTokenError} unless the token is the one of the payment. */
function withPayment<Result>(
  { parts, token, companyId, paymentId }: PayPage,
  mode: Mode,
  use: Use<Result>,
): Promise<Result> {
  const { secrets } = parts.context;
  return parts.unitOfWork.run(companyId, {
    mode,
    cause: BY_BUYER,
    afterDueJobs: true,
    async run(context) {
      if (!isPayToken(token, paymentId, context.company, secrets)) throw new UnknownTokenError();
      const record = await context.data.payments.get(paymentId);
      if (!record) throw new UnknownTokenError();
      return use(context, record);
    },
  });
}

const shownPayment: Use<ShownPayment> = async (context, record) => ({
  payment: record.resource,
  shop: context.company.name,
  moves: buyerMovesOf(context, record),
  today: context.today,
  lateDay: dayToPayLate(context, record.resource),
});

function pageOf(shown: ShownPayment, request: ApiRequest, status = 200): Reply {
  return htmlOf(status, payPage(shown, languageOf(request)));
}

function languageOf({ headers }: ApiRequest) {
  return languageFor(headers["accept-language"]);
}

function htmlOf(status: number, html: string): Reply {
  const headers = pageHeaders(html, { "img-src": "data:" }, "'self'");
  return { status, headers, body: html };
}
