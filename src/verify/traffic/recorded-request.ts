import { parseJson } from "../../client/parse-json.ts";
import { isObject, isString } from "../../contract/cursor.ts";
import type { Exchange } from "../exchange.ts";
import { TrafficError, type TrafficRecord } from "./traffic-file.ts";

/** Why a recorded request is left out. It could seem to contradict the contract, and does not. */
export type SkipReason =
  | "another host"
  | "no operation of the contract"
  | "no response"
  | "a body that was not recorded"
  | "a redacted value"
  | "a repeated query parameter"
  | "a request body that is not JSON";

/** What the two formats have in common. */
export interface RecordedRequest {
  /** An event of a sandbox has none. */
  host: string | undefined;
  method: string;
  path: string;
  read(): Content | SkipReason;
}

type Content = Omit<Exchange, "operation" | "path" | "status" | "probe"> & { status: unknown };

/** Other types of events are no requests. */
export function readRecordedRequest(record: TrafficRecord): RecordedRequest | undefined {
  return record.format === "har" ? readEntry(record) : readEvent(record);
}

function readEntry({ value, place }: TrafficRecord): RecordedRequest {
  const method = textAt(value, "request", "method");
  const address = textAt(value, "request", "url");
  if (method === "" || address === "")
    throw new TrafficError(`${place} has no request with a method and a URL: export the HAR again`);
  // A browser also records data URLs and those of its extensions.
  const isHttp = /^https?:/i.test(address) && URL.canParse(address);
  const url = new URL(isHttp ? address : "about:blank");
  return { host: url.host, method, path: url.pathname, read: () => readContent(value, url) };
}

function readContent(entry: unknown, { href, searchParams }: URL): Content | SkipReason {
  const sent = bodyText(memberAt(entry, "request", "postData"));
  const received = bodyText(memberAt(entry, "response", "content"));
  if ([href, sent, received].some(isRedacted)) return "a redacted value";
  const requestBody = parseJson(sent);
  const body = parseJson(received);
  const wasLost = sent === "" && numberAt(entry, "request", "bodySize") > 0;
  if (wasLost || (body === undefined && lacksText(entry, received)))
    return "a body that was not recorded";
  if (sent !== "" && requestBody === undefined) return "a request body that is not JSON";
  const query = Object.fromEntries(searchParams);
  if (Object.keys(query).length < [...searchParams].length) return "a repeated query parameter";
  const status = memberAt(entry, "response", "status");
  return { query, requestBody, status, body };
}

/** A browser may drop the bodies of earlier pages, and cut off long ones. */
function lacksText(entry: unknown, text: string): boolean {
  const size = numberAt(entry, "response", "content", "size");
  if (text !== "") return size > Buffer.byteLength(text);
  return size !== 0 || /json/i.test(textAt(entry, "response", "content", "mimeType"));
}

function bodyText(body: unknown): string {
  const text = textAt(body, "text");
  return textAt(body, "encoding") === "base64" ? Buffer.from(text, "base64").toString() : text;
}

function readEvent({ value, place }: TrafficRecord): RecordedRequest | undefined {
  const type = textAt(value, "type");
  const isRequest = type === "request.completed";
  const method = textAt(value, "data", "method");
  const path = textAt(value, "data", "path");
  if (type === "" || (isRequest && (method === "" || path === ""))) {
    throw new TrafficError(
      `${place} is no event of a sandbox: save what centavo events --json prints`,
    );
  }
  if (!isRequest) return undefined;
  return { host: undefined, method, path, read: () => readLoggedRequest(value) };
}

/** The sandbox has redacted secrets, and replaced long bodies by their length. */
function readLoggedRequest(event: unknown): Content | SkipReason {
  if (isRedacted(JSON.stringify(event))) return "a redacted value";
  const requestBody = memberAt(event, "data", "body") ?? undefined;
  const body = withWholeAddresses(memberAt(event, "data", "response")) ?? undefined;
  if ([requestBody, body].some((each) => isString(each) && REPLACED.test(each)))
    return "a body that was not recorded";
  const values = Object(memberAt(event, "data", "query"));
  const query = Object.fromEntries(Object.keys(values).map((name) => [name, textAt(values, name)]));
  const status = memberAt(event, "data", "status");
  return { query, requestBody, status, body };
}

/** A sandbox logs the addresses of its files without its own, which it may change. */
function withWholeAddresses(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (_, value) =>
    isString(value) && value.startsWith("/_sandbox/") ? `http://sandbox.invalid${value}` : value,
  );
}

const REPLACED = /^(\d+ characters|nested too deep)$/;

/** A body with a redacted value seems invalid, and so does one without it, since the secrets are required fields. */
function isRedacted(text: string): boolean {
  return /redacted/i.test(text);
}

function textAt(value: unknown, ...keys: string[]): string {
  const text = memberAt(value, ...keys);
  return isString(text) ? text : "";
}

function numberAt(value: unknown, ...keys: string[]): number {
  const number = memberAt(value, ...keys);
  return typeof number === "number" ? number : 0;
}

function memberAt(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((member, key) => (isObject(member) ? member[key] : undefined), value);
}
