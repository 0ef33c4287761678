import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { ParameterFacts } from "../../contract/operation-facts.ts";
import type { Kind } from "../../contract/value-schema.ts";
import { type Api, callList } from "../api.ts";
import { formOf } from "../contract.ts";
import { labelOf } from "../labels.ts";
import { inLanguage, language, texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";
import { parseTypedMoney } from "../parse-typed-money.ts";
import { references } from "../references.ts";
import { addressOf, type Route } from "../router.ts";
import { DayInput } from "./day-input.tsx";
import { Loading, Section } from "./layout.tsx";
import { ReferenceSelect } from "./reference-field.tsx";
import { Table, type TableProps } from "./table.tsx";
import { Meaning } from "./values.tsx";

interface ListProps<Row> extends Omit<TableProps<Row>, "rows" | "label"> {
  route: Route;
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** The operation that returns the rows. Its parameters are the filters. */
  operation: { api: Api; id: string };
  /** The values of a filter, by its name, where the contract has none. */
  choices?: Record<string, readonly unknown[]>;
}

const PAGE_SIZE = 20;

/** A list of the contract, one page at a time. Page and filters are in the address. */
export function List<Row>(props: ListProps<Row>) {
  const { route, title, actions, operation, choices = {}, ...table } = props;
  const form = formOf(operation.api, operation.id);
  const parameters = { ...route.filters, page: `${pageOf(route)}`, limit: `${PAGE_SIZE}` };
  const page = useData(
    (clients) => callList<Row>(clients, operation, parameters),
    [operation.id, parameters],
  );
  return (
    <Section title={title} actions={actions}>
      <Filters route={route} parameters={form.parameters} choices={choices} />
      <Loading of={page}>
        {({ data, meta }) => (
          <>
            <Table {...table} label={title} rows={data} />
            <Pager route={route} total={meta.total} />
          </>
        )}
      </Loading>
    </Section>
  );
}

interface FiltersProps {
  route: Route;
  parameters: ParameterFacts[];
  choices: Record<string, readonly unknown[]>;
}

function Filters({ route, parameters, choices }: FiltersProps) {
  const shown = parameters.filter(
    ({ name, schema }) => name !== "page" && name !== "limit" && schema.kind !== "secret",
  );
  if (shown.length === 0) return null;
  return (
    <div class="filters">
      {shown.map(({ name, schema }) => (
        <Filter
          key={name}
          route={route}
          name={name}
          values={choices[name] ?? schema.enum}
          kind={schema.kind}
          isSwitch={schema.type === "boolean"}
        />
      ))}
    </div>
  );
}

interface FilterProps {
  route: Route;
  name: string;
  label?: string;
  /** The allowed values. Without them, any text. */
  values?: readonly unknown[] | undefined;
  kind?: Kind | undefined;
  /** Whether it is on or off. */
  isSwitch?: boolean;
  /** What no choice means. */
  none?: string;
}

/** A filter in the address of a screen. */
export function Filter(props: FilterProps) {
  const { route, name, values, kind, isSwitch = false, none = texts.list.any } = props;
  const { label = inLanguage(labelOf(name)) } = props;
  const value = route.filters[name] ?? "";
  const change = (next: string) => {
    // Another filter begins again at the first page.
    location.hash = addressOf({ ...route, filters: { ...route.filters, page: "", [name]: next } });
  };
  if (isSwitch)
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
        <ReferenceSelect kind={kind} value={value} none={none} onChange={change} />
      </label>
    );
  if (!values)
    return <FilterText key={value} label={label} value={value} kind={kind} onChange={change} />;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{none}</option>
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
  const id = useId();
  const given = text.trim();
  if (kind === "day")
    return (
      <div>
        <label for={id}>{label}</label>
        <DayInput id={id} value={text} change={setText} onChange={() => onChange(given)} />
      </div>
    );
  const isMoney = kind === "money";
  return (
    <div>
      <label>
        {label}
        <input
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onChange={() =>
            onChange(isMoney ? `${parseTypedMoney(given, language) ?? given}` : given)
          }
        />
      </label>
      {isMoney && <Meaning text={given} />}
    </div>
  );
}

/** Links to the neighbours of a page. */
function Pager({ route, total }: { route: Route; total: number }) {
  const page = pageOf(route);
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const linkTo = (to: number, label: string) =>
    to >= 1 && to <= last && to !== page ? (
      <a href={addressOf({ ...route, filters: { ...route.filters, page: `${to}` } })}>{label}</a>
    ) : (
      <span class="muted">{label}</span>
    );
  return (
    <nav class="pager" aria-label={texts.list.pages}>
      {linkTo(1, texts.list.first)}
      {linkTo(page - 1, texts.list.previous)}
      <span>{texts.list.page(page, last, total)}</span>
      {linkTo(page + 1, texts.list.next)}
      {linkTo(last, texts.list.last)}
    </nav>
  );
}

function pageOf({ filters }: Route): number {
  return Math.max(1, Number(filters.page) || 1);
}
