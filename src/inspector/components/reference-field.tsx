import { useEffect, useId } from "preact/hooks";
import type { Kind } from "../../contract/value-schema.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import { listExisting, NEW } from "../references.ts";
import { Label, type SchemaFieldProps } from "./field.tsx";
import { shortId } from "./values.tsx";

/** Chooses a resource that exists, or one that is created with this one. */
export function ReferenceField({
  name,
  schema: { kind },
  isRequired,
  value,
  onChange,
}: SchemaFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} />
      <ReferenceSelect
        id={id}
        kind={kind}
        value={`${value ?? ""}`}
        none={isRequired ? undefined : texts.fields.none}
        canCreate
        onChange={(next) => onChange(next || undefined)}
      />
    </div>
  );
}

interface ReferenceSelectProps {
  id?: string;
  /** The type of the resource. */
  kind: Kind | undefined;
  /** Empty without a choice. */
  value: string;
  /** What no choice means. Undefined if there has to be one. */
  none: string | undefined;
  canCreate?: boolean;
  onChange: (value: string) => void;
}

/** The latest resources that a field can refer to. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { kind, value, none, canCreate = false, onChange, ...attributes } = props;
  const { data: existing } = useData(
    async (clients) => (kind ? listExisting(clients, kind) : []),
    [kind],
  );
  useEffect(() => {
    if (existing && value === "" && none === undefined) onChange(existing[0]?.id ?? NEW);
  }, [existing, value]);
  const isListed = value === NEW || existing?.some(({ id }) => id === value) === true;
  return (
    <select
      {...attributes}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {value !== "" && !isListed && <option value={value}>{value}</option>}
      {existing?.map(({ id, label }) => (
        <option key={id} value={id}>{`${label}, ${shortId(id)}`}</option>
      ))}
      {canCreate && <option value={NEW}>{texts.fields.newOne}</option>}
    </select>
  );
}
