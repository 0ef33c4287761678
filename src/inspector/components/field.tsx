import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { ValueSchema } from "../../contract/value-schema.ts";
import { inLanguage, texts } from "../language.ts";

/** A value to type, and its schema. */
export interface SchemaFieldProps {
  name: string;
  schema: ValueSchema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A year has four digits. */
export const LAST_DAY = "9999-12-31";

interface LabelProps {
  id: string;
  name: string;
  isRequired: boolean;
}

export function Label({ id, name, isRequired }: LabelProps) {
  return (
    <label for={id}>
      {name}
      {!isRequired && <small>{texts.fields.optional}</small>}
    </label>
  );
}

export function Help({ id, schema: { description } }: { id: string; schema: ValueSchema }) {
  if (!description) return null;
  return <small id={helpId(id)}>{inLanguage(description)}</small>;
}

export function helpId(id: string): string {
  return `${id}-help`;
}

interface ChoiceProps {
  label: ComponentChildren;
  value: string;
  options: (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
