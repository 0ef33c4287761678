import { Cursor, type JsonObject } from "../../src/contract/cursor.ts";
import { fieldsIn, formsOf, requiredIn } from "../../src/contract/schema-fields.ts";

/** What a receiver reads of a postback. It reads the rest anew, so the rest may change. */
const FIELDS = ["eventId", "occurredAt", "data.id"];

/** The formats that have no pattern in the contract. */
const PATTERNS: Record<string, string> = {
  uuid: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
};

/** The form of each field that a receiver reads, for each type of postback. */
export function makePostbackFields(contract: JsonObject, name: string): string {
  const kinds = Cursor.root(contract).at("components", "schemas", name, "oneOf").members();
  const tables = kinds.map((kind) => {
    const forms = FIELDS.map((path) => `"${path}": ${formOf(kind, path)},`);
    return `${String(field(kind, "type").at("const").value)}: {\n${forms.join("\n")}\n},`;
  });
  return `/** The form of each field that a receiver reads, for each type of postback. */
export const postbackFields = {
${tables.join("\n")}
};
`;
}

/** The form of a text as a regular expression. */
function formOf(schema: Cursor, path: string): string {
  const found = path.split(".").reduce(field, schema);
  const { pattern = PATTERNS[String(found.at("format").value)] } = found.target.value as JsonObject;
  if (typeof pattern !== "string") throw new Error(`The contract has no form for ${path}.`);
  return String(new RegExp(pattern));
}

/** A required field of an object, also of one that is composed of others. */
function field(schema: Cursor, name: string): Cursor {
  const forms = formsOf(schema);
  const [first] = fieldsIn(forms).get(name) ?? [];
  if (!first || !requiredIn(forms).includes(name))
    throw new Error(`The contract does not require ${name}.`);
  return first;
}
