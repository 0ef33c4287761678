import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A file without references is a forgotten component, or a path that is not listed.
 * @returns {Record<string, unknown>}
 */
export function fileIsUsed() {
  const used = new Set();
  let allResolved = true;
  return {
    /** @type {(node: unknown, context: unknown, target: { location?: any, error?: Error }) => void} */
    ref(_node, _context, { location, error }) {
      // The references of a file are unknown if it cannot be read.
      if (error) allResolved = false;
      else used.add(location.source.absoluteRef);
    },
    Root: {
      /** @type {(root: unknown, context: { location: any, report: (problem: object) => void }) => void} */
      leave(_root, { location, report }) {
        const { absoluteRef: entry, constructor: Source } = location.source;
        used.add(entry);
        const unused = yamlFilesIn(dirname(entry)).filter((file) => !used.has(file));
        for (const file of allResolved ? unused : []) {
          report({
            message:
              "Nothing refers to this file: refer to it, or delete it. `npm run generate` lists new paths.",
            location: { source: new Source(file, readFileSync(file, "utf8")), pointer: "#/" },
          });
        }
      },
    },
  };
}

/**
 * Skips folders with their own `openapi.yaml`: they are other contracts. Workflows refer to the contract, not the
 * contract to them.
 * @param {string} folder
 * @returns {string[]}
 */
function yamlFilesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((item) => {
    const path = join(folder, item.name);
    if (!item.isDirectory()) return /(?<!\.arazzo)\.yaml$/.test(path) ? [path] : [];
    return existsSync(join(path, "openapi.yaml")) ? [] : yamlFilesIn(path);
  });
}
