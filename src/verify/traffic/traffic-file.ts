import type { Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";

/** The file is no recorded traffic. The message says why in one line, and quotes nothing of the file. */
export class TrafficError extends Error {}

/** An entry of a HAR, or a line of NDJSON. */
export interface TrafficRecord {
  format: "har" | "ndjson";
  /** Where it is in the file: `entry 3 (byte 1043)`. */
  place: string;
  text: string;
  value: unknown;
}

/** A larger record would fill the memory. The bodies of the service are far smaller. */
const MAX_SIZE = 16 * 1024 * 1024;
/** Before the first key, a file may have a byte order mark and whitespace. */
const HEAD_SIZE = 1024;

const AGAIN = { har: "export the HAR again", ndjson: "save the events (or export the HAR) again" };

/** Reads the entries of a HAR, or the lines of NDJSON, one at a time. The content decides which of the two it is. */
export async function* readTrafficRecords(file: string): AsyncGenerator<TrafficRecord> {
  // To open a named pipe may take forever.
  assertFile(await stat(file).catch(rejectFile));
  const handle = await open(file).catch(rejectFile);
  try {
    const { format, start } = await detectFormat(handle);
    const chunks = handle.createReadStream({ start, autoClose: false });
    const pieces = format === "har" ? splitEntries(chunks, start) : splitLines(chunks, start);
    for await (const { place, text } of pieces) {
      if (text.trim() !== "") yield { format, place, text, value: parse(text, place, format) };
    }
  } catch (error) {
    rejectFile(error);
  } finally {
    await handle.close();
  }
}

function assertFile(stats: Stats): void {
  if (stats.isDirectory()) throw new TrafficError("this is a folder: name a file in it");
  if (!stats.isFile())
    throw new TrafficError(
      "this is no regular file, and is read twice: save the traffic to a file",
    );
}

/** The first key of a HAR is `log`. A byte order mark is left out. */
async function detectFormat(
  handle: FileHandle,
): Promise<Pick<TrafficRecord, "format"> & { start: number }> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_SIZE), 0, HEAD_SIZE, 0);
  if (bytesRead === 0) throw new TrafficError("the file is empty: save the traffic again");
  const start = buffer.indexOf("\uFEFF") === 0 ? 3 : 0;
  const head = buffer.toString("latin1", start, bytesRead);
  if (!/^\s*\{/.test(head)) {
    throw new TrafficError(
      `from byte ${start}, this is neither a HAR nor NDJSON in UTF-8: export a HAR, or save what centavo events --json prints`,
    );
  }
  return { format: /^\s*\{\s*"log"/.test(head) ? "har" : "ndjson", start };
}

/** The parser's message would quote the file. */
function parse(text: string, place: string, format: TrafficRecord["format"]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrafficError(`${place} is not valid JSON: ${AGAIN[format]}`);
  }
}

function rejectFile(error: unknown): never {
  const { code } = Object(error);
  if (code === undefined) throw error;
  if (code === "ENOENT") throw new TrafficError("there is no such file: check its path");
  throw new TrafficError(`the file cannot be read (${code}): check its path and its permissions`);
}

/** The bytes of a record, which may come in several chunks. */
class Piece {
  readonly place: string;
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  constructor(name: string, number: number, byte: number) {
    this.place = `${name} ${number} (byte ${byte})`;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > MAX_SIZE)
      throw new TrafficError(`${this.place} is larger than 16 MiB: remove it from the file`);
    this.#parts.push(part);
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString();
  }
}

const BYTE = {
  lineBreak: 0x0a,
  quote: 0x22,
  bracket: 0x5b,
  backslash: 0x5c,
  endOfBracket: 0x5d,
  brace: 0x7b,
  endOfBrace: 0x7d,
};

export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  start: number,
): AsyncGenerator<Piece> {
  let number = 1;
  let piece = new Piece("line", number, start);
  let offset = start;
  for await (const chunk of chunks) {
    let from = 0;
    for (
      let end = chunk.indexOf(BYTE.lineBreak);
      end >= 0;
      end = chunk.indexOf(BYTE.lineBreak, from)
    ) {
      piece.add(chunk.subarray(from, end));
      yield piece;
      from = end + 1;
      piece = new Piece("line", ++number, offset + from);
    }
    piece.add(chunk.subarray(from));
    offset += chunk.length;
  }
  yield piece;
}

/** Entries are found by brackets outside strings. UTF-8 uses these bytes for nothing else, so a chunk may end anywhere. */
export async function* splitEntries(
  chunks: AsyncIterable<Buffer>,
  start: number,
): AsyncGenerator<Piece> {
  const nesting = new Nesting();
  let entry: Piece | undefined;
  let number = 0;
  let offset = start;
  for await (const chunk of chunks) {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const step = nesting.read(chunk[index] as number);
      if (step === "entry begins") {
        entry = new Piece("entry", ++number, offset + index);
        from = index;
      } else if (step === "entry ends" && entry) {
        entry.add(chunk.subarray(from, index + 1));
        yield entry;
        entry = undefined;
      } else if (step === "too much") {
        throw new TrafficError(`the HAR ends before byte ${offset + index}: remove what follows`);
      }
    }
    entry?.add(chunk.subarray(from));
    offset += chunk.length;
  }
  const last = entry ? `within ${entry.place}` : `after entry ${number}`;
  if (!nesting.hasEnded)
    throw new TrafficError(`the HAR is cut off at byte ${offset}, ${last}: ${AGAIN.har}`);
  if (!nesting.hasEntries)
    throw new TrafficError(`up to byte ${offset}, the HAR has no log.entries: ${AGAIN.har}`);
}

/** The brackets around an entry, each with its key. */
const PATH = ["{", "log{", "entries["];
/** One character more than the longest key of the path. */
const MAX_KEY_LENGTH = "entries".length + 1;

/** Where in a HAR the bytes are, as they are read one after the other. */
class Nesting {
  hasEntries = false;
  hasEnded = false;
  #depth = 0;
  /** How many of the brackets around are those of the path, from the outermost on. */
  #onPath = 0;
  /** The latest string outside the entries. Before the bracket of an object's member, it is the key. */
  #key = "";
  #isInString = false;
  #isEscaped = false;

  read(byte: number): "entry begins" | "entry ends" | "too much" | undefined {
    if (this.#isInString) this.#readInString(byte);
    else if (byte === BYTE.quote) {
      this.#isInString = true;
      this.#key = "";
    } else if (byte === BYTE.brace || byte === BYTE.bracket) return this.#open(byte);
    else if (byte === BYTE.endOfBrace || byte === BYTE.endOfBracket) return this.#close();
    return undefined;
  }

  #readInString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BYTE.backslash) this.#isEscaped = true;
    else if (byte === BYTE.quote) this.#isInString = false;
    else if (this.#depth < PATH.length && this.#key.length < MAX_KEY_LENGTH)
      this.#key += String.fromCharCode(byte);
  }

  #open(byte: number): "entry begins" | "too much" | undefined {
    if (this.hasEnded) return "too much";
    const depth = this.#depth++;
    if (this.#onPath < depth) return undefined;
    if (depth === PATH.length) return "entry begins";
    if (PATH[depth] === `${this.#key}${String.fromCharCode(byte)}`) this.#onPath += 1;
    this.hasEntries ||= this.#onPath === PATH.length;
    return undefined;
  }

  #close(): "entry ends" | "too much" | undefined {
    if (this.hasEnded) return "too much";
    this.#depth -= 1;
    this.hasEnded = this.#depth === 0;
    this.#onPath = Math.min(this.#onPath, this.#depth);
    const isOfEntry = this.#depth === PATH.length && this.#onPath === PATH.length;
    return isOfEntry ? "entry ends" : undefined;
  }
}
