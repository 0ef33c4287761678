import { NOBODY, type Shop } from "../sandbox/company-fixture.ts";
import { body } from "../sandbox/contract-examples.ts";
import { bytesOf, type Header } from "./generate-valid-requests.ts";

/** A request that can be sent any number of times, and the status that it gets each time. */
export interface Call {
  name: string;
  /** As it goes over a raw connection. */
  bytes: Uint8Array;
  /** As autocannon takes it. */
  request: { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };
  status: number;
  makesPayment: boolean;
}

/** What a request contains in addition to its method and path. */
interface Content {
  token?: string;
  json?: unknown;
}

/** How many payments a page has at most, and how many are made so that there is one. */
const PAGE = 100;

/** A mix of reads, writes and rejected requests. */
export async function mixedCalls(shop: Shop, receiver: string): Promise<Call[]> {
  const token = await shop.token();
  const sellers = [await shop.subaccount(), await shop.subaccount()];
  const splits = sellers.map((subaccountId) => ({ subaccountId, splitPercentage: 10 }));
  const quiet = { billingData: { postbackUrl: undefined } };
  const card = body("payments.create", "cardWithSplits", { ...quiet, splits });
  const pix = body("payments.create", "pix", quiet);
  const withPostback = body("payments.create", "pix", { billingData: { postbackUrl: receiver } });
  const { id } = await shop.pay("card", quiet);
  const { id: customerId } = await shop.customer({ document: "16899535009" });
  const invalid = { ...pix, billingData: { amount: -1 } };
  const silent = [
    call("payments.get", 200, "GET", `/payments/${id}`, { token }),
    call("payments.list", 200, "GET", "/payments?status=PENDING&limit=20", { token }),
    call("customers.get", 200, "GET", `/customers/${customerId}`, { token }),
    call("a card payment with splits", 200, "POST", "/payments", { token, json: card }),
    call("a PIX", 200, "POST", "/payments", { token, json: pix }),
    call("auth.createToken", 200, "POST", "/auth", { json: shop.keys }),
    call("balance.get", 200, "GET", "/_sandbox/balance", { token }),
    call("an unknown payment", 404, "GET", `/payments/${NOBODY}`, { token }),
    call("no token", 401, "GET", `/payments/${id}`),
    call("what is not valid", 400, "POST", "/payments", { token, json: invalid }),
  ];
  // Postbacks are delivered long after the response, so there are fewer of these.
  const rare = call("a PIX that is told of", 200, "POST", "/payments", {
    token,
    json: withPostback,
  });
  return [...silent, ...silent, ...silent, rare];
}

/** A page that is as large as one can be. */
export async function largestPage(shop: Shop): Promise<Call> {
  const quiet = { billingData: { postbackUrl: undefined } };
  await Promise.all(Array.from({ length: PAGE }, () => shop.pay("billet", quiet)));
  const path = `/payments?paymentMethod=billet&limit=${PAGE}`;
  return call("the largest page", 200, "GET", path, { token: await shop.token() });
}

/** A call that waits for a postback to a receiver that never responds. */
export async function waitingCall(shop: Shop, receiver: string): Promise<Call> {
  await shop.pay("pix", { billingData: { postbackUrl: receiver } });
  const content = { token: await shop.token(), json: { seconds: 1 } };
  return call("clock.advance", 200, "POST", "/_sandbox/clock/advance", content);
}

function call(
  name: string,
  status: number,
  method: "GET" | "POST",
  path: string,
  content: Content = {},
): Call {
  const makesPayment = method === "POST" && path === "/payments" && status === 200;
  const body = content.json === undefined ? {} : { body: JSON.stringify(content.json) };
  const request = { method, path, headers: Object.fromEntries(headersOf(content)), ...body };
  return { name, status, makesPayment, request, bytes: requestBytes(method, path, content) };
}

/** A request as it goes over the wire. */
export function requestBytes(method: string, target: string, content: Content = {}): Buffer {
  const headers: Header[] = [["host", "127.0.0.1"], ...headersOf(content)];
  if (content.json === undefined) return bytesOf({ method, target, headers });
  return bytesOf({ method, target, headers, body: Buffer.from(JSON.stringify(content.json)) });
}

function headersOf({ token, json }: Content): Header[] {
  const headers: Header[] = [];
  if (token !== undefined) headers.push(["authorization", `Bearer ${token}`]);
  if (json !== undefined) headers.push(["content-type", "application/json"]);
  return headers;
}
