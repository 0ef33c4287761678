import { readFile, stat } from "node:fs/promises";
import { parseJson } from "../../client/parse-json.ts";
import { isString } from "../../contract/cursor.ts";
import { type Exchange, MAX_BODY_LENGTH } from "../exchange.ts";
import { valueAt } from "../json-pointer.ts";

/** The file is no recorded traffic. The message says why in one line, and quotes nothing of the file. */
export class TrafficError extends Error {}

/** Why a recorded request is left out. It could seem to contradict the contract, and does not. */
export interface Skipped {
  skipped: string;
}

export interface RecordedRequest {
  /** The event of a sandbox has none. */
  host: string | undefined;
  method: string;
  path: string;
  read(): Content | Skipped;
}

type Content = Omit<Exchange, "operation" | "path" | "probe">;

/** The file is read as a whole. */
const MAX_MEGABYTES = 256;

/**
 * Reads the entries of a HAR, or the lines of NDJSON. The content decides which of the two it is.
 * @throws {TrafficError} if the file is neither.
 */
export async function readRecording(file: string): Promise<RecordedRequest[]> {
  const { size } = await stat(file).catch(rejectFile);
  if (size > MAX_MEGABYTES * 1e6)
    throw new TrafficError(`the file is larger than ${MAX_MEGABYTES} MB: save fewer requests`);
  const text = (await readFile(file, "utf8").catch(rejectFile)).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new TrafficError("the file is empty: save the traffic again");
  // The first key of a HAR is `log`.
  return /^\s*\{\s*"log"/.test(text) ? readEntries(text) : readLines(text);
}

function rejectFile({ code }: NodeJS.ErrnoException): never {
  throw new TrafficError(`the file cannot be read (${code}): check its path and its permissions`);
}

function readEntries(text: string): RecordedRequest[] {
  const entries = attempt("the file", () => valueAt(JSON.parse(text), "/log/entries"));
  if (!Array.isArray(entries))
    throw new TrafficError("the HAR has no log.entries: export the HAR again");
  return entries.map((entry, index) => readEntry(entry, `entry ${index + 1}`));
}

function readLines(text: string): RecordedRequest[] {
  return text.split("\n").flatMap((line, index): RecordedRequest[] => {
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
    if (type !== "request.completed") return [];
    return [{ ...readEntry(entry, place), host: undefined }];
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

function readEntry(entry: unknown, place: string): RecordedRequest {
  const method = textAt(entry, "/request/method");
  const address = textAt(entry, "/request/url");
  if (method === "" || address === "")
    throw new TrafficError(`${place} has no request with a method and a URL: export the HAR again`);
  // A browser also records data URLs and those of its extensions.
  const isHttp = /^https?:/i.test(address) && URL.canParse(address);
  const url = new URL(isHttp ? address : "about:blank");
  return { host: url.host, method, path: url.pathname, read: () => readContent(entry, url) };
}

function readContent(entry: unknown, url: URL): Content | Skipped {
  const sent = bodyText(valueAt(entry, "/request/postData"));
  const received = bodyText(valueAt(entry, "/response/content"));
  const [requestBody, body] = [sent, received].map(parseJson);
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

function textAt(value: unknown, pointer: string): string {
  const text = valueAt(value, pointer);
  return isString(text) ? text : "";
}
