import { isObject } from "../contract/cursor.ts";
import type { OperationFacts } from "../contract/operation-facts.ts";
import type { Kind, Kinds } from "../contract/value-schema.ts";

/** What the inspector knows of the contracts. scripts/generate/inspector-forms.ts derives it when the page is bundled. */
export interface ContractForms {
  service: Form[];
  control: Form[];
  /** The transitions of a status schema, by the name of the schema. */
  transitions: Record<string, Transition[]>;
  /** What each return code means and what to do, by the code, and the page of the docs that says more. */
  returnCodes: Record<string, { name: string; meaning: string; whatToDo: string; page: string }>;
  portuguese: Portuguese;
}

/** The Portuguese of what the page shows, by its English. */
export interface Portuguese {
  /** What the page, the contracts and the rules of the sandbox say. */
  texts: Record<string, string>;
  /** What the sandbox answers. `{*}` stands for a value. */
  answers: Record<string, string>;
  /** What the values of a contract mean to people who read Portuguese. The values themselves stay as they are. */
  meanings: Record<string, string>;
}

/** An operation, with a form for its parameters and its body. */
export type Form = Omit<OperationFacts, "successes" | "errors">;

/** A change of status that the contract allows. */
export interface Transition {
  from: string | string[] | null;
  to: string;
  trigger: string;
  paymentMethods?: string[];
}

/** Set by scripts/bundle-inspector.ts. */
declare const CONTRACT_FORMS: ContractForms;

export const { service, control, transitions, returnCodes, portuguese } = CONTRACT_FORMS;

const formsById = {
  service: new Map(service.map((form) => [form.id, form])),
  control: new Map(control.map((form) => [form.id, form])),
};

/** An operation of one of the two interfaces. */
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
