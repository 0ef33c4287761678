import { bytesToHex, sha256, utf8ToBytes } from "../runtime/hashing.ts";
import type { Company, Job, Kind, Records } from "../store/records.ts";
import type { Posting } from "../store/store.ts";

/**
 * What a company takes along in a file. Its keys, snapshots and invitations belong to the sandbox that it is in; the count
 * of its keys does not begin anew, or keys that were replaced would be valid again.
 */
const sharedFields = [
  "id",
  "name",
  "owner",
  "keyRotations",
  "authorized",
  "feePercentage",
  "feeFixed",
  "lateFeeAmount",
  "interestAmount",
  "checkTaxIds",
  "holdsExamples",
  "clock",
  "faults",
  "receiver",
  "drawCount",
  "tokens",
  "generation",
] as const satisfies readonly (keyof Company)[];

export type CompanyState = Pick<Company, (typeof sharedFields)[number]>;

/** Only the fields that a company takes along. */
export function sharedState(company: CompanyState): CompanyState {
  const fields = sharedFields.map((name) => [name, company[name]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as CompanyState;
}

/** Of a company: itself, then its records, its postings and its jobs. At the end, the companies that could not be read. */
export type StateLine =
  | { type: "company"; value: CompanyState; privateKey?: string }
  | { [Name in Kind]: { type: Name; value: Records[Name] } }[Kind]
  | { type: "posting"; value: Posting }
  | { type: "job"; value: Job }
  | { type: "damaged"; value: { id: string } };

/** The first line. */
export const HEADER = { type: "header", format: "centavo-state", version: 1 };

/** The last line: the number of the lines before it, and the SHA-256 of all their bytes. */
interface Trailer {
  type: "trailer";
  lines: number;
  sha256: string;
}

/** A line of a file, with its number. */
export interface NumberedLine {
  number: number;
  /** In characters. */
  length: number;
  line: StateLine;
}

/** A file cannot be imported. The message says which line is wrong, and never shows what is in it. */
export class StateFileError extends Error {
  override readonly name = "StateFileError";
}

export function damaged(number: number, problem: string): StateFileError {
  return new StateFileError(`line ${number}: ${problem}`);
}

/** Counts the lines of a file, and computes their hash. */
export class Digest {
  readonly #hash = sha256.create();
  #lines = 0;

  /** Adds whole lines. */
  add(text: string, lines: number): void {
    this.#hash.update(utf8ToBytes(text));
    this.#lines += lines;
  }

  trailer(): Trailer {
    return { type: "trailer", lines: this.#lines, sha256: bytesToHex(this.#hash.clone().digest()) };
  }
}
