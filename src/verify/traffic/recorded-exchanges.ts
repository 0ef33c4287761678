import type { Cursor } from "../../contract/cursor.ts";
import { httpMethodOf, type Operation, operations } from "../../contract/operations.ts";
import { createRouter } from "../../contract/router.ts";
import type { Exchange } from "../exchange.ts";
import { type RecordedRequest, readRecording, type SkipReason, TrafficError } from "./recording.ts";

interface RecordedExchanges {
  /** The host of the service. The events of a sandbox have none. */
  host: string | undefined;
  exchanges: (Exchange | { skipped: SkipReason })[];
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
  chosenHost?: string,
): Promise<RecordedExchanges> {
  const match = createMatcher(contract);
  const requests = await readRecording(file);
  const service = findService(requests, match, chosenHost?.toLowerCase());
  const exchanges = requests.map((request) => readExchange(request, match, service));
  return { host: service.host, exchanges };
}

interface Match {
  operation: Operation;
  /** What is before the path of the contract. */
  prefix: string;
  parameters: Record<string, string>;
}

type Matcher = (request: RecordedRequest) => Match[];

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

/** The service is at the host that has its operations, below the prefix with which the most requests match. */
function findService(requests: RecordedRequest[], match: Matcher, chosen?: string): Service {
  const matches = requests
    .filter(({ host }) => isChosen(host, chosen))
    .flatMap((request) => match(request).map(({ prefix }) => ({ host: request.host, prefix })));
  const [host, ...others] = new Set(matches.map((each) => each.host));
  if (matches.length === 0) {
    const hosts = listed(requests.map((each) => each.host));
    const advice = hosts ? `it has ${hosts}; choose with --host` : "record requests to the service";
    throw new TrafficError(`the file has no request for an operation of the contract: ${advice}`);
  }
  if (others.length > 0) {
    const hosts = listed([host, ...others]);
    throw new TrafficError(`several hosts may be the service: ${hosts}; choose with --host`);
  }
  return { host, prefix: mostFrequent(matches.map(({ prefix }) => prefix)) };
}

function mostFrequent(prefixes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const prefix of prefixes) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  // The longest path of the contract has the shortest prefix.
  const sorted = [...counts].sort(([a, times], [b, more]) => more - times || a.length - b.length);
  return sorted[0]?.[0] ?? "";
}

/** A host is chosen with its port or without. */
function isChosen(host: string | undefined, chosen: string | undefined): boolean {
  if (host === undefined || chosen === undefined) return true;
  return host === chosen || host.replace(/:\d+$/, "") === chosen;
}

/** The hosts of the file. An event, or a URL of a browser's own, has none. */
function listed(all: (string | undefined)[]): string {
  const hosts = [...new Set(all)].filter((host) => host);
  const shown = hosts.slice(0, MAX_HOSTS).join(", ");
  return hosts.length > MAX_HOSTS ? `${shown} and ${hosts.length - MAX_HOSTS} more` : shown;
}

function readExchange(request: RecordedRequest, match: Matcher, service: Service) {
  const skip = (skipped: SkipReason) => ({ skipped });
  if (request.host !== service.host) return skip("another host");
  const matched = match(request).find(({ prefix }) => prefix === service.prefix);
  if (!matched) return skip("no operation of the contract");
  const content = request.read();
  if (typeof content === "string") return skip(content);
  const { operation, parameters } = matched;
  const path = Object.entries(parameters).map(([name, value]) => [name, decodePath(value)]);
  return { operation, path: Object.fromEntries(path), ...content };
}

/** Text with invalid percent-encoding stays as it is. */
function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
