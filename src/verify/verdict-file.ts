import { readFile, rename, writeFile } from "node:fs/promises";
import { isObject } from "../contract/cursor.ts";
import type { Report } from "./report/report.ts";

/** The committed verdicts of runs against the service: what the docs say of an assumption beside its text. */
interface VerdictFile {
  runs: VerdictRun[];
}

export interface VerdictRun {
  /** The day, in UTC. */
  date: string;
  environment: Environment;
  requests: number;
  /** By the id of the assumption. What was not reached is left out. */
  verdicts: Record<string, { verdict: "held" | "contradicted"; observations: number }>;
}

export const ENVIRONMENTS = ["production", "test"] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/** A file of verdicts, or one without runs if there is no such file. @throws {SyntaxError} if it is another file. */
export async function readVerdictFile(file: string): Promise<VerdictFile> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{ "runs": [] }';
    throw error;
  });
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || !Array.isArray(value.runs)) throw new SyntaxError("It has no runs.");
  return value as unknown as VerdictFile;
}

/** Adds a run to a file of verdicts. A crash leaves the file as it was. */
export async function addVerdicts(
  file: string,
  report: Report,
  environment: Environment,
): Promise<void> {
  const { runs } = await readVerdictFile(file);
  const changed: VerdictFile = { runs: [...runs, runOf(report, environment)] };
  await writeFile(`${file}.new`, `${JSON.stringify(changed, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}

function runOf({ date, requests, assumptions }: Report, environment: Environment): VerdictRun {
  const verdicts: VerdictRun["verdicts"] = {};
  for (const { id, verdict, observations } of assumptions) {
    if (verdict === "not reached") continue;
    // Several places share an assumption: one that is contradicted decides.
    const other = verdicts[id];
    const isContradicted = [verdict, other?.verdict].includes("contradicted");
    verdicts[id] = {
      verdict: isContradicted ? "contradicted" : "held",
      observations: observations + (other?.observations ?? 0),
    };
  }
  return { date: date.slice(0, 10), environment, requests, verdicts };
}
