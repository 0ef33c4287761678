/** What the command of an operation needs to know. `npm run generate` derives it from the contracts. */
export interface OperationRow {
  api: "service" | "control";
  method: string;
  summary: string;
  /** The first sentence of its description. */
  description: string;
  takesBody?: true;
  isList?: true;
  flags: OperationFlag[];
  /** The names of the examples of its body. */
  examples?: string[];
  /** The fields of the items of a list that its table has. */
  columns?: string[];
  /** What the values that it returns are, by their paths. */
  kinds: Readonly<Record<string, ValueKind>>;
}

/** A parameter, or a field of the body. */
export interface OperationFlag {
  name: string;
  in: "path" | "query" | "header" | "body";
  /** The name of the parameter, or the path of the field. */
  path: string[];
  type: FlagType;
  isArray?: true;
  /** Amounts may be in reais, and links of examples lead nowhere. */
  kind?: "money" | "link" | "secret";
  help: string;
  values?: string[];
  /** The operation that lists what the id is of, and the field with the id. */
  listed?: { by: string; as: string };
}

export type FlagType = "string" | "integer" | "number" | "boolean" | "object";
export type ValueKind = "money" | "time";
export type OperationTable = Readonly<Record<string, OperationRow>>;

/**
 * A name as a flag has it.
 *
 * @example
 * kebab("billingData.postbackUrl"); // "billing-data.postback-url"
 */
export function kebab(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
