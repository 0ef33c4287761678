import { errorExamples } from "../read-contract.js";

/** @typedef {import("../read-contract.js").JsonObject} JsonObject */

const MARKER = "<!-- return-codes -->";
const LISTS = [
  "x-extensible-enum",
  "x-enum-varnames",
  "x-enum-descriptions",
  "x-what-to-do",
  "x-stated-for",
];

/**
 * Adds the operations whose error examples have each return code: as `x-operations` of the schema
 * ReturnCode, and as a table at the marker in `info.description`.
 */
export function addReturnCodes() {
  return {
    Root: {
      /** @param {JsonObject} contract */
      leave(contract) {
        const schema = contract.components?.schemas?.ReturnCode;
        if (!schema) return;
        const missing = LISTS.filter((name) => !Array.isArray(schema[name]));
        if (missing.length > 0) {
          throw new Error(
            `The schema ReturnCode lacks ${missing.join(", ")}: list one entry for each code.`,
          );
        }
        const examples = errorExamples(contract);
        schema["x-operations"] = schema["x-extensible-enum"].map((/** @type {number} */ code) => {
          const matching = examples.filter(({ data }) => data.returnCode === code);
          return [...new Set(matching.map(({ operationId }) => operationId))];
        });
        const { info } = contract;
        info.description = info.description.replace(MARKER, () => table(contract));
      },
    },
  };
}

/**
 * What each code means. The page of errors has the rest: a wide table does not fit beside the examples.
 * @param {JsonObject} contract
 */
function table({ components }) {
  const schema = components.schemas.ReturnCode;
  const rows = schema["x-extensible-enum"].map(
    (/** @type {number} */ code, /** @type {number} */ index) =>
      row([`\`${code}\``, schema["x-enum-varnames"][index], schema["x-enum-descriptions"][index]]),
  );
  return [row(["code", "name", "meaning"]), "|---|---|---|", ...rows].join("\n");
}

/** @param {string[]} cells */
function row(cells) {
  return `| ${cells.join(" | ")} |`;
}
