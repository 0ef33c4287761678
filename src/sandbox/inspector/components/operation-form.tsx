import { useEffect, useState } from "preact/hooks";
import { ServiceError } from "../../../client/errors.ts";
import { maskFields, unmask } from "../../request-log/mask-fields.ts";
import { type Api, callOperation, type FormValues } from "../api.ts";
import { type Form, formOf, objectOf } from "../contract.ts";
import { adapted, type Circumstances, readCircumstances } from "../example-values.ts";
import { inWords } from "../format.ts";
import { useData, useSession } from "../live-data.ts";
import { createReferences } from "../references.ts";
import { typeOfGroup } from "../resource-types.ts";
import { Dialog, Loading, Problem } from "./layout.tsx";
import { Choice, SchemaField } from "./schema-fields.tsx";
import { SignInAgain } from "./sign-in.tsx";
import { Fields, Json, ResourceLink } from "./values.tsx";

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
  const loaded = useData((clients) => readCircumstances(clients, examples));
  // What happens later must not change what is being typed.
  const [circumstances, setCircumstances] = useState<Circumstances>();
  useEffect(() => setCircumstances((before) => before ?? loaded.data), [loaded.data]);
  if (!circumstances) return <Loading of={loaded}>{() => null}</Loading>;
  return <FilledForm {...props} circumstances={circumstances} />;
}

function FilledForm(props: OperationFormProps & { circumstances: Circumstances }) {
  const form = formOf(props.api, props.id);
  const entry = useFormEntry(form, props);
  const { state, send, clear } = useSend(form, entry, props);
  // A request that is sent again may have other parameters.
  const given = props.body === undefined ? Object.keys(props.parameters ?? {}) : [];
  return (
    <>
      <form class="operation" onSubmit={send}>
        <p class="muted">
          <code>
            {form.method} {form.path}
          </code>
          {props.api === "control" && ", which only the sandbox has"}
        </p>
        {given.length > 0 && <Fields value={props.parameters ?? {}} />}
        {form.examples.length > 1 && (
          <Choice
            label="Example"
            value={entry.example}
            options={[
              ...(props.body === undefined ? [] : [["", "none: as it was sent"] as const]),
              ...form.examples.map(({ name, summary }) => [name, summary] as const),
            ]}
            onChange={(name) => {
              clear();
              entry.chooseExample(name);
            }}
          />
        )}
        {form.body && <Body schema={form.body} entry={entry} />}
        <Parameters form={form} entry={entry} given={given} />
        <footer>
          {state.error && <Problem error={state.error} />}
          {state.data !== undefined && <Done form={form} data={state.data} />}
          <div class="actions">
            <button
              type="submit"
              class={state.data === undefined ? "" : "quiet"}
              disabled={state.isBusy === true}
            >
              {labelOfSubmit(form, state)}
            </button>
            {form.body && (
              <button type="button" class="quiet" onClick={entry.toggleJson}>
                {entry.json === undefined ? "Edit as JSON" : "Edit the fields"}
              </button>
            )}
          </div>
        </footer>
      </form>
      {state.error instanceof ServiceError && state.error.status === 401 && (
        <SignInAgain onDone={clear} />
      )}
    </>
  );
}

function labelOfSubmit({ summary }: Form, { isBusy, data }: SendState): string {
  if (isBusy) return "Sending…";
  return data === undefined ? summary : `${summary} again`;
}

/** What is typed in a form: the values, or the body as text. */
interface FormEntry {
  values: FormValues;
  setValues: (values: FormValues) => void;
  /** The body as JSON text while it is edited so, with its secrets masked. */
  json: string | undefined;
  setJson: (json: string) => void;
  toggleJson: () => void;
  /** The name of the example that filled it in. Empty if none did. */
  example: string;
  chooseExample: (name: string) => void;
  /** @throws {SyntaxError} if the text is not JSON. */
  body: () => unknown;
}

function useFormEntry(
  form: Form,
  { parameters = {}, fields, circumstances, ...props }: Parameters<typeof FilledForm>[0],
): FormEntry {
  const bodyOf = (name: string) => ({
    ...adapted(form.examples.find((each) => each.name === name)?.value, circumstances),
    ...fields,
  });
  const first = props.body === undefined ? (props.example ?? form.examples[0]?.name ?? "") : "";
  const [example, setExample] = useState(first);
  const [values, setValues] = useState<FormValues>(() => ({
    parameters,
    body: props.body === undefined ? bodyOf(first) : props.body,
  }));
  const [json, setJson] = useState<string>();
  const setBody = (next: unknown) => {
    setValues({ ...values, body: next });
    if (json !== undefined) setJson(textOf(next));
  };
  const parsedBody = () =>
    json === undefined ? values.body : unmask(JSON.parse(json), values.body);
  return {
    ...{ values, json, setJson, example, body: parsedBody },
    setValues: (next) => {
      setValues(next);
      if (json !== undefined) setJson(textOf(next.body));
    },
    toggleJson: () => {
      if (json === undefined) return setJson(textOf(values.body));
      setJson(undefined);
      setValues({ ...values, body: parsedOr(values.body, parsedBody) });
    },
    chooseExample: (name) => {
      setExample(name);
      setBody(name === "" ? props.body : bodyOf(name));
    },
  };
}

function textOf(body: unknown): string {
  return JSON.stringify(maskFields(body), null, 2);
}

/** Text that is no JSON cannot become fields, so they keep their values. */
function parsedOr(before: unknown, parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return before;
  }
}

interface SendState {
  isBusy?: boolean;
  error?: Error;
  data?: unknown;
}

function useSend(form: Form, entry: FormEntry, { api, onDone }: OperationFormProps) {
  const { clients } = useSession();
  const [state, setState] = useState<SendState>({});
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setState({ isBusy: true });
    try {
      const values = (await createReferences(clients, {
        ...{ parameters: entry.values.parameters, body: entry.body() },
      })) as FormValues;
      // What was created for it is not created again if the rest fails.
      entry.setValues(values);
      const { data } = await callOperation(clients, api, form, values);
      setState({ data });
      onDone?.(data);
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  return { state, send, clear: () => setState({}) };
}

/** The fields of parameters. Those that the screen gives are fixed. */
function Parameters({ form, entry, given }: { form: Form; entry: FormEntry; given: string[] }) {
  const { values, setValues } = entry;
  const open = form.parameters.filter(({ name }) => !given.includes(name));
  return (
    <>
      {open.map(({ name, required, schema }) => (
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
    </>
  );
}

function Body({ schema, entry }: { schema: NonNullable<Form["body"]>; entry: FormEntry }) {
  const { values, setValues, json, setJson } = entry;
  if (json === undefined)
    return (
      <SchemaField
        name=""
        schema={schema}
        isRequired
        value={values.body}
        onChange={(body) => setValues({ ...values, body })}
      />
    );
  return (
    <label>
      Body
      <textarea
        rows={16}
        spellcheck={false}
        value={json}
        onInput={({ currentTarget }) => setJson(currentTarget.value)}
      />
    </label>
  );
}

/** Says that an operation has succeeded, and leads to what it made. */
function Done({ form, data }: { form: Form; data: unknown }) {
  const { id } = objectOf(data);
  const type = typeOfGroup(form.id.split(".")[0] as string);
  return (
    <div class="done" role="status">
      <p>
        Done.{" "}
        {type && id !== undefined && (
          <ResourceLink type={type} id={`${id}`} label={`Open the ${inWords(type)}`} />
        )}
      </p>
      <details>
        <summary>Response</summary>
        <Json value={maskFields(data)} />
      </details>
    </div>
  );
}

/** A button that opens the form of an operation in a dialog. */
export function OperationButton({ label, ...props }: OperationFormProps & { label?: string }) {
  const [isOpen, setOpen] = useState(false);
  const { id, summary } = formOf(props.api, props.id);
  return (
    <>
      <button type="button" class={classOf(id)} onClick={() => setOpen(true)}>
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

/** One colour for what creates, one for what deletes, none for the rest. */
function classOf(operationId: string): string {
  if (/\.(create|tokenize)/.test(operationId)) return "";
  return /\.(delete|reset)$/.test(operationId) ? "quiet destructive" : "quiet";
}
