import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { errorResponses, jsonContent, operations } from "../../src/contract/operations.ts";
import {
  factIn,
  fieldsIn,
  formsOf,
  innerSchemas,
  textsAt,
} from "../../src/contract/schema-fields.ts";

/** How a language writes classes for JSON. */
interface Language {
  header: string;
  types: Readonly<Record<string, string>>;
  list(item: string): string;
  open(name: string): string;
  field(name: string, type: string, isRequired: boolean): string;
  close: string;
}

export const KOTLIN: Language = {
  header: `// Needs kotlinx.serialization. Read with Json { ignoreUnknownKeys = true }: the service may return more.
package centavo

import kotlinx.serialization.Serializable`,
  types: { string: "String", integer: "Long", number: "Double", boolean: "Boolean" },
  list: (item) => `List<${item}>`,
  open: (name) => `@Serializable\ndata class ${name}(`,
  field: (name, type, isRequired) => `    val ${name}: ${type}${isRequired ? "" : "? = null"},`,
  close: ")",
};

export const SWIFT: Language = {
  header: "import Foundation",
  types: { string: "String", integer: "Int", number: "Double", boolean: "Bool" },
  list: (item) => `[${item}]`,
  open: (name) => `struct ${name}: Codable {`,
  field: (name, type, isRequired) => `    var ${name}: ${type}${isRequired ? "" : "?"}`,
  close: "}",
};

const NOTICE = `// The bodies of the API's requests and responses. No test compiles this file.
// What has several forms, such as a payment, is one class with the fields of all, and those that not every form has are
// optional. A text with a fixed set of values is a plain text, since the service may add one.`;

/** A class for the body of each request and response, and for what is in them. */
export function makeClasses(contract: JsonObject, language: Language): string {
  const classes = new Map<string, string>();

  /** The type of a value that several schemas describe. Undefined if the language has no plain type for it. */
  function typeOf(declared: readonly Cursor[], name: string): string | undefined {
    const forms = declared.flatMap(formsOf);
    const kinds = new Set(forms.flatMap(kindsOf).filter((kind) => kind !== "null"));
    // What is always null has a value that nobody reads.
    const [kind = "string", ...others] = kinds;
    if (others.length > 0) return undefined;
    if (kind === "array") {
      const item = typeOf(
        forms.map((form) => form.at("items")).filter(({ exists }) => exists),
        name,
      );
      return item && language.list(item);
    }
    if (kind !== "object") return language.types[kind];
    // A name of the contract, unless several schemas meet here.
    const named = new Set(declared.flatMap(namesOf));
    const [only = name] = named;
    return addClass(named.size === 1 ? only : name, declared);
  }

  function addClass(name: string, schemas: readonly Cursor[]): string {
    if (classes.has(name)) return name;
    classes.set(name, "");
    const required = requiredInAll(schemas);
    const fields = [...fieldsIn(schemas.flatMap(formsOf))].flatMap(([field, declared]) => {
      const type = typeOf(declared, name + field.charAt(0).toUpperCase() + field.slice(1));
      if (!type) return [`    // ${field} can be of several types, and is left out.`];
      const isRequired =
        required.includes(field) && !declared.flatMap(formsOf).flatMap(kindsOf).includes("null");
      const values = factIn(declared.flatMap(formsOf), "enum");
      const about = Array.isArray(values) ? ` // ${values.join(", ")}` : "";
      return [language.field(field, type, isRequired) + about];
    });
    classes.set(name, [language.open(name), ...fields, language.close].join("\n"));
    return name;
  }

  for (const operation of operations(Cursor.root(contract))) {
    const { cursor } = operation;
    const errors = errorResponses(operation).map((each) => each.cursor);
    for (const owner of [cursor.at("requestBody"), cursor.at("responses", "200"), ...errors]) {
      const schema = jsonContent(owner).at("schema");
      if (schema.exists) typeOf([schema], "");
    }
  }
  return `${[NOTICE, language.header, ...classes.values()].join("\n\n")}\n`;
}

function kindsOf(schema: Cursor): string[] {
  const fixed = schema.at("const").value;
  return fixed === undefined ? textsAt(schema, "type") : [typeof fixed];
}

/** The names of the schemas that one refers to, directly or as the only form beside null. */
function namesOf(schema: Cursor): string[] {
  const { reference } = schema;
  if (reference) return [reference.slice(reference.lastIndexOf("/") + 1)];
  return innerSchemas(schema, "form").flatMap(namesOf);
}

/** The fields that every one of several forms requires. */
function requiredInAll(forms: readonly Cursor[]): string[] {
  const [first = [], ...others] = forms.map(requiredBy);
  return first.filter((field) => others.every((form) => form.includes(field)));
}

function requiredBy(schema: Cursor): string[] {
  const bases = innerSchemas(schema, "base").flatMap(requiredBy);
  const forms = requiredInAll(innerSchemas(schema, "form"));
  return [...textsAt(schema, "required"), ...bases, ...forms];
}
