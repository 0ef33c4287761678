import { idsIn, isPayToken } from "../auth/pay-tokens.ts";
import { BY_BUYER, type Context } from "../context.ts";
import { PAY_PATH, QR_CODE_SUFFIX } from "../documents/document-urls.ts";
import { qrCodePng } from "../documents/qr-code-png.ts";
import { BusinessRuleError, HttpError, UnknownCompanyError } from "../errors.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import {
  type BuyerMoveName,
  buyerMovesOf,
  dayToPayLate,
  isBuyerMove,
  makeBuyerMove,
  startAdvanceToLateDay,
} from "../services/buyer-moves.ts";
import type { PaymentRecord } from "../store/records.ts";
import type { Mode, UnitOfWork } from "../unit-of-work.ts";
import type { ApiRequest } from "./exchange.ts";
import type { HttpResponse } from "./http-response.ts";
import { pageHeaders } from "./page-headers.ts";
import { missingPayPage, payPage, type ShownPayment } from "./pay-page.ts";
import { languageFor } from "./pay-page-texts.ts";

interface PayContext {
  unitOfWork: UnitOfWork;
  scheduler: Pick<Scheduler, "runCompany" | "finishAdvance">;
}

/** The payment of a page, found by the token in its address. */
interface PayPage extends PayContext {
  token: string;
  companyId: string;
  paymentId: string;
}

/** There is no payment with a token, or no longer. */
class UnknownTokenError extends Error {}

/**
 * Answers a request for the page on which a tester plays the buyer of a payment. Whoever has its address may play, so it
 * takes no token and no cookie.
 */
export async function answerPayPage(
  request: ApiRequest,
  context: PayContext,
): Promise<HttpResponse> {
  const name = request.path.slice(PAY_PATH.length);
  const isPicture = name.endsWith(QR_CODE_SUFFIX);
  const token = isPicture ? name.slice(0, -QR_CODE_SUFFIX.length) : name;
  const ids = idsIn(token);
  try {
    if (!ids) throw new UnknownTokenError();
    const page = { ...context, token, ...ids };
    if (isPicture) return await pictureOf(page, request);
    if (request.method === "GET") return pageOf(await read(page, shownPayment), request);
    if (request.method === "POST") return await play(page, request);
  } catch (error) {
    if (!(error instanceof UnknownTokenError || error instanceof UnknownCompanyError)) throw error;
    return htmlOf(404, missingPayPage(languageOf(request)));
  }
  throw new HttpError(405, "This path only allows GET, POST.", { allow: "GET, POST" });
}

/** The QR code that leads to the page, at the address by which the client reaches the sandbox. */
async function pictureOf(page: PayPage, { method, baseUrl }: ApiRequest): Promise<HttpResponse> {
  if (method !== "GET") throw new HttpError(405, "This path only allows GET.", { allow: "GET" });
  await read(page, async () => {});
  const headers = {
    "content-type": "image/png",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, headers, body: qrCodePng(`${baseUrl()}${PAY_PATH}${page.token}`) };
}

/** Makes the move that a form has sent, and leads back to the page. */
async function play(page: PayPage, request: ApiRequest): Promise<HttpResponse> {
  const move = moveIn(request);
  try {
    if (move === "payLate") {
      const to = await inTransaction(page, startAdvanceToLateDay);
      if (to !== undefined) await page.scheduler.finishAdvance(page.companyId, to);
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
function moveIn({ headers, body }: ApiRequest): BuyerMoveName {
  const type = headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new HttpError(415, "Send the form of the page.");
  const move = new URLSearchParams(new TextDecoder().decode(body)).get("move");
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
  page.scheduler.runCompany(page.companyId).catch(() => {});
  return result;
}

/** @throws {UnknownTokenError} unless the token is the one of the payment. */
function withPayment<Result>(
  { unitOfWork, token, companyId, paymentId }: PayPage,
  mode: Mode,
  use: Use<Result>,
): Promise<Result> {
  const { secrets } = unitOfWork.publicContext;
  return unitOfWork.run(companyId, {
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

function pageOf(shown: ShownPayment, request: ApiRequest, status = 200): HttpResponse {
  return htmlOf(status, payPage(shown, languageOf(request)));
}

function languageOf({ headers }: ApiRequest) {
  return languageFor(headers["accept-language"]);
}

function htmlOf(status: number, html: string): HttpResponse {
  const headers = pageHeaders(html, { "img-src": "data:" }, "'self'");
  return { status, headers, body: html };
}
