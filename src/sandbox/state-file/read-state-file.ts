import { ByteBuffer } from "../../byte-buffer.ts";
import { MAX_TEXT } from "../../contract/validation-limits.ts";
import { kinds } from "../store/filters.ts";
import {
  Digest,
  damaged,
  HEADER,
  type NumberedLine,
  StateFileError,
  type StateLine,
} from "./state-file.ts";

/**
 * Bounds what a line takes once it is parsed. The longest that a sandbox writes is the posting of a payment with 24
 * installments and 1,000 splits. A character may be escaped by six.
 */
const MOST = {
  bytes: 6_291_456,
  bytesOfRecord: 524_288,
  depth: 20,
  items: 300_000,
  text: 6 * MAX_TEXT,
};

/**
 * Reads a file that a sandbox has written, and ends only if its trailer shows that it is whole.
 * @param asText changes the text of a line before it is parsed.
 * @throws {StateFileError}
 */
export async function* readStateFile(
  chunks: AsyncIterable<Uint8Array>,
  asText: (text: string) => string = (text) => text,
): AsyncIterable<NumberedLine> {
  const digest = new Digest();
  let number = 0;
  let isComplete = false;
  for await (const text of splitLines(chunks)) {
    number += 1;
    if (isComplete) throw damaged(number, "nothing may follow the trailer");
    const { length } = text;
    const line = parse(asText(text), number);
    if (number === 1) assertHeader(line);
    else if (line.type === "trailer") {
      if (!hasFields(line, digest.trailer())) throw damaged(number, CHANGED);
      isComplete = true;
    } else {
      if (length > MOST.bytesOfRecord && line.type !== "posting")
        throw damaged(number, "it is too long");
      yield { number, length, line: knownLine(line, number) };
    }
    digest.add(`${text}\n`, 1);
  }
  if (!isComplete)
    throw new StateFileError(
      number === 0
        ? "it is empty; export it again"
        : `it breaks off after line ${number}; export it again`,
    );
}

const CHANGED =
  "the lines before it are not those that were exported: a file must not be changed by hand";

type AnyLine = { type: string; value?: unknown };

/** Whether a line has no more levels, items and long texts than a sandbox writes. It takes no memory. */
function isWithinLimits(text: string): boolean {
  let [depth, items] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at;
      at = endOfString(text, start);
      if (at - start > MOST.text) return false;
    } else if (character === "}" || character === "]") depth -= 1;
    else if (character === "{" || character === "[") depth += 1;
    if (character === "{" || character === "[" || character === ",") items += 1;
    if (depth > MOST.depth || items > MOST.items) return false;
  }
  return true;
}

/** Where a string ends: at the next quote before which there is an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === "\\") before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function parse(text: string, number: number): AnyLine {
  if (!isWithinLimits(text))
    throw damaged(number, "it has more levels or items than a line may have, or a longer text");
  try {
    const value = JSON.parse(text);
    if (typeof value?.type === "string") return value;
  } catch {}
  throw damaged(number, "it is not a line that a sandbox has written");
}

/** Whether a line has these fields, and no others. */
function hasFields(line: AnyLine, fields: object): boolean {
  const expected = Object.entries(fields);
  return (
    Object.keys(line).length === expected.length &&
    expected.every(([name, value]) => Reflect.get(line, name) === value)
  );
}

function assertHeader(header: AnyLine): void {
  if (hasFields(header, HEADER)) return;
  const { format, version } = header as { format?: unknown; version?: unknown };
  if (header.type !== HEADER.type || format !== HEADER.format)
    throw damaged(1, "the file is not an export of a sandbox");
  throw new StateFileError(
    `it has ${typeof version === "number" ? `version ${version}` : "no version"}, and this sandbox reads version ${HEADER.version}; update the older of the two`,
  );
}

const types = new Set<string>(["company", ...kinds, "posting", "job", "damaged"]);

function knownLine(line: AnyLine, number: number): StateLine {
  const { type, value, privateKey: _, ...others } = line as AnyLine & { privateKey?: unknown };
  const isKnown = types.has(type) && Object.keys(others).length === 0;
  if (!isKnown || typeof value !== "object" || value === null)
    throw damaged(number, "it is not a line that a sandbox has written");
  return line as StateLine;
}

/** The lines of a text in UTF-8, without their ends. What follows the last end is not a line. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const line = new ByteBuffer();
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = 0; end >= 0; start = end + 1) {
      end = chunk.indexOf(LINE_FEED, start);
      line.append(chunk.subarray(start, end < 0 ? undefined : end));
      if (line.length > MOST.bytes) throw damaged(number, "it is too long");
      if (end >= 0) yield decode(line.take(), number++);
    }
  }
}

const LINE_FEED = 10;

function decode(line: Uint8Array, number: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw damaged(number, "it is not text in UTF-8");
  }
}
