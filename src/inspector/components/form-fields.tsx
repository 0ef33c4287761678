import type { ValueSchema } from "../../contract/value-schema.ts";
import { objectOf } from "../contract.ts";
import { texts, withMeaning } from "../language.ts";
import { references } from "../references.ts";
import { Choice, type SchemaFieldProps } from "./field.tsx";
import { ReferenceField } from "./reference-field.tsx";
import { SensitiveField, ValueField } from "./value-field.tsx";

/** The inputs for a value, by its schema. */
export function SchemaField(props: SchemaFieldProps) {
  const { schema } = props;
  if (schema.variants) return <VariantField {...props} />;
  if (schema.properties) return <ObjectField {...props} properties={schema.properties} />;
  if (schema.kind && schema.kind in references) return <ReferenceField {...props} />;
  if (schema.items) return <ListField {...props} items={schema.items} />;
  if (schema.kind === "secret") return <SensitiveField {...props} />;
  return <ValueField {...props} />;
}

function ObjectField(props: SchemaFieldProps & { properties: Record<string, ValueSchema> }) {
  const { name, schema, properties, value, onChange } = props;
  const fields = inOrderOf(objectOf(value), properties).map(([key, field]) => (
    <SchemaField
      key={key}
      name={key}
      schema={field}
      isRequired={schema.required?.includes(key) ?? false}
      value={objectOf(value)[key]}
      onChange={(next) => onChange(withField(objectOf(value), key, next))}
    />
  ));
  // The body itself has no name.
  if (name === "") return <>{fields}</>;
  return (
    <fieldset>
      <legend>{name}</legend>
      {fields}
    </fieldset>
  );
}

/** The fields that have a value first, as the example orders them. */
function inOrderOf(
  value: object,
  properties: Record<string, ValueSchema>,
): [string, ValueSchema][] {
  const given = Object.keys(value);
  const rankOf = (name: string) => (given.includes(name) ? given.indexOf(name) : given.length);
  return Object.entries(properties).sort(([one], [other]) => rankOf(one) - rankOf(other));
}

/** One of several forms of an object. A property of it selects which. */
function VariantField({ schema, name, value, onChange, isRequired }: SchemaFieldProps) {
  const { variants = [], discriminator = "" } = schema;
  const selected = `${objectOf(value)[discriminator] ?? variants[0]?.value}`;
  const variant = variants.find((each) => each.value === selected) ?? variants[0];
  const properties = without(discriminator, variant?.schema.properties ?? {});
  return (
    <>
      <Choice
        label={discriminator}
        value={selected}
        options={variants.map(({ value: each }) => [each, withMeaning(each)])}
        onChange={(next) => onChange({ ...objectOf(value), [discriminator]: next })}
      />
      <SchemaField
        name={name}
        schema={{ ...variant?.schema, properties }}
        isRequired={isRequired}
        value={value}
        onChange={(next) => onChange({ [discriminator]: selected, ...objectOf(next) })}
      />
    </>
  );
}

function ListField(props: SchemaFieldProps & { items: ValueSchema }) {
  const { name, items, value, onChange } = props;
  const list = Array.isArray(value) ? value : [];
  return (
    <fieldset>
      <legend>{name}</legend>
      {list.map((item, index) => (
        <div key={index} class="item">
          <SchemaField
            name={items.properties || items.variants ? "" : `${name} ${index + 1}`}
            schema={items}
            isRequired
            value={item}
            onChange={(next) => onChange(list.with(index, next))}
          />
          <button type="button" class="quiet" onClick={() => onChange(list.toSpliced(index, 1))}>
            {texts.words.remove}
          </button>
        </div>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={() => onChange([...list, list.at(-1) ?? (items.properties ? {} : "")])}
      >
        {texts.fields.addTo(name)}
      </button>
    </fieldset>
  );
}

/** A field that is cleared is left out. */
function withField(object: Record<string, unknown>, key: string, value: unknown) {
  return value === undefined ? without(key, object) : { ...object, [key]: value };
}

function without<Value>(key: string, object: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
