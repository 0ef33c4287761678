import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Plugin } from "esbuild";
import { Cursor, isObject, type JsonObject } from "../src/contract/cursor.ts";
import { examples } from "../src/sandbox/contract-facts/examples.ts";
import * as contract from "../src/sandbox/contract-facts/index.ts";
import { openApiDocuments } from "../src/sandbox/contract-facts/openapi-documents.ts";
import { lineSchemas } from "../src/sandbox/state-file/line-schemas.ts";
import { contractOfLines, LINE_OPTIONS } from "../src/sandbox/state-file/line-validators.ts";
import {
  createAjv,
  FRACTION_DIGITS,
  requestSchemas,
} from "../src/sandbox/validation/ajv-instance.ts";

const SOURCE = resolve(import.meta.dirname, "../src");

/** The page of the inspector, beside the bundle that serves it. */
export const INSPECTOR_FILE = "inspector.html";

/** Modules whose values the sandbox computes when it runs. The build computes them in advance. */
export const PRECOMPUTED: Record<string, () => string> = {
  [join(SOURCE, "sandbox/contract-facts/index.ts")]: () => constants(contract),
  [join(SOURCE, "sandbox/contract-facts/examples.ts")]: () => constants({ examples }),
  [join(SOURCE, "sandbox-node/read-inspector-html.ts")]: () => `
    import { readFile } from "node:fs/promises";
    export const readInspectorHtml = () => readFile(new URL("${INSPECTOR_FILE}", import.meta.url), "utf8");`,
  [join(SOURCE, "sandbox/validation/compile-validators.ts")]: () => `
    import * as service from "validators:service";
    import * as control from "validators:control";
    export const validators = { service: (name) => service[name], control: (name) => control[name] };`,
  [join(SOURCE, "sandbox/state-file/line-validators.ts")]: () => `
    import * as lines from "validators:lines";
    export const lineValidators = (type) => lines[type];`,
};

/** JSON in a text, which is read faster than code. */
function constants(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const text = JSON.stringify(JSON.stringify(value));
      return `export const ${name} = /* @__PURE__ */ JSON.parse(${text});`;
    })
    .join("\n");
}

/** Puts the values of {@link PRECOMPUTED} in the place of their modules. */
export const precomputed = replaceModules(PRECOMPUTED);

/** Puts code in the place of the modules with these paths. */
export function replaceModules(modules: typeof PRECOMPUTED): Plugin {
  return {
    name: "replaced-modules",
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = modules[path]?.();
        return contents === undefined ? undefined : { contents };
      });
      onResolve({ filter: /^validators:/ }, ({ path }) => ({
        path: path.replace("validators:", ""),
        namespace: "validators",
      }));
      onLoad({ filter: /./, namespace: "validators" }, ({ path }) => ({
        contents: compiled(path),
        resolveDir: SOURCE,
      }));
    },
  };
}

function compiled(path: string): string {
  const compile = COMPILED[path];
  if (!compile) throw new Error(`There are no validators ${path}.`);
  return compile();
}

/** The modules of compiled validators. */
const COMPILED: Record<string, () => string> = {
  service: () => standaloneValidators(openApiDocuments.service),
  control: () => standaloneValidators(openApiDocuments.control),
  lines: () => standaloneValidators(contractOfLines(), lineSchemas, LINE_OPTIONS),
};

/** A CommonJS module that exports validators by name: by default, those of a contract's requests. */
export function standaloneValidators(
  document: Cursor,
  of?: Readonly<Record<string, JsonObject>>,
  options = {},
): string {
  const plain = withoutAnnotations(document);
  // Requests need nothing that came after draft 7, for which the code is shorter. Ajv fails at a keyword that it does not know.
  const ajv = createAjv(plain, { code: { source: true }, messages: false, ...options }, Ajv);
  const schemas = Object.entries(of ?? requestSchemas(plain));
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const code = standaloneCode.default(
    ajv,
    Object.fromEntries(schemas.map(([name]) => [name, name])),
  );
  // The sandbox has messages of its own, which need no place in the schema: that of the field says enough.
  return code.replaceAll(/schemaPath:"[^"]*",/g, "");
}

/** A contract without its descriptions, and the extensions that validate nothing: Ajv copies them into its code. */
function withoutAnnotations(document: Cursor): Cursor {
  const json = JSON.stringify(document.value, (key, value) => {
    // A field may have the name of an annotation.
    if (isObject(value)) return value;
    const isAnnotation = key === "description" || key.startsWith("x-");
    return isAnnotation && key !== FRACTION_DIGITS ? undefined : value;
  });
  return Cursor.root(JSON.parse(json));
}
