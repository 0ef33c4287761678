import { type Cursor, isString } from "../../contract/cursor.ts";
import { httpMethodOf, type Operation, operations } from "../../contract/operations.ts";
import { createRouter } from "../../contract/router.ts";
import type { Exchange } from "../exchange.ts";
import { type RecordedRequest, readRecordedRequest, type SkipReason } from "./recorded-request.ts";
import { readTrafficRecords, TrafficError } from "./traffic-file.ts";

export interface Skipped {
  skipped: SkipReason;
}

export interface TrafficOptions {
  /** The host of the service, if the file has several. */
  host?: string | undefined;
  /** Called with the host of the service, before the first exchange. The events of a sandbox have none. */
  onService?(host: string | undefined): void;
}

const MAX_HOSTS = 10;

/**
 * Reads recorded requests to the service from a HAR, or from NDJSON as `centavo events --json` prints it. Browsers leave out
 * credentials, so nothing follows from their absence.
 * @throws {TrafficError} if the file is no recorded traffic, or the service's host is unclear.
 */
export async function readRecordedExchanges(
  file: string,
  contract: Cursor,
  options: TrafficOptions = {},
): Promise<(Exchange | Skipped)[]> {
  const match = createMatcher(contract);
  const records = await readTrafficRecords(file);
  const requests = records.map(readRecordedRequest).filter((each) => each !== undefined);
  const service = findService(requests, match, options.host?.toLowerCase());
  options.onService?.(service.host);
  return requests.map((request) => readExchange(request, match, service));
}

interface Match {
  operation: Operation;
  /** What is before the path of the contract. */
  prefix: string;
  parameters: Record<string, string>;
}

type Matcher = (request: Pick<RecordedRequest, "method" | "path">) => Match[];

/** Finds the operations whose path is the end of a path, the longest first. */
function createMatcher(contract: Cursor): Matcher {
  const routes = operations(contract).map((operation) => ({
    operation,
    method: httpMethodOf(operation),
    path: operation.pathItem.key,
  }));
  const find = createRouter(routes);
  const maxSegments = Math.max(...routes.map(({ path }) => path.split("/").length - 1));
  return ({ method, path }) => {
    const segments = path.split("/").slice(1).slice(-maxSegments);
    return segments.flatMap((_, index) => {
      const end = `/${segments.slice(index).join("/")}`;
      const found = find(end);
      const operation = found?.methods.get(method)?.operation;
      if (!found || !operation) return [];
      return { operation, prefix: path.slice(0, -end.length), parameters: found.parameters };
    });
  };
}

interface Service {
  host: string | undefined;
  prefix: string;
}

/** For each host, how many requests match below each prefix. */
type Counts = Map<string | undefined, Map<string, number>>;

/** The service is at the host that has its operations, below the prefix with which the most requests match. */
function findService(requests: RecordedRequest[], match: Matcher, chosen?: string): Service {
  const counts: Counts = new Map();
  for (const request of requests) count(request, match, counts);
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

function count(request: RecordedRequest, match: Matcher, counts: Counts): void {
  const { host } = request;
  const prefixes = counts.get(host) ?? new Map<string, number>();
  counts.set(host, prefixes);
  for (const { prefix } of match(request)) prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1);
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

function readExchange(
  request: RecordedRequest,
  match: Matcher,
  service: Service,
): Exchange | Skipped {
  if (request.host !== service.host) return { skipped: "another host" };
  const matched = match(request).find(({ prefix }) => prefix === service.prefix);
  if (!matched) return { skipped: "no operation of the contract" };
  const content = request.read();
  if (isString(content)) return { skipped: content };
  const { status } = content;
  if (!isStatus(status)) return { skipped: "no response" };
  // The browser has taken the body from its cache.
  if (status === 304) return { skipped: "a body that was not recorded" };
  return { operation: matched.operation, path: decodeAll(matched.parameters), ...content, status };
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
