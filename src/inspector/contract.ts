import { isObject } from "../contract/cursor.ts";
import type { ResourceType } from "./resource-types.ts";

/** What the inspector knows of the contracts. scripts/generate/inspector-forms.ts derives it when the page is bundled. */
export interface ContractForms {
  service: Form[];
  control: Form[];
  /** The transitions of a status schema, by the name of the schema. */
  transitions: Record<string, Transition[]>;
  /** What each return code means, by the code, and the page of the docs that says more. */
  returnCodes: Record<string, { name: string; meaning: string; page: string }>;
}

/** An operation, with a form for its parameters and its body. */
export interface Form {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: FormParameter[];
  body?: FormSchema;
  examples: FormExample[];
  /** The kinds of its input fields, by paths that begin with `parameters` or `body`. */
  takes: Kinds;
  /** The kinds of the data that it returns. */
  returns: Kinds;
  /** The fields that say most of an item, if it returns a list. */
  columns?: string[];
}

/** What a value is, as the contract says of its field. A type of resource is that of an id which refers to one. */
export type Kind = "money" | "time" | "day" | "link" | "status" | "secret" | ResourceType;

/** The kinds of fields by their paths, such as `splits.amount`. The items of an array have the path of the array. */
export type Kinds = Readonly<Record<string, Kind>>;

export interface FormParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: FormSchema;
}

interface FormExample {
  name: string;
  summary: string;
  value: unknown;
}

/** The parts of a schema that a form needs, with all references resolved. */
export interface FormSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  description?: string;
  kind?: Kind;
  properties?: Record<string, FormSchema>;
  required?: string[];
  items?: FormSchema;
  /** The property that selects a variant. */
  discriminator?: string;
  variants?: { value: string; schema: FormSchema }[];
}

/** A change of status that the contract allows. */
export interface Transition {
  from: string | string[] | null;
  to: string;
  trigger: string;
  paymentMethods?: string[];
}

/** Set by scripts/bundle-inspector.ts. */
declare const CONTRACT_FORMS: ContractForms;

export const { service, control, transitions, returnCodes } = CONTRACT_FORMS;

const formsById = {
  service: new Map(service.map((form) => [form.id, form])),
  control: new Map(control.map((form) => [form.id, form])),
};

/** An operation of one of the two interfaces. Some ids exist in both. */
export function formOf(api: "service" | "control", id: string): Form {
  const form = formsById[api].get(id);
  if (!form) throw new Error(`There is no operation ${id}.`);
  return form;
}

/** The path of a field in the object at another path. */
export function pathTo(name: string, path = ""): string {
  return path === "" ? name : `${path}.${name}`;
}

/** The paths of the secrets among fields. */
export function secretsIn(kinds: Kinds): string[] {
  return Object.keys(kinds).filter((path) => kinds[path] === "secret");
}

/** A copy of a value in which `change` replaces each field with a kind. */
export function mapFields(
  value: unknown,
  kinds: Kinds,
  path: string,
  change: (field: unknown, kind: Kind) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, kinds, path, change));
  const kind = kinds[path];
  if (kind) return change(value, kind);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      mapFields(field, kinds, pathTo(name, path), change),
    ]),
  );
}

/** The fields of an object. Any other value has none. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
