import { parseJson } from "../../client/parse-json.ts";
import type { Cursor, JsonObject } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";
import { routesOf } from "../../contract/operations.ts";
import { createRouter } from "../../contract/router.ts";
import { groupBy } from "../../group-by.ts";
import { decodePath } from "../../text/decode-path.ts";
import { type Exchange, MAX_BODY_LENGTH } from "../exchange.ts";
import { type Result, Verification } from "../verdicts.ts";
import { readRecording, TrafficError, textAt } from "./recording.ts";

interface TrafficResult extends Result {
  /** How many requests were left out, by the reason. */
  skipped: Map<string, number>;
}

/**
 * Checks the assumptions of the contract against recorded traffic of a service, or the events of a sandbox.
 * @throws {TrafficError}
 */
export async function verifyTraffic(
  file: string,
  contract: Cursor,
  checks: JsonObject,
  address?: string,
): Promise<TrafficResult> {
  const verification = new Verification(contract, checks);
  const recorded = await readExchanges(file, contract, address);
  const reasons: string[] = [];
  for (const each of recorded)
    if ("skipped" in each) reasons.push(each.skipped);
    else verification.observe(each);
  const groups = [...groupBy(reasons, (reason) => reason)];
  const skipped = new Map(groups.map(([reason, { length }]) => [reason, length]));
  if (recorded.length > reasons.length)
    return { ...verification.result(() => "no recorded request showed it"), skipped };
  const all = [...skipped].map(([reason, times]) => `${reason} (${times})`).join(", ");
  throw new TrafficError(`nothing in it can be checked: ${all || "it has no request"}`);
}

/** Why a recorded request is left out. It could seem to contradict the contract, and does not. */
interface Skipped {
  skipped: string;
}

/**
 * Reads recorded requests to the service. Browsers leave out credentials, so nothing follows from their absence.
 * @throws {TrafficError}
 */
export async function readExchanges(
  file: string,
  contract: Cursor,
  address?: string,
): Promise<(Exchange | Skipped)[]> {
  const find = createRouter(routesOf(contract));
  const { entries, service } = await readRecording(file, address);
  const base = service.pathname.replace(/\/+$/, "");
  return entries.map((entry) => {
    const text = textAt(entry, "/request/url");
    // A browser also records data URLs and those of its extensions.
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.host !== service.host || !url.pathname.startsWith(`${base}/`))
      return { skipped: "another address" };
    const { methods, parameters = {} } = find(url.pathname.slice(base.length)) ?? {};
    const operation = methods?.get(textAt(entry, "/request/method"))?.operation;
    if (!operation) return { skipped: "no operation of the contract" };
    const content = readContent(entry, url);
    if ("skipped" in content) return content;
    const path = Object.entries(parameters).map(([name, value]) => [name, decodePath(value)]);
    return { operation, path: Object.fromEntries(path), ...content };
  });
}

function readContent(entry: unknown, url: URL): Omit<Exchange, "operation" | "path"> | Skipped {
  const sent = bodyText(valueAt(entry, "/request/postData"));
  const received = bodyText(valueAt(entry, "/response/content"));
  const requestBody = parseJson(sent);
  const body = parseJson(received);
  const query = Object.fromEntries(url.searchParams);
  const status = Number(valueAt(entry, "/response/status") ?? 0);
  const wasLost = sent === "" && Number(valueAt(entry, "/request/bodySize")) > 0;
  // A browser takes the body of a 304 from its cache.
  const isLost = wasLost || status === 304 || (body === undefined && lacksText(entry, received));
  // A body with a redacted value seems invalid, and so does one without it, since the secrets are required fields.
  const isRedacted = [url.href, sent, received].some((text) => /redacted/i.test(text));
  const isRepeated = Object.keys(query).length < [...url.searchParams].length;
  const reasons: [skipped: string, isTrue: boolean][] = [
    ["a body of more than 10 MB", received.length > MAX_BODY_LENGTH],
    ["a redacted value", isRedacted],
    ["a body that was not recorded", isLost],
    ["a request body that is not JSON", sent !== "" && requestBody === undefined],
    ["a repeated query parameter", isRepeated],
    ["no response", !(Number.isInteger(status) && status >= 100 && status <= 599)],
  ];
  const [skipped] = reasons.find(([, isTrue]) => isTrue) ?? [];
  return skipped === undefined ? { query, requestBody, status, body } : { skipped };
}

/** A browser may drop the bodies of earlier pages, and cut off long ones. */
function lacksText(entry: unknown, text: string): boolean {
  const size = valueAt(entry, "/response/content/size") ?? 0;
  if (text !== "") return Number(size) > Buffer.byteLength(text);
  return size !== 0 || /json/i.test(textAt(entry, "/response/content/mimeType"));
}

function bodyText(body: unknown): string {
  const text = textAt(body, "/text");
  return textAt(body, "/encoding") === "base64" ? Buffer.from(text, "base64").toString() : text;
}
