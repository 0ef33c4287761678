import { useId, useState } from "preact/hooks";
import { type Api, callOperation, type FormValues } from "../api.ts";
import { type Form, type FormSchema, formOf } from "../contract.ts";
import { inWords } from "../format.ts";
import { useSession } from "../live-data.ts";
import { Dialog, Problem } from "./layout.tsx";
import { Json } from "./values.tsx";

interface OperationFormProps {
  api: Api;
  id: string;
  /** The values that the screen knows, e.g. the id of the resource. */
  parameters?: Record<string, string>;
  /** The fields of the body that the screen knows. */
  fields?: Record<string, unknown>;
  /** Replaces the example, e.g. to send a request again. */
  body?: unknown;
  onDone?: (data: unknown) => void;
}

/** The form of an operation, made from the contract and filled in with its example. */
export function OperationForm(props: OperationFormProps) {
  const { api, id, parameters = {}, fields, onDone } = props;
  const { clients } = useSession();
  const form = formOf(api, id);
  const [values, setValues] = useState<FormValues>(() => ({
    parameters,
    body: { ...objectOf(props.body ?? form.examples[0]?.value), ...fields },
  }));
  const [isJson, setJson] = useState(false);
  const [text, setText] = useState("");
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error; data?: unknown }>({});

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setState({ isBusy: true });
    try {
      const sent = isJson ? { ...values, body: JSON.parse(text) } : values;
      const { data } = await callOperation(clients, api, form, sent);
      setState({ data });
      onDone?.(data);
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  const choose = (name: string) => {
    const example = form.examples.find((each) => each.name === name);
    setValues({ ...values, body: { ...objectOf(example?.value), ...fields } });
    setText(JSON.stringify({ ...objectOf(example?.value), ...fields }, null, 2));
  };
  const toggle = () => {
    if (!isJson) setText(JSON.stringify(values.body, null, 2));
    setJson(!isJson);
  };

  return (
    <form class="operation" onSubmit={send}>
      <p class="muted">
        <code>
          {form.method} {form.path}
        </code>
      </p>
      {form.examples.length > 1 && (
        <Choice
          label="Example"
          value={exampleOf(form, values.body)}
          options={form.examples.map(({ name, summary }) => [name, summary])}
          onChange={choose}
        />
      )}
      {form.parameters.map(({ name, required, schema }) => (
        <SchemaField
          key={name}
          name={name}
          schema={schema}
          isRequired={required}
          value={values.parameters[name] ?? ""}
          onChange={(value) =>
            setValues({ ...values, parameters: { ...values.parameters, [name]: `${value ?? ""}` } })
          }
        />
      ))}
      {form.body &&
        (isJson ? (
          <label>
            Body
            <textarea
              rows={16}
              spellcheck={false}
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
        ) : (
          <SchemaField
            name=""
            schema={form.body}
            isRequired
            value={values.body}
            onChange={(body) => setValues({ ...values, body })}
          />
        ))}
      {state.error && <Problem error={state.error} />}
      <footer>
        <button type="submit" disabled={state.isBusy === true}>
          {state.isBusy ? "Sending…" : form.summary}
        </button>
        {form.body && (
          <button type="button" class="quiet" onClick={toggle}>
            {isJson ? "Edit the fields" : "Edit as JSON"}
          </button>
        )}
      </footer>
      {state.data !== undefined && (
        <details open>
          <summary>Done</summary>
          <Json value={state.data} />
        </details>
      )}
    </form>
  );
}

/** A button that opens the form of an operation in a dialog. */
export function OperationButton({ label, ...props }: OperationFormProps & { label?: string }) {
  const [isOpen, setOpen] = useState(false);
  const { summary } = formOf(props.api, props.id);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label ?? summary}
      </button>
      {isOpen && (
        <Dialog title={summary} onClose={() => setOpen(false)}>
          <OperationForm {...props} />
        </Dialog>
      )}
    </>
  );
}

/** The example that a body was filled in from, by the field that selects a variant. */
function exampleOf({ examples, body }: Form, value: unknown): string {
  const name = body?.discriminator;
  const variant = name === undefined ? undefined : objectOf(value)[name];
  const [first] = examples;
  return (
    examples.find((example) => example.value === value)?.name ??
    examples.find((example) => name !== undefined && objectOf(example.value)[name] === variant)
      ?.name ??
    first?.name ??
    ""
  );
}

interface SchemaFieldProps {
  name: string;
  schema: FormSchema;
  isRequired: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The inputs for a value, by its schema. */
function SchemaField(props: SchemaFieldProps) {
  const { name, schema, value, onChange } = props;
  if (schema.variants) return <VariantField {...props} />;
  if (schema.properties) {
    const { required = [] } = schema;
    const fields = Object.entries(schema.properties).map(([key, field]) => (
      <SchemaField
        key={key}
        name={key}
        schema={field}
        isRequired={required.includes(key)}
        value={objectOf(value)[key]}
        onChange={(next) => onChange(withField(objectOf(value), key, next))}
      />
    ));
    return name === "" ? (
      fields
    ) : (
      <fieldset>
        <legend>{name}</legend>
        {fields}
      </fieldset>
    );
  }
  if (schema.items) return <ListField {...props} items={schema.items} />;
  return <InputField {...props} />;
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

function ListField({ name, items, value, onChange }: SchemaFieldProps & { items: FormSchema }) {
  const list = Array.isArray(value) ? value : [];
  return (
    <fieldset>
      <legend>{name}</legend>
      {list.map((item, index) => (
        <div class="item" key={index}>
          <SchemaField
            name={`${index + 1}`}
            schema={items}
            isRequired
            value={item}
            onChange={(next) => onChange(list.with(index, next))}
          />
          <button type="button" class="quiet" onClick={() => onChange(list.toSpliced(index, 1))}>
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={() => onChange([...list, list.at(-1) ?? (items.properties ? {} : "")])}
      >
        Add to {name}
      </button>
    </fieldset>
  );
}

function InputField({ name, schema, isRequired, value, onChange }: SchemaFieldProps) {
  const id = useId();
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const label = (
    <label for={id} title={schema.description}>
      {name}
      {!isRequired && <small> optional</small>}
    </label>
  );
  const text = value === undefined || value === null ? "" : `${value}`;
  const change = (next: string) => onChange(parsed(next, schema));
  const help = schema.description && (
    <small class="help" id={`${id}-help`}>
      {firstSentence(schema.description)}
    </small>
  );
  const described = help ? { "aria-describedby": `${id}-help` } : {};
  if (schema.type === "boolean" || values) {
    const options = values ?? [true, false];
    return (
      <div class="field">
        {label}
        <select
          id={id}
          value={text}
          {...described}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          {!isRequired && <option value="">none</option>}
          {options.map((each) => (
            <option key={`${each}`} value={`${each}`}>
              {`${each}`}
            </option>
          ))}
        </select>
        {help}
      </div>
    );
  }
  const isNumber = schema.type === "integer" || schema.type === "number";
  const suggestions = schema["x-extensible-enum"];
  return (
    <div class="field">
      {label}
      <input
        id={id}
        type="text"
        value={text}
        inputMode={isNumber ? "decimal" : "text"}
        autocomplete="off"
        {...described}
        {...(suggestions && { list: `${id}-list` })}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={`${each}`} value={`${each}`} />
          ))}
        </datalist>
      )}
      {help}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field">
      {inWords(label)}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The value that a text stands for. Text that is no number stays text, so that the sandbox says what is wrong. */
function parsed(text: string, { type }: FormSchema): unknown {
  if (text === "") return undefined;
  if (type === "boolean") return text === "true";
  const isNumber = (type === "integer" || type === "number") && text.trim() !== "";
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** A field that is cleared is left out. */
function withField(object: Record<string, unknown>, key: string, value: unknown) {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...object, [key]: value };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}
