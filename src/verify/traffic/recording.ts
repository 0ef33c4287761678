import { readFile, stat } from "node:fs/promises";
import { isString } from "../../contract/cursor.ts";
import { valueAt } from "../../contract/json-pointer.ts";

/** The file is no recorded traffic. The message says why in one line, and quotes nothing of the file. */
export class TrafficError extends Error {}

interface Recording {
  /** As a HAR has them. */
  entries: unknown[];
  /** The address of the service. */
  service: URL;
}

/** The file is read as a whole. */
const MAX_MEGABYTES = 256;

/**
 * Reads a HAR with requests to an address, or the NDJSON that `centavo events --json` prints, which has paths alone.
 * @throws {TrafficError} if the file is neither.
 */
export async function readRecording(file: string, address?: string): Promise<Recording> {
  const { size } = await stat(file).catch(rejectFile);
  if (size > MAX_MEGABYTES * 1e6)
    throw new TrafficError(`the file is larger than ${MAX_MEGABYTES} MB: save fewer requests`);
  const text = (await readFile(file, "utf8").catch(rejectFile)).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new TrafficError("the file is empty: save the traffic again");
  // The first key of a HAR is `log`.
  if (!/^\s*\{\s*"log"/.test(text)) return { entries: readLines(text), service: new URL(SANDBOX) };
  const entries = attempt("the file", () => valueAt(JSON.parse(text), "/log/entries"));
  if (!Array.isArray(entries))
    throw new TrafficError("the HAR has no log.entries: export the HAR again");
  if (address === undefined)
    throw new TrafficError("a HAR needs --url too: the address of the service that it calls");
  return { entries, service: new URL(address) };
}

function rejectFile({ code }: NodeJS.ErrnoException): never {
  throw new TrafficError(`the file cannot be read (${code}): check its path and its permissions`);
}

function readLines(text: string): unknown[] {
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `line ${index + 1}`;
    const { type, entry } = attempt(place, () => {
      const event: unknown = JSON.parse(line);
      return { type: textAt(event, "/type"), entry: asEntry(event) };
    });
    if (type === "")
      throw new TrafficError(
        `${place} is no event of a sandbox: save what centavo events --json prints`,
      );
    return type === "request.completed" ? [entry] : [];
  });
}

/** The parser's own message would quote the file, and what is nested too deep ends in a stack overflow. */
function attempt<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch {
    throw new TrafficError(`${place} is not valid JSON: save the traffic again`);
  }
}

const SANDBOX = "http://sandbox.invalid";

/** The event of a request as the entry of a HAR. */
function asEntry(event: unknown): unknown {
  const { method, path, query, body, response, status } = Object(valueAt(event, "/data"));
  const parameters = Object.entries(Object(query)).map(([name, value]) => [
    name,
    isString(value) ? value : "",
  ]);
  const url = `${SANDBOX}${path}?${new URLSearchParams(parameters)}`;
  const sent = { postData: loggedBody(body), bodySize: (body ?? null) === null ? 0 : 1 };
  const content = { ...loggedBody(response), size: (response ?? null) === null ? 0 : 1 };
  return { request: { method, url, ...sent }, response: { status, content } };
}

/** The sandbox has replaced long bodies by their length, and logs the addresses of its files without its own. */
function loggedBody(body: unknown): { text?: string } {
  const isReplaced = isString(body) && /^(\d+ characters|nested too deep)$/.test(body);
  if (isReplaced || (body ?? null) === null) return {};
  return { text: JSON.stringify(body).replaceAll('"/_sandbox/', `"${SANDBOX}/_sandbox/`) };
}

/** The text at a JSON pointer. Empty if there is none. */
export function textAt(value: unknown, pointer: string): string {
  const text = valueAt(value, pointer);
  return isString(text) ? text : "";
}
