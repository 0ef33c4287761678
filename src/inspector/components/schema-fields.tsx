import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { parseMoney } from "../../sandbox/domain/format-money.ts";
import { cardOutcomes } from "../../sandbox/domain/test-cards.ts";
import { type FormSchema, objectOf, service } from "../contract.ts";
import { firstSentence } from "../format.ts";
import { useData } from "../live-data.ts";
import { NEW, references } from "../references.ts";
import { Meaning, shortId } from "./values.tsx";

interface SchemaFieldProps {
  name: string;
  schema: FormSchema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The inputs for a value, by its schema. */
export function SchemaField(props: SchemaFieldProps) {
  const { name, schema } = props;
  if (schema.variants) return <VariantField {...props} />;
  if (schema.properties) return <ObjectField {...props} properties={schema.properties} />;
  if (name in references && schema.format === "uuid") return <ReferenceField {...props} />;
  if (schema.items) return <ListField {...props} items={schema.items} />;
  if (schema.sensitive) return <SensitiveField {...props} />;
  return <ValueField {...props} />;
}

function ObjectField(props: SchemaFieldProps & { properties: Record<string, FormSchema> }) {
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
function inOrderOf(value: object, properties: Record<string, FormSchema>): [string, FormSchema][] {
  const given = Object.keys(value);
  const rankOf = (name: string) => (given.includes(name) ? given.indexOf(name) : given.length);
  return Object.entries(properties).sort(([one], [other]) => rankOf(one) - rankOf(other));
}

/** One of several forms of an object. A property of it selects which. */
function VariantField({ schema, name, value, onChange, isRequired }: SchemaFieldProps) {
  const { variants = [], discriminator = "" } = schema;
  const selected = `${objectOf(value)[discriminator] ?? variants[0]?.value}`;
  const variant = variants.find((each) => each.value === selected) ?? variants[0];
  const { [discriminator]: _, ...properties } = variant?.schema.properties ?? {};
  return (
    <>
      <Choice
        label={discriminator}
        value={selected}
        options={variants.map((each) => [each.value, each.value])}
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

function ListField(props: SchemaFieldProps & { items: FormSchema }) {
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
          <button
            type="button"
            class="quiet item-action"
            onClick={() => onChange(list.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="quiet item-action"
        onClick={() => onChange([...list, list.at(-1) ?? (items.properties ? {} : "")])}
      >
        Add to {name}
      </button>
    </fieldset>
  );
}

/** Chooses a resource that exists, or one that is created with this one. */
function ReferenceField({ name, isRequired, value, onChange }: SchemaFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} />
      <ReferenceSelect
        id={id}
        name={name}
        value={`${value ?? ""}`}
        none={isRequired ? undefined : "none"}
        canCreate
        onChange={(next) => onChange(next || undefined)}
      />
    </div>
  );
}

interface ReferenceSelectProps {
  id?: string;
  /** The name of the field, which tells what it refers to. */
  name: string;
  /** Empty without a choice. */
  value: string;
  /** What no choice means. Undefined if there has to be one. */
  none: string | undefined;
  canCreate?: boolean;
  onChange: (value: string) => void;
}

/** The latest resources that a field can refer to. */
export function ReferenceSelect(props: ReferenceSelectProps) {
  const { name, value, none, canCreate = false, onChange, ...attributes } = props;
  const { data: existing } = useData(
    (clients) => references[name]?.list(clients) ?? Promise.resolve([]),
    [name],
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
      {canCreate && <option value={NEW}>a new one, from the example</option>}
    </select>
  );
}

/** A card number is chosen from the test cards, or typed where nobody reads it. */
function SensitiveField(props: SchemaFieldProps) {
  const { name, schema, isRequired, value, onChange } = props;
  const id = useId();
  const cards = name === "cardNumber" ? cardOutcomes : [];
  const chosen = cards.findIndex(({ cardNumber }) => cardNumber === value);
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} schema={schema} />
      <input
        id={id}
        type="password"
        autocomplete="off"
        value={`${value ?? ""}`}
        onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
      {cards.length > 0 && (
        <select
          aria-label="Test card"
          value={`${chosen}`}
          onChange={({ currentTarget }) =>
            onChange(cards[Number(currentTarget.value)]?.cardNumber ?? value)
          }
        >
          <option value="-1">no test card</option>
          {cards.map(({ cardNumber, description }, index) => (
            <option key={cardNumber} value={`${index}`}>
              {`Test card …${cardNumber.slice(-4)}: ${description.replaceAll("`", "")}`}
            </option>
          ))}
        </select>
      )}
      <Help id={id} schema={schema} />
    </div>
  );
}

function ValueField({ name, schema, isRequired, value, onChange }: SchemaFieldProps) {
  const id = useId();
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const options = schema.type === "boolean" ? (values ?? [true, false]) : values;
  const [typed, setTyped] = useState("");
  const text = `${value ?? ""}`;
  const field = {
    ...{ id, "aria-describedby": schema.description && helpId(id) },
    // What was typed stays as it was, such as 49,90 for 4990.
    value: `${parsedValue(typed, schema)}` === text ? typed : text,
    change: (next: string) => {
      setTyped(next);
      onChange(parsedValue(next, schema));
    },
  };
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} schema={schema} />
      {options ? (
        <Select {...field} options={options} isRequired={isRequired} />
      ) : (
        <TextInput {...field} schema={schema} suggestions={suggestionsFor(name, schema)} />
      )}
      {schema.isMoney && <Meaning text={text} />}
      <Help id={id} schema={schema} />
    </div>
  );
}

interface FieldProps {
  id: string;
  "aria-describedby": string | undefined;
  value: string;
  change: (text: string) => void;
}

function Select(props: FieldProps & { options: unknown[]; isRequired: boolean }) {
  const { change, options, isRequired, ...attributes } = props;
  return (
    <select {...attributes} onChange={({ currentTarget }) => change(currentTarget.value)}>
      {!isRequired && <option value="">none</option>}
      {options.map((each) => (
        <option key={`${each}`} value={`${each}`}>
          {`${each}`}
        </option>
      ))}
    </select>
  );
}

function TextInput(props: FieldProps & { schema: FormSchema; suggestions: readonly unknown[] }) {
  const { change, schema, suggestions, ...attributes } = props;
  const list = `${props.id}-list`;
  return (
    <>
      <input
        {...attributes}
        type="text"
        inputMode={isNumeric(schema) ? "decimal" : "text"}
        autocomplete="off"
        {...(suggestions.length > 0 && { list })}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={`${each}`} value={`${each}`} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The known values of a field that takes others too. */
function suggestionsFor(name: string, schema: FormSchema): readonly unknown[] {
  if (name === "operationId") return service.map(({ id }) => id);
  return schema["x-extensible-enum"] ?? [];
}

interface LabelProps {
  id: string;
  name: string;
  isRequired: boolean;
  schema?: FormSchema;
}

function Label({ id, name, isRequired, schema }: LabelProps) {
  return (
    <label for={id} title={schema?.description}>
      {name}
      {!isRequired && <small> optional</small>}
    </label>
  );
}

function Help({ id, schema: { description } }: { id: string; schema: FormSchema }) {
  if (!description) return null;
  return (
    <small class="help" id={helpId(id)}>
      {firstSentence(description)}
    </small>
  );
}

function helpId(id: string): string {
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

/** The value of a text. Text that is no number stays text, so that the sandbox says what is wrong. */
function parsedValue(text: string, schema: FormSchema): unknown {
  if (text === "") return undefined;
  if (schema.type === "boolean") return text === "true";
  if (schema.isMoney) return parseMoney(text) ?? text;
  // `0.` is on the way to a number: as 0, it could not be typed on.
  return isNumeric(schema) && `${Number(text)}` === text ? Number(text) : text;
}

function isNumeric({ type }: FormSchema): boolean {
  return type === "integer" || type === "number";
}

/** A field that is cleared is left out. */
function withField(object: Record<string, unknown>, key: string, value: unknown) {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...object, [key]: value };
}
