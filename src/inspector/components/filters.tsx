import { useState } from "preact/hooks";
import type { Kind, ValueSchema } from "../../contract/value-schema.ts";
import type { Form } from "../contract.ts";
import { language, texts, withMeaning } from "../language.ts";
import { parseTypedMoney } from "../parse-typed-money.ts";
import { references } from "../references.ts";
import { addressOf, type Route } from "../router.ts";
import { titleOf } from "./columns.tsx";
import { LAST_DAY } from "./field.tsx";
import { ReferenceSelect } from "./reference-field.tsx";
import { Meaning } from "./values.tsx";

interface FiltersProps {
  route: Route;
  /** The operation whose parameters they are. */
  form: Form;
  /** The values of a filter, by its name, where the contract has none. */
  choices?: Record<string, readonly unknown[]> | undefined;
}

/** The parameters that select a page. */
const OF_PAGE = ["page", "limit", "after"];

/** The filters in the address of a screen. */
export function Filters({ route, form: { parameters }, choices = {} }: FiltersProps) {
  const shown = parameters.filter(
    ({ name, schema }) => !OF_PAGE.includes(name) && schema.kind !== "secret",
  );
  if (shown.length === 0) return null;
  return (
    <div class="filters">
      {shown.map(({ name, schema }) => (
        <Filter
          key={name}
          route={route}
          name={name}
          schema={schema}
          values={choices[name] ?? schema.enum}
        />
      ))}
    </div>
  );
}

interface FilterProps {
  route: Route;
  name: string;
  schema: ValueSchema;
  /** The allowed values. Without them, any text. */
  values: readonly unknown[] | undefined;
}

function Filter({ route, name, schema: { kind, type }, values }: FilterProps) {
  const label = titleOf(name);
  const value = route.filters[name] ?? "";
  const change = (next: string) => {
    // Another filter begins again at the first page.
    location.hash = addressOf({ ...route, filters: { ...route.filters, page: "", [name]: next } });
  };
  if (type === "boolean")
    return (
      <label class="check">
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={({ currentTarget }) => change(currentTarget.checked ? "true" : "")}
        />
        {label}
      </label>
    );
  if (kind && kind in references)
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the component has one
      <label>
        {label}
        <ReferenceSelect
          kind={kind}
          value={value}
          none={kind === "subaccount" ? texts.money.company : texts.list.any}
          onChange={change}
        />
      </label>
    );
  if (!values)
    return <FilterText key={value} label={label} value={value} kind={kind} onChange={change} />;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{texts.list.any}</option>
        {values.map((each) => (
          <option key={`${each}`} value={`${each}`}>
            {withMeaning(`${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FilterTextProps {
  label: string;
  value: string;
  kind: Kind | undefined;
  onChange: (value: string) => void;
}

/** Text that takes effect when it is complete. Until then, no event of the sandbox resets it. */
function FilterText({ label, value, kind, onChange }: FilterTextProps) {
  const [text, setText] = useState(value);
  const given = text.trim();
  const isMoney = kind === "money";
  return (
    <div>
      <label>
        {label}
        <input
          {...(kind === "day" && { type: "date", max: LAST_DAY })}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={({ currentTarget }) => {
            // A day changes in the moment of its input, when `text` is still the one before.
            const entered = currentTarget.value.trim();
            // The year of a day begins with zeros while it is being typed.
            if (kind === "day" && entered.startsWith("0")) return;
            onChange(isMoney ? `${parseTypedMoney(entered, language) ?? entered}` : entered);
          }}
        />
      </label>
      {isMoney && <Meaning text={given} />}
    </div>
  );
}
