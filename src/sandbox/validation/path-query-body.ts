import { HttpError, ValidationError } from "../errors.ts";

/** Parses a JSON body. Returns undefined if the body is empty. */
export function parseBody(headers: Record<string, string | undefined>, body: Uint8Array): unknown {
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
    // The parser's message quotes the body, which may contain secrets.
    throw new ValidationError(["the body must be valid JSON"]);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function isJson(contentType = ""): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType);
}

/**
 * Parses a query. Unknown parameters are ignored, even if they repeat.
 * @throws {ValidationError} if a `known` parameter repeats: which value counts would be a guess.
 */
export function parseQuery(text: string, known: readonly string[]): Record<string, string> {
  if (text === "") return {};
  const parameters = new URLSearchParams(text);
  const repeated = known.filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0)
    throw new ValidationError(repeated.map((name) => `${name} must appear only once`));
  return Object.fromEntries(parameters);
}
