import { readFile, stat } from "node:fs/promises";
import { isObject } from "../../contract/cursor.ts";

/** The file is no recorded traffic. The message says why in one line, and quotes nothing of the file. */
export class TrafficError extends Error {}

/** An entry of a HAR, or a line of NDJSON. */
export interface TrafficRecord {
  format: "har" | "ndjson";
  /** Where it is in the file: `entry 3`. */
  place: string;
  value: unknown;
}

/** The file is read as a whole. */
const MAX_MEGABYTES = 256;

/**
 * Reads the entries of a HAR, or the lines of NDJSON. The content decides which of the two it is.
 * @throws {TrafficError} if the file is neither.
 */
export async function readTrafficRecords(file: string): Promise<TrafficRecord[]> {
  const { size } = await stat(file).catch(rejectFile);
  if (size > MAX_MEGABYTES * 1e6)
    throw new TrafficError(`the file is larger than ${MAX_MEGABYTES} MB: save fewer requests`);
  const text = (await readFile(file, "utf8").catch(rejectFile)).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new TrafficError("the file is empty: save the traffic again");
  if (!/^\s*\{/.test(text))
    throw new TrafficError(
      "this is neither a HAR nor NDJSON in UTF-8: export a HAR, or save what centavo events --json prints",
    );
  // The first key of a HAR is `log`.
  return /^\s*\{\s*"log"/.test(text) ? readEntries(text) : readLines(text);
}

function readEntries(text: string): TrafficRecord[] {
  const har = parse(text, "the file is not valid JSON: export the HAR again");
  const log = isObject(har) ? har.log : undefined;
  const entries = isObject(log) ? log.entries : undefined;
  if (!Array.isArray(entries))
    throw new TrafficError("the HAR has no log.entries: export the HAR again");
  return entries.map((value, index) => ({ format: "har", place: `entry ${index + 1}`, value }));
}

function readLines(text: string): TrafficRecord[] {
  return text.split("\n").flatMap((line, index): TrafficRecord[] => {
    if (line.trim() === "") return [];
    const place = `line ${index + 1}`;
    const advice = "save the events (or export the HAR) again";
    return [
      { format: "ndjson", place, value: parse(line, `${place} is not valid JSON: ${advice}`) },
    ];
  });
}

/** The parser's own message would quote the file. */
function parse(text: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrafficError(problem);
  }
}

function rejectFile({ code }: NodeJS.ErrnoException): never {
  if (code === "ENOENT") throw new TrafficError("there is no such file: check its path");
  if (code === "EISDIR") throw new TrafficError("this is a folder: name a file in it");
  throw new TrafficError(`the file cannot be read (${code}): check its path and its permissions`);
}
