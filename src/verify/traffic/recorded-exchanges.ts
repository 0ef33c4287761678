import type { Cursor } from "../../contract/cursor.ts";
import { httpMethodOf, type Operation, operations } from "../../contract/operations.ts";
import { createRouter } from "../../contract/router.ts";
import { groupBy } from "../../group-by.ts";
import type { Exchange } from "../exchange.ts";
import { type RecordedRequest, readRecording, type Skipped, TrafficError } from "./recording.ts";

interface RecordedExchanges {
  /** The host of the service. The events of a sandbox have none. */
  host: string | undefined;
  exchanges: (Exchange | Skipped)[];
}

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
      const { methods, parameters = {} } = find(end) ?? {};
      const operation = methods?.get(method)?.operation;
      return operation ? { operation, prefix: path.slice(0, -end.length), parameters } : [];
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
    .filter(({ host }) => !host || !chosen || [host, host.replace(/:\d+$/, "")].includes(chosen))
    .flatMap((request) => match(request).map(({ prefix }) => ({ host: request.host, prefix })));
  const prefixes = [...groupBy(matches, ({ prefix }) => prefix).values()];
  // The longest path of the contract has the shortest prefix.
  const sorted = prefixes.sort(([a], [b]) => Number(a?.prefix.length) - Number(b?.prefix.length));
  const [service] = sorted.sort((a, b) => b.length - a.length)[0] ?? [];
  if (!service) {
    const hosts = namesOf(requests);
    const advice = hosts ? `it has ${hosts}; choose with --host` : "record requests to the service";
    throw new TrafficError(`the file has no request for an operation of the contract: ${advice}`);
  }
  if (matches.some(({ host }) => host !== service.host))
    throw new TrafficError(
      `several hosts may be the service: ${namesOf(matches)}; choose with --host`,
    );
  return service;
}

/** Some of the hosts. An event, or a URL of a browser's own, has none. */
function namesOf(all: readonly Pick<RecordedRequest, "host">[]): string {
  const hosts = new Set(all.flatMap(({ host }) => host || []));
  return [...hosts].slice(0, 10).join(", ");
}

function readExchange(
  request: RecordedRequest,
  match: Matcher,
  { host, prefix }: Service,
): Exchange | Skipped {
  if (request.host !== host) return { skipped: "another host" };
  const matched = match(request).find((each) => each.prefix === prefix);
  if (!matched) return { skipped: "no operation of the contract" };
  const content = request.read();
  if ("skipped" in content) return content;
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
