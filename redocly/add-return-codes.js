import { entriesOf, errorExamples } from "../lint/each-operation.js";

/** @typedef {import("../lint/each-operation.js").JsonObject} JsonObject */

const MARKER = "<!-- return-codes -->";
const LISTS = [
  "x-extensible-enum",
  "x-enum-varnames",
  "x-enum-descriptions",
  "x-stated-for",
  "x-what-to-do",
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

/** @param {JsonObject} contract */
function table({ components }) {
  const schema = components.schemas.ReturnCode;
  const examples = entriesOf(components.examples).map(([, example]) => example?.value?.data);
  const rows = schema["x-extensible-enum"].map(
    (/** @type {number} */ code, /** @type {number} */ index) => {
      const statedFor = schema["x-stated-for"][index];
      /** @type {string[]} */
      const operationIds = schema["x-operations"][index];
      const assumedFor = operationIds.filter((id) => id !== statedFor);
      return [
        inCode([code]),
        schema["x-enum-varnames"][index],
        schema["x-enum-descriptions"][index],
        examples.find((data) => data?.returnCode === code)?.message,
        statedFor ? inCode([statedFor]) : "",
        // A code that is stated for no operation is assumed for all operations that take the token.
        statedFor ? inCode(assumedFor) : "every operation that takes the token",
      ];
    },
  );
  const head = ["code", "name", "meaning", "message", "stated for", "assumed for"];
  return [row(head), "|---|---|---|---|---|---|", ...rows.map(row)].join("\n");
}

/** @param {string[]} cells */
function row(cells) {
  return `| ${cells.join(" | ")} |`;
}

/** @param {(string | number)[]} words */
function inCode(words) {
  return words.map((word) => `\`${word}\``).join(", ");
}
