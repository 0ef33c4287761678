import { useState } from "preact/hooks";
import { warningsIn } from "../client/call-operation.ts";
import { ServiceError } from "../client/errors.ts";
import { isObject } from "../contract/cursor.ts";
import type { ValueSchema } from "../contract/value-schema.ts";
import { adapted, type Circumstances } from "./adapt-example.ts";
import { type Api, callOperation, type FormValues } from "./api.ts";
import { type Form, objectOf } from "./contract.ts";
import { useSession } from "./live-data.ts";
import { createReferences, withNewTaxId } from "./references.ts";

/** A form of an operation, and what is known before anything is typed. */
export interface OperationFormProps {
  api: Api;
  id: string;
  /** The values that the screen knows, e.g. the id of the resource. */
  parameters?: Record<string, string>;
  /** The fields of the body that the screen knows. Those that the body does not have are ignored. */
  fields?: Record<string, unknown>;
  /** The name of the example that fills it in. The first one by default. */
  example?: string;
  /** Replaces the example, e.g. to send a request again. */
  body?: unknown;
  onDone?: (data: unknown) => void;
}

export type FilledFormProps = OperationFormProps & { circumstances: Circumstances };

/** What is typed in a form. */
export interface FormEntry {
  values: FormValues;
  setValues: (values: FormValues) => void;
  /** The name of the example that filled it in. Empty if none did. */
  example: string;
  chooseExample: (name: string) => void;
}

export function useFormEntry(form: Form, props: FilledFormProps): FormEntry {
  const { parameters = {}, body } = props;
  const first = body === undefined ? (props.example ?? form.examples[0]?.name ?? "") : "";
  const [example, setExample] = useState(first);
  const [values, setValues] = useState<FormValues>(() => ({
    parameters,
    body: body === undefined ? bodyOf(form, first, props) : body,
  }));
  return {
    values,
    setValues,
    example,
    chooseExample: (name) => {
      setExample(name);
      setValues({ ...values, body: name === "" ? body : bodyOf(form, name, props) });
    },
  };
}

/** The body of an example, with the fields that the screen knows. */
function bodyOf(form: Form, name: string, { fields, circumstances }: FilledFormProps): object {
  const example = form.examples.find((each) => each.name === name)?.value;
  return {
    ...adapted(example, form.takes, circumstances),
    ...objectOf(fitting(fields, form.body ?? {})),
  };
}

/** The parts of a value that a schema has, e.g. those of a resource that its update can change. */
function fitting(value: unknown, schema: ValueSchema): unknown {
  const { properties } = schema;
  if (!properties || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => value[name] !== undefined && value[name] !== null)
      .map(([name, field]) => [name, fitting(value[name], field)]),
  );
}

export interface SendState {
  isBusy?: boolean;
  error?: Error;
  data?: unknown;
  warnings?: string[];
}

export function useSend(form: Form, entry: FormEntry, { api, onDone }: OperationFormProps) {
  const { clients } = useSession();
  const [state, setState] = useState<SendState>({});
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    setState({ isBusy: true });
    try {
      const values = (await createReferences(clients, entry.values, form.takes)) as FormValues;
      // What was created for it is not created again if the rest fails.
      entry.setValues(values);
      const { data, warnings } = await callOperation(clients, api, form, values);
      setState({ data, warnings });
      // A second customer with the same document would be refused.
      entry.setValues({ ...values, body: withNewTaxId(values.body) });
      onDone?.(data);
    } catch (error) {
      const warnings = error instanceof ServiceError ? warningsIn(error.headers) : [];
      setState({ error: error as Error, warnings });
    }
  };
  return { state, send, clear: () => setState({}) };
}
