import { type Cursor, isObject, isString } from "../../contract/cursor.ts";
import { keysOf } from "../json-pointer.ts";
import type { Novelty } from "../verification.ts";

/** What a person may add to the contract's source. */
export interface Suggestion {
  /** The file of the contract's source. */
  file: string;
  yaml: string;
}

/**
 * The YAML that describes what the contract does not know.
 * @example
 * describeInYaml(contract, newField).yaml; // "properties:\n  iof: { type: integer }"
 */
export function describeInYaml(contract: Cursor, novelty: Novelty): Suggestion {
  const { file, inside } = sourceOf(novelty.pointer);
  const lines = LINES[novelty.kind](contract, novelty);
  const place = inside.length > 0 ? [`# in ${inside.join(".")}`] : [];
  return { file, yaml: [...place, ...lines].join("\n") };
}

/** The file of an element of the bundled contract, and the keys of its place in the file. */
function sourceOf(pointer: string): { file: string; inside: string[] } {
  const keys = keysOf(pointer);
  const [first = "", second = "", third = ""] = keys;
  if (first === "components")
    return { file: `openapi/components/${second}/${third}.yaml`, inside: keys.slice(3) };
  if (first === "paths") {
    const name = second.slice(1).replaceAll("/", ".");
    return { file: `openapi/paths/${name}.yaml`, inside: keys.slice(2) };
  }
  return { file: "openapi/openapi.yaml", inside: keys };
}

const LINES: Readonly<
  Record<Novelty["kind"], (contract: Cursor, novelty: Novelty) => readonly string[]>
> = {
  field: (_, { name, value }) =>
    isWord(name)
      ? ["properties:", `  ${scalar(name)}: { ${typeOf(value)} }`]
      : ["# The service uses names of fields that are no words: additionalProperties may fit."],
  value: (contract, { pointer, value }) => {
    const schema = contract.at(...keysOf(pointer));
    const known = schema.at("x-extensible-enum").members();
    const values = known.map((each) => scalar(`${each.value}`));
    if (!isWord(value) && !isNumber(value))
      return [`# The value is no word, so it is not shown: ${value}.`];
    return [
      `x-extensible-enum: [${[...values, scalar(value)].join(", ")}]`,
      ...parallelLists(schema, known.length).map((name) => `# ${name} needs an entry for it too.`),
    ];
  },
  status: (_, { value }) => [
    `"${value}":`,
    "  description: The service returns this status, and its description does not say when.",
  ],
};

/** The lists of a schema that have an entry for each value. */
function parallelLists({ value: schema }: Cursor, length: number): string[] {
  return Object.entries(isObject(schema) ? schema : {})
    .filter(([name]) => name.startsWith("x-") && name !== "x-extensible-enum")
    .filter(([, value]) => Array.isArray(value) && value.length === length)
    .map(([name]) => name);
}

const TYPES: Readonly<Record<string, string>> = {
  "a string": "type: string",
  "an empty string": "type: string",
  "an integer": "type: integer",
  "a number": "type: number",
  "an object": "type: object",
  true: "type: boolean",
  false: "type: boolean",
  // What else it may be, nobody has seen.
  null: 'type: "null"',
};

function typeOf(kind: string): string {
  return kind.startsWith("a list") ? "type: array, items: {}" : (TYPES[kind] ?? "");
}

function isWord(text: string): boolean {
  return isString(text) && /^[A-Za-z_][\w-]*$/.test(text);
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** Words that YAML 1.1 or 1.2 reads as something else than a string. */
const RESERVED = /^(y|n|yes|no|true|false|on|off|null|_*)$/i;

function scalar(text: string): string {
  return RESERVED.test(text) ? JSON.stringify(text) : text;
}
