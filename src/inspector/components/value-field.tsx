import { useId, useState } from "preact/hooks";
import type { ValueSchema } from "../../contract/value-schema.ts";
import { cardOutcomes } from "../../sandbox/domain/test-outcomes.ts";
import { service } from "../contract.ts";
import { inLanguage, language, texts, withMeaning } from "../language.ts";
import { parseTypedMoney } from "../parse-typed-money.ts";
import { Help, helpId, LAST_DAY, Label, type SchemaFieldProps } from "./field.tsx";
import { Meaning } from "./values.tsx";

/** A card number is chosen from the test cards, or typed where nobody reads it. */
export function SensitiveField(props: SchemaFieldProps) {
  const { name, schema, isRequired, value, onChange } = props;
  const id = useId();
  const cards = name === "cardNumber" ? cardOutcomes : [];
  const chosen = cards.findIndex(({ cardNumber }) => cardNumber === value);
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} />
      <input
        id={id}
        type="password"
        autocomplete="off"
        value={`${value ?? ""}`}
        onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
      {cards.length > 0 && (
        <select
          aria-label={texts.fields.testCard}
          value={`${chosen}`}
          onChange={({ currentTarget }) =>
            onChange(cards[Number(currentTarget.value)]?.cardNumber ?? value)
          }
        >
          <option value="-1">{texts.fields.noTestCard}</option>
          {cards.map(({ cardNumber, description }, index) => (
            <option key={cardNumber} value={`${index}`}>
              {`${texts.fields.testCardEnding(cardNumber.slice(-4))}: ${inLanguage(description)}`}
            </option>
          ))}
        </select>
      )}
      <Help id={id} schema={schema} />
    </div>
  );
}

/** An input for a text or a number, or a choice of the allowed values. */
export function ValueField({ name, schema, isRequired, value, onChange }: SchemaFieldProps) {
  const id = useId();
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const options = schema.type === "boolean" ? (values ?? [true, false]) : values;
  const [typed, setTyped] = useState("");
  const text = `${value ?? ""}`;
  const field = {
    id,
    "aria-describedby": schema.description && helpId(id),
    // What was typed stays as it was, such as 49,90 for 4990.
    value: `${parsedValue(typed, schema)}` === text ? typed : text,
    change: (next: string) => {
      setTyped(next);
      onChange(parsedValue(next, schema));
    },
  };
  return (
    <div class="field">
      <Label id={id} name={name} isRequired={isRequired} />
      {options ? (
        <Select {...field} options={options} isRequired={isRequired} />
      ) : (
        <TextInput {...field} schema={schema} suggestions={suggestionsFor(name, schema)} />
      )}
      {schema.kind === "money" && <Meaning text={text} />}
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
      {!isRequired && <option value="">{texts.fields.none}</option>}
      {options.map((each) => (
        <option key={`${each}`} value={`${each}`}>
          {withMeaning(`${each}`)}
        </option>
      ))}
    </select>
  );
}

function TextInput(props: FieldProps & { schema: ValueSchema; suggestions: readonly unknown[] }) {
  const { change, schema, suggestions, ...attributes } = props;
  const list = `${props.id}-list`;
  return (
    <>
      <input
        {...attributes}
        {...(schema.kind === "day" ? { type: "date", max: LAST_DAY } : { type: "text" })}
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
function suggestionsFor(name: string, schema: ValueSchema): readonly unknown[] {
  if (name === "operationId") return service.map(({ id }) => id);
  return schema["x-extensible-enum"] ?? [];
}

/** The value of a text. Text that is no number stays text, so that the sandbox says what is wrong. */
function parsedValue(text: string, schema: ValueSchema): unknown {
  if (text === "") return undefined;
  if (schema.type === "boolean") return text === "true";
  if (schema.kind === "money") return parseTypedMoney(text, language) ?? text;
  // `0.` is on the way to a number: as 0, it could not be typed on.
  return isNumeric(schema) && `${Number(text)}` === text ? Number(text) : text;
}

function isNumeric({ type }: ValueSchema): boolean {
  return type === "integer" || type === "number";
}
