import { createRedact } from "../../client/redact.ts";
import { HttpError, ValidationError } from "../errors.ts";
import { KEY_OR_TOKEN } from "../request-log/mask-secrets.ts";

/** The JSON that a request brings, or undefined where it brings nothing. */
export function parseBody(headers: Record<string, string | undefined>, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isJson(headers["content-type"])) {
    throw new HttpError(415, "Send the body as application/json.");
  }
  if (!/^(identity)?$/i.test(headers["content-encoding"] ?? "")) {
    throw new HttpError(415, "Send the body without a content encoding.");
  }
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    // What the parser says quotes the body, which may hold secrets.
    throw new ValidationError(["the body must be JSON"]);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function isJson(contentType = ""): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType);
}

/** A path with what was written in percent for safety's sake; as it is where that is no text. */
export function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const redact = createRedact([], KEY_OR_TOKEN);

/** A path as it can be shown: keys, tokens and card numbers may stand in it, in percent too. */
export function redactPath(path: string): string {
  const decoded = path.replaceAll(/(?:%[\da-f]{2})+/gi, textOf);
  const hidden = redact(decoded);
  // What was decoded is encoded again where a terminal would do something.
  return hidden === decoded ? path : hidden.replaceAll(/\p{C}/gu, encodeURIComponent);
}

const lenientUtf8 = new TextDecoder();

/** Bytes in percent as text. A byte that belongs to no character must not hide the text around it. */
function textOf(percentEncoded: string): string {
  return lenientUtf8.decode(Buffer.from(percentEncoded.replaceAll("%", ""), "hex"));
}

/**
 * The parameters of a query by name. Those that nobody knows are ignored, however often they are given.
 * @throws {ValidationError} when one of the `known` is given twice: which of them counts would be a guess.
 */
export function parseQuery(text: string, known: readonly string[]): Record<string, string> {
  if (text === "") return {};
  const given = new URLSearchParams(text);
  const twice = known.filter((name) => given.getAll(name).length > 1);
  if (twice.length > 0)
    throw new ValidationError(twice.map((name) => `${name} must be given once`));
  return Object.fromEntries(given);
}
