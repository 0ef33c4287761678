import { useEffect, useId, useState } from "preact/hooks";
import { ServiceError } from "../../../client/errors.ts";
import { addDays } from "../../domain/calendar.ts";
import { receiverPath } from "../../domain/receiver-path.ts";
import { type Api, baseUrl, callOperation, type FormValues } from "../api.ts";
import { type Form, type FormSchema, formOf, masked } from "../contract.ts";
import { inWords } from "../format.ts";
import { useData, useSession } from "../live-data.ts";
import {
  createReferences,
  type ExistingResources,
  existingResources,
  NEW,
  references,
  withExisting,
  withNewTaxId,
} from "../references.ts";
import { Dialog, Loading, Problem } from "./layout.tsx";
import { SignInAgain } from "./sign-in.tsx";
import { Json, ResourceLink, shortId } from "./values.tsx";

interface OperationFormProps {
  api: Api;
  id: string;
  /** The values that the screen knows, e.g. the id of the resource. */
  parameters?: Record<string, string>;
  /** The fields of the body that the screen knows. */
  fields?: Record<string, unknown>;
  /** The name of the example that fills it in. The first one by default. */
  example?: string;
  /** Replaces the example, e.g. to send a request again. */
  body?: unknown;
  onDone?: (data: unknown) => void;
}

/** The form of an operation, made from the contract and filled in with its example. */
export function OperationForm(props: OperationFormProps) {
  const { examples } = formOf(props.api, props.id);
  const loaded = useData(async (clients) => {
    const [clock, existing] = await Promise.all([
      clients.control.clock.get(),
      existingResources(clients, examples),
    ]);
    return { now: Date.parse(clock.data.now), existing };
  });
  // What happens later must not change what is being typed.
  const [start, setStart] = useState<FormStart>();
  useEffect(() => setStart((before) => before ?? loaded.data), [loaded.data]);
  if (start === undefined) return <Loading of={loaded}>{() => null}</Loading>;
  return <FilledForm {...props} start={start} />;
}

/** What an example depends on: its days may have passed, and its references may not exist. */
interface FormStart {
  now: number;
  existing: ExistingResources;
}

function FilledForm(props: OperationFormProps & { start: FormStart }) {
  const { api, id, parameters = {}, fields, onDone, start } = props;
  const { clients } = useSession();
  const form = formOf(api, id);
  const receiver = baseUrl + receiverPath(clients.companyId);
  const filledIn = (example: unknown) => ({
    ...objectOf(
      withExisting(
        withComingDays(withReceiver(withNewTaxId(example), receiver), start.now),
        start.existing,
      ),
    ),
    ...fields,
  });
  const chosen = form.examples.find(({ name }) => name === props.example) ?? form.examples[0];
  const [values, setValues] = useState<FormValues>(() => ({
    parameters,
    body: props.body === undefined ? filledIn(chosen?.value) : props.body,
  }));
  const [isJson, setJson] = useState(false);
  const [text, setText] = useState("");
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error; data?: unknown }>({});

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setState({ isBusy: true });
    try {
      const body = await createReferences(clients, isJson ? JSON.parse(text) : values.body);
      // What was created for it is not created again if the rest fails.
      setValues({ ...values, body });
      setText(JSON.stringify(body, null, 2));
      const { data } = await callOperation(clients, api, form, { ...values, body });
      setState({ data });
      onDone?.(data);
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  const choose = (name: string) => {
    const example = form.examples.find((each) => each.name === name);
    const body = filledIn(example?.value);
    setValues({ ...values, body });
    setText(JSON.stringify(body, null, 2));
  };
  const toggle = () => {
    if (!isJson) setText(JSON.stringify(values.body, null, 2));
    setJson(!isJson);
  };

  return (
    <>
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
              setValues({
                ...values,
                parameters: { ...values.parameters, [name]: `${value ?? ""}` },
              })
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
        <footer>
          {state.error && <Problem error={state.error} />}
          {state.data !== undefined && <Done form={form} data={state.data} />}
          <button type="submit" disabled={state.isBusy === true}>
            {state.isBusy ? "Sending…" : form.summary}
          </button>
          {form.body && (
            <button type="button" class="quiet" onClick={toggle}>
              {isJson ? "Edit the fields" : "Edit as JSON"}
            </button>
          )}
        </footer>
      </form>
      {state.error instanceof ServiceError && state.error.status === 401 && (
        <SignInAgain onDone={() => setState({})} />
      )}
    </>
  );
}

/** Says that an operation has succeeded, and leads to what it made. */
function Done({ form, data }: { form: Form; data: unknown }) {
  const { id } = objectOf(data);
  const type = TYPES[form.id.split(".")[0] as string];
  return (
    <div class="done" role="status">
      <p>
        Done
        {type && id !== undefined && (
          <>
            : <ResourceLink type={type} id={`${id}`} />
          </>
        )}
      </p>
      <details>
        <summary>Response</summary>
        <Json value={masked(data)} />
      </details>
    </div>
  );
}

/** The types of resources, by the groups of the operations that make them. */
const TYPES: Record<string, string> = {
  payments: "payment",
  customers: "customer",
  cards: "card",
  subaccounts: "subaccount",
  subscriptions: "subscription",
  bankAccounts: "bankAccount",
  withdrawals: "withdrawal",
};

/** An example whose postbacks go to the built-in receiver: the address in the contract does not exist. */
function withReceiver(value: unknown, receiver: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withReceiver(item, receiver));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === "postbackUrl" ? receiver : withReceiver(field, receiver),
    ]),
  );
}

const DAY = 86_400_000;
const COMING_DAYS = ["dueDate", "expirationDate"];

/** An example whose days are moved together, if the first of them has passed, so that it is in a week. */
function withComingDays(example: unknown, now: number): unknown {
  const value = objectOf(example);
  const days = COMING_DAYS.map((name) => Date.parse(`${value[name]}`)).filter(Number.isFinite);
  const missing = Math.ceil((now - Math.min(...days)) / DAY);
  if (days.length === 0 || missing < 0) return example;
  const moved = COMING_DAYS.filter((name) => name in value).map((name) => [
    name,
    addDays(`${value[name]}`, missing + 7),
  ]);
  return { ...value, ...Object.fromEntries(moved) };
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
    const fields = inOrderOf(objectOf(value), schema.properties).map(([key, field]) => (
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
  if (name in references && schema.format === "uuid") return <ReferenceField {...props} />;
  if (schema.items) return <ListField {...props} items={schema.items} />;
  return <InputField {...props} />;
}

/** The fields that have a value first, as the example orders them. */
function inOrderOf(value: object, properties: Record<string, FormSchema>): [string, FormSchema][] {
  const place = Object.keys(value);
  const rankOf = (name: string) => (place.includes(name) ? place.indexOf(name) : place.length);
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
        label={inWords(discriminator).trim()}
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

/** Chooses a resource that exists, or one that is created with this one. */
function ReferenceField({ name, isRequired, value, onChange }: SchemaFieldProps) {
  const id = useId();
  const { data: existing } = useData(
    (clients) => references[name]?.list(clients) ?? Promise.resolve([]),
    [name],
  );
  const isKnown = value === NEW || existing?.some((each) => each.id === value) === true;
  useEffect(() => {
    if (existing && value === undefined && isRequired) onChange(existing[0]?.id ?? NEW);
  }, [existing, value]);
  return (
    <div class="field">
      <label for={id}>
        {name}
        {!isRequired && <small> optional</small>}
      </label>
      <select
        id={id}
        value={`${value ?? ""}`}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        {!isRequired && <option value="">none</option>}
        {value !== undefined && !isKnown && <option value={`${value}`}>{`${value}`}</option>}
        {existing?.map((each) => (
          <option key={each.id} value={each.id}>
            {`${each.label}, ${shortId(each.id)}`}
          </option>
        ))}
        <option value={NEW}>a new one, from the example</option>
      </select>
    </div>
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
