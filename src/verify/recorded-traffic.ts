import { parseJson } from "../client/parse-json.ts";
import { type Cursor, isObject, isString } from "../contract/cursor.ts";
import { httpMethodOf, type Operation, operations } from "../contract/operations.ts";
import { createRouter } from "../http-server/router.ts";
import type { Exchange } from "./exchange.ts";
import { readTrafficRecords, TrafficError, type TrafficRecord } from "./traffic-records.ts";

/** Why a recorded request is left out. It could seem to contradict the contract, and does not. */
export type SkipReason =
  | "another host"
  | "no operation of the contract"
  | "no response"
  | "a body that was not recorded"
  | "a redacted value"
  | "a repeated query parameter"
  | "a request body that is not JSON";

export interface Skipped {
  skipped: SkipReason;
}

/** What the two formats have in common. */
interface Recording {
  /** An event of a sandbox has none. */
  host: string | undefined;
  method: string;
  path: string;
  read(): Content | SkipReason;
}

type Content = Omit<Exchange, "operation" | "path" | "status" | "probe"> & { status: unknown };

const MAX_HOSTS = 10;

/**
 * Reads recorded requests to the service from a HAR, or from NDJSON as `centavo events --json` prints it. It reads the file
 * twice, first to find where the service is, so that a damaged file fails before anything of it is yielded. Between two
 * exchanges, nothing of the file is kept. Browsers leave out credentials, so nothing follows from their absence.
 * @throws {TrafficError} if the file is no such recording, or the service's host is unclear.
 */
export async function* readRecordedTraffic(
  file: string,
  contract: Cursor,
  options: { host?: string } = {},
): AsyncGenerator<Exchange | Skipped> {
  const match = createMatcher(contract);
  const service = await findService(file, match, options.host?.toLowerCase());
  for await (const record of readTrafficRecords(file)) {
    const recording = readRecording(record);
    if (recording) yield readExchange(recording, match, service);
  }
}

interface Match {
  operation: Operation;
  /** What is before the path of the contract. */
  prefix: string;
  parameters: Record<string, string>;
}

type Matcher = (recording: Pick<Recording, "method" | "path">) => Match[];

/** Finds the operations whose path is the end of a path, the longest first. */
function createMatcher(contract: Cursor): Matcher {
  const find = createRouter(
    operations(contract).map((operation) => ({
      operation,
      method: httpMethodOf(operation),
      path: operation.pathItem.key,
    })),
  );
  return ({ method, path }) =>
    [...path.matchAll(/\//g)].flatMap(({ index }) => {
      const found = find(path.slice(index));
      const operation = found?.methods.get(method)?.operation;
      if (!found || !operation) return [];
      return { operation, prefix: path.slice(0, index), parameters: found.parameters };
    });
}

interface Service {
  host: string | undefined;
  prefix: string;
}

/** For each host, how many requests match below each prefix. */
type Counts = Map<string | undefined, Map<string, number>>;

/** The service is at the host that has its operations, below the prefix with which the most requests match. */
async function findService(file: string, match: Matcher, chosen?: string): Promise<Service> {
  const counts: Counts = new Map();
  for await (const record of readTrafficRecords(file)) {
    const recording = readRecording(record);
    if (recording) count(recording, match, counts);
  }
  const matching = [...counts].filter(([host, { size }]) => size > 0 && isChosen(host, chosen));
  const [service, ...others] = matching;
  if (!service) {
    const hosts = listed([...counts.keys()]);
    const advice = hosts ? `it has ${hosts}; choose with --host` : "record requests to the service";
    throw new TrafficError(`the file has no request for an operation of the contract: ${advice}`);
  }
  if (others.length > 0) {
    const hosts = listed(matching.map(([host]) => host));
    throw new TrafficError(`several hosts may be the service: ${hosts}; choose with --host`);
  }
  const [host, prefixes] = service;
  // The longest path of the contract has the shortest prefix.
  const [best] = [...prefixes].sort(([a, times], [b, more]) => more - times || a.length - b.length);
  return { host, prefix: best?.[0] ?? "" };
}

function count(recording: Recording, match: Matcher, counts: Counts): void {
  const { host } = recording;
  const prefixes = counts.get(host) ?? new Map<string, number>();
  counts.set(host, prefixes);
  for (const { prefix } of match(recording)) prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1);
}

/** A host is chosen with its port or without. */
function isChosen(host: string | undefined, chosen: string | undefined): boolean {
  if (host === undefined || chosen === undefined) return true;
  return host === chosen || host.replace(/:\d+$/, "") === chosen;
}

/** The hosts of the file. An event, or a URL of a browser's own, has none. */
function listed(all: (string | undefined)[]): string {
  const hosts = all.filter((host) => host);
  const shown = hosts.slice(0, MAX_HOSTS).join(", ");
  return hosts.length > MAX_HOSTS ? `${shown} and ${hosts.length - MAX_HOSTS} more` : shown;
}

function readExchange(recording: Recording, match: Matcher, service: Service): Exchange | Skipped {
  if (recording.host !== service.host) return { skipped: "another host" };
  const matched = match(recording).find(({ prefix }) => prefix === service.prefix);
  if (!matched) return { skipped: "no operation of the contract" };
  const content = recording.read();
  if (isString(content)) return { skipped: content };
  const { status } = content;
  if (!isStatus(status)) return { skipped: "no response" };
  return { operation: matched.operation, path: decodeAll(matched.parameters), ...content, status };
}

/** Other types of events are no requests. */
function readRecording(record: TrafficRecord): Recording | undefined {
  return record.format === "har" ? readEntry(record) : readEvent(record);
}

function readEntry({ value, place }: TrafficRecord): Recording {
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
  return { query, requestBody, ...subaccountIn(entry), status, body };
}

/** A browser may drop the bodies of earlier pages, and cut off long ones. */
function lacksText(entry: unknown, text: string): boolean {
  const size = numberAt(entry, "response", "content", "size");
  if (text !== "") return size > Buffer.byteLength(text);
  return size > 0 || /json/i.test(textAt(entry, "response", "content", "mimeType"));
}

function bodyText(body: unknown): string {
  const text = textAt(body, "text");
  return textAt(body, "encoding") === "base64" ? Buffer.from(text, "base64").toString() : text;
}

function subaccountIn(entry: unknown): Pick<Exchange, "subaccountId"> {
  const header = [memberAt(entry, "request", "headers")]
    .flat()
    .find((each) => textAt(each, "name").toLowerCase() === "x-subaccount-id");
  return header === undefined ? {} : { subaccountId: textAt(header, "value") };
}

function readEvent({ value, place, text }: TrafficRecord): Recording | undefined {
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
  return { host: undefined, method, path, read: () => readLoggedRequest(value, text) };
}

/** The sandbox has redacted secrets, and replaced long bodies by their length. */
function readLoggedRequest(event: unknown, line: string): Content | SkipReason {
  if (isRedacted(line)) return "a redacted value";
  const requestBody = memberAt(event, "data", "body") ?? undefined;
  const body = memberAt(event, "data", "response") ?? undefined;
  if ([requestBody, body].some((each) => isString(each) && REPLACED.test(each)))
    return "a body that was not recorded";
  const query = Object.entries(Object(memberAt(event, "data", "query"))).filter(hasText);
  const subaccountId = textAt(event, "data", "subaccountId");
  const status = memberAt(event, "data", "status");
  return {
    query: Object.fromEntries(query),
    requestBody,
    ...(subaccountId && { subaccountId }),
    status,
    body,
  };
}

const REPLACED = /^(\d+ characters|nested too deep)$/;

function hasText(entry: [string, unknown]): entry is [string, string] {
  return isString(entry[1]);
}

/** A body with a redacted value seems invalid, and so does one without it, since the secrets are required fields. */
function isRedacted(text: string): boolean {
  return /redacted/i.test(text);
}

function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599;
}

/** A parameter with invalid percent-encoding stays as it is. */
function decodeAll(parameters: Record<string, string>): Record<string, string> {
  const decoded = Object.entries(parameters).map(([name, value]) => [name, decodePath(value)]);
  return Object.fromEntries(decoded);
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
