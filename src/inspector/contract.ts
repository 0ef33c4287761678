import { isObject } from "../contract/cursor.ts";

/** What the inspector knows of the contracts. scripts/generate/inspector-forms.ts derives it when the page is bundled. */
export interface ContractForms {
  service: Form[];
  control: Form[];
  /** The transitions of a status schema, by the name of the schema. */
  transitions: Record<string, Transition[]>;
  /** What each return code means, by the code, and the page of the docs that says more. */
  returnCodes: Record<string, { name: string; meaning: string; page: string }>;
  /** The names of the fields that hold money, in centavos. */
  moneyFields: string[];
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
}

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
  format?: string;
  "x-extensible-enum"?: unknown[];
  description?: string;
  /** Whether it is money, in centavos. */
  isMoney?: true;
  /** Whether it is a secret or the data of a card. */
  sensitive?: true;
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

export const moneyFields: ReadonlySet<string> = new Set(CONTRACT_FORMS.moneyFields);

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

/** The fields of an object. Any other value has none. */
export function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
