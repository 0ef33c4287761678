import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { findAssumptions } from "../../src/contract/assumptions.ts";
import type { Cursor } from "../../src/contract/cursor.ts";
import type { Environment, VerdictRun } from "../../src/verify/verdict-file.ts";
import { EXIT_STATUS, ScriptError } from "../exit-status.ts";

/** What runs of `centavo verify --verdicts` have found, if a person has committed it. */
const FILE = "openapi/verdicts.json";

/** The environments whose answers are evidence. A sandbox repeats what the contract says. */
const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  production: "production",
  test: "test environment",
};

/**
 * What runs have shown of each assumption, by its id: a sentence for each environment that has reached it. Without the
 * file, each is empty.
 * @throws {ScriptError} if the file is not what a run writes, or is about other assumptions.
 */
export function verdictsByAssumption(contract: Cursor, file = FILE): ReadonlyMap<string, string> {
  const ids = [...new Set(findAssumptions(contract).map(({ id }) => id))];
  const runs = existsSync(file) ? readRuns(file, ids) : [];
  return new Map(ids.map((id) => [id, inWords(runs, id)]));
}

function inWords(runs: readonly VerdictRun[], id: string): string {
  return Object.entries(ENVIRONMENTS)
    .flatMap(([environment, name]) => {
      const own = runs.flatMap(({ date, environment: where, verdicts: { [id]: verdict } }) =>
        where === environment && verdict ? [{ date, ...verdict }] : [],
      );
      const { date, verdict } = own.at(-1) ?? {};
      if (verdict === "contradicted") return `Contradicted on ${date} (${name}).`;
      const held = own.slice(own.findLastIndex((each) => each.verdict === "contradicted") + 1);
      const count = held.reduce((sum, { observations }) => sum + observations, 0);
      const until = held[0]?.date === date ? "on" : "up to";
      const observations = `${count} observation${count === 1 ? "" : "s"}`;
      return date ? `Not contradicted in ${observations} ${until} ${date} (${name}).` : [];
    })
    .join(" ");
}

/** The runs, the latest as the last. */
function readRuns(file: string, ids: readonly string[]): VerdictRun[] {
  const content = parse(file);
  const isValid = new Ajv2020().compile(schemaOf(ids));
  if (!isValid(content)) {
    const { instancePath = "", message, propertyName } = isValid.errors?.[0] ?? {};
    throw wrong(
      file,
      propertyName === undefined
        ? `${instancePath || "it"} ${message}`
        : `${instancePath}/${propertyName} is no assumption of the contract`,
    );
  }
  return (content as { runs: VerdictRun[] }).runs.toSorted((a, b) => a.date.localeCompare(b.date));
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw wrong(file, "it is not JSON");
  }
}

function wrong(file: string, problem: string): ScriptError {
  return new ScriptError(
    EXIT_STATUS.failure,
    `${file}: ${problem}. Correct it, or write the file anew with centavo verify --verdicts.`,
  );
}

function schemaOf(ids: readonly string[]) {
  const object = (properties: Record<string, object>) => ({
    type: "object",
    required: Object.keys(properties),
    properties,
  });
  const count = { type: "integer", minimum: 0 };
  const verdict = object({ verdict: { enum: ["held", "contradicted"] }, observations: count });
  const run = object({
    date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    environment: { type: "string" },
    requests: count,
    verdicts: { type: "object", propertyNames: { enum: ids }, additionalProperties: verdict },
  });
  return object({ runs: { type: "array", items: run } });
}
