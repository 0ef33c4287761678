import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** @typedef {{ location: any, report: (problem: object) => void }} Context */

/**
 * The sandbox has both contracts side by side: its timeline and its faults name an operation by the id alone, and the
 * generated types of a shared schema are those of the service. So the contract within another one's folder has no
 * operation and no schema with a name of the other.
 * @returns {Record<string, unknown>}
 */
export function nameInOneContract() {
  /** @type {Map<string, string>} */
  let idsOfOther = new Map();
  return {
    /** @type {(root: unknown, context: Context) => void} */
    Root(_root, { location, report }) {
      const { absoluteRef: entry, constructor: Source } = location.source;
      const other = dirname(dirname(entry));
      if (!existsSync(join(other, "openapi.yaml"))) return;
      idsOfOther = operationIds(other);
      for (const file of yamlFiles(dirname(entry), SCHEMAS)) {
        const same = join(other, SCHEMAS, basename(file));
        if (!existsSync(same)) continue;
        report({
          message: clash(`schema ${basename(file, ".yaml")}`, same),
          location: { source: new Source(file, readFileSync(file, "utf8")), pointer: "#/" },
        });
      }
    },
    /** @type {(operation: any, context: Context) => void} */
    Operation({ operationId }, { location, report }) {
      const file = idsOfOther.get(operationId);
      if (file === undefined) return;
      const message = clash(`operation ${operationId}`, file);
      report({ message, location: location.child("operationId") });
    },
  };
}

const SCHEMAS = "components/schemas";

/** @type {(name: string, file: string) => string} */
function clash(name, file) {
  return `The ${name} is also in ${relative(".", file)}: each name belongs to one contract.`;
}

/** The id of an operation in the file of its path. Those of links are deeper. */
const OPERATION_ID = /^ {2}operationId: (\S+)$/gm;

/**
 * The file of each operation of a contract.
 * @param {string} contract
 * @returns {Map<string, string>}
 */
function operationIds(contract) {
  return new Map(
    yamlFiles(contract, "paths").flatMap((file) =>
      Array.from(
        readFileSync(file, "utf8").matchAll(OPERATION_ID),
        ([, id = ""]) => /** @type {[string, string]} */ ([id, file]),
      ),
    ),
  );
}

/** @type {(contract: string, folder: string) => string[]} */
function yamlFiles(contract, folder) {
  const path = join(contract, folder);
  if (!existsSync(path)) return [];
  const names = readdirSync(path).filter((name) => name.endsWith(".yaml"));
  return names.map((name) => join(path, name));
}
