import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { resourceTypeOf } from "../../contract/resource-types.ts";
import { redactFields } from "../../sandbox/request-log/redact-by-contract.ts";
import { type Circumstances, readCircumstances } from "../adapt-example.ts";
import type { Api } from "../api.ts";
import { type Form, formOf, objectOf, secretsIn } from "../contract.ts";
import {
  type FilledFormProps,
  type FormEntry,
  type OperationFormProps,
  type SendState,
  useFormEntry,
  useSend,
} from "../form-entry.ts";
import { inLanguage, texts } from "../language.ts";
import { isSignedOut, useData } from "../live-data.ts";
import { Choice } from "./field.tsx";
import { SchemaField } from "./form-fields.tsx";
import { AllSaid, Dialog, Loading, Problem } from "./layout.tsx";
import { SignInAgain } from "./sign-in.tsx";
import { Fields, Json, ResourceLink } from "./values.tsx";

/** The form of an operation, made from the contract and filled in with its example. */
export function OperationForm(props: OperationFormProps) {
  const form = formOf(props.api, props.id);
  const loaded = useData((clients) => readCircumstances(clients, form));
  // What happens later must not change what is being typed.
  const [circumstances, setCircumstances] = useState<Circumstances>();
  useEffect(() => setCircumstances((before) => before ?? loaded.data), [loaded.data]);
  if (!circumstances) return <Loading of={loaded}>{() => null}</Loading>;
  return <FilledForm {...props} circumstances={circumstances} />;
}

function FilledForm(props: FilledFormProps) {
  const { api, body, parameters = {} } = props;
  const form = formOf(api, props.id);
  const entry = useFormEntry(form, props);
  const { state, send, clear } = useSend(form, entry, props);
  // A request that is sent again may have other parameters.
  const given = body === undefined ? Object.keys(parameters) : [];
  return (
    <>
      <form onSubmit={send}>
        <FormHead form={form} api={api} />
        {given.length > 0 && <Fields value={parameters} kinds={form.takes} path="parameters" />}
        {/* What is typed while the request is on its way would be lost. */}
        <div class="fields" inert={state.isBusy === true}>
          <Examples
            form={form}
            entry={entry}
            isSentBefore={body !== undefined}
            onChange={(name) => {
              entry.chooseExample(name);
              clear();
            }}
          />
          {form.body && (
            <SchemaField
              name=""
              schema={form.body}
              isRequired
              value={entry.values.body}
              onChange={(body) => entry.setValues({ ...entry.values, body })}
            />
          )}
          <Parameters form={form} entry={entry} given={given} />
        </div>
        <footer>
          <Outcome form={form} state={state} />
          <Submit form={form} state={state} />
        </footer>
      </form>
      {isSignedOut(state.error) && <SignInAgain onDone={clear} />}
    </>
  );
}

function FormHead({ form: { method, path, description }, api }: { form: Form; api: Api }) {
  return (
    <>
      <p class="muted">
        <code>
          {method} {path}
        </code>
        {api === "control" && texts.form.control}
      </p>
      <p>{inLanguage(description)}</p>
    </>
  );
}

interface ExamplesProps {
  form: Form;
  entry: FormEntry;
  /** Whether the form began with a request of the log. */
  isSentBefore: boolean;
  onChange: (name: string) => void;
}

function Examples({ form: { examples }, entry, isSentBefore, onChange }: ExamplesProps) {
  if (examples.length < 2) return null;
  const options = examples.map(({ name, summary }) => [name, inLanguage(summary)] as const);
  return (
    <Choice
      label={texts.form.example}
      value={entry.example}
      options={isSentBefore ? [["", texts.form.asSent], ...options] : options}
      onChange={onChange}
    />
  );
}

function Submit({ form, state }: { form: Form; state: SendState }) {
  const summary = inLanguage(form.summary);
  const isDone = state.data !== undefined;
  return (
    <button
      type="submit"
      class={isDone ? "quiet" : classOf(form.id, "")}
      disabled={state.isBusy === true}
    >
      {state.isBusy ? texts.form.sending : isDone ? texts.form.again(summary) : summary}
    </button>
  );
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

/** What the sandbox warned about, whether or not it did what it was asked for. */
function Warnings({ of: warnings = [] }: { of: string[] | undefined }) {
  if (warnings.length === 0) return null;
  return (
    <p class="notice">
      {texts.form.warning}
      <AllSaid of={warnings} />
    </p>
  );
}

/** Says that an operation has failed, or that it has succeeded, and leads to what it made. */
function Outcome({ form, state: { error, data, warnings } }: { form: Form; state: SendState }) {
  if (error)
    return (
      <>
        <Problem error={error} />
        <Warnings of={warnings} />
      </>
    );
  if (data === undefined) return null;
  const { id } = objectOf(data);
  const type = resourceTypeOf(form.id);
  return (
    <div role="status">
      <p>
        {texts.form.done}{" "}
        {type && id !== undefined && (
          <ResourceLink type={type} id={`${id}`} label={texts.form.openIt(texts.kinds[type])} />
        )}
      </p>
      <Warnings of={warnings} />
      <details>
        <summary>{texts.words.response}</summary>
        <Json value={redactFields(data, secretsIn(form.returns))} />
      </details>
    </div>
  );
}

interface OperationButtonProps extends OperationFormProps {
  /** The summary of the operation by default. */
  label?: string;
  /** Above the form. */
  children?: ComponentChildren;
}

/** A button that opens the form of an operation in a dialog. */
export function OperationButton({ label, children, ...props }: OperationButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, ...form } = formOf(props.api, props.id);
  const summary = inLanguage(form.summary);
  return (
    <>
      <button type="button" class={classOf(id, "quiet")} onClick={() => setOpen(true)}>
        {label ?? summary}
      </button>
      {isOpen && (
        <Dialog title={summary} onClose={() => setOpen(false)}>
          {children}
          <OperationForm {...props} />
        </Dialog>
      )}
    </>
  );
}

/** One colour for what creates, one for what deletes, and `other` for the rest. */
function classOf(operationId: string, other: string): string {
  if (/\.(create|tokenize)/.test(operationId)) return "";
  return /\.(delete|reset)$/.test(operationId) ? "quiet destructive" : other;
}
