import type { ComponentChildren } from "preact";
import { callList } from "../api.ts";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Operation } from "../resource.ts";
import { addressOf, type Route } from "../router.ts";
import { Filters } from "./filters.tsx";
import { Loading, Section } from "./layout.tsx";
import { Table, type TableProps } from "./table.tsx";

interface ListProps<Row> extends Omit<TableProps<Row>, "rows" | "label"> {
  route: Route;
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** The operation that returns the rows. Its parameters are the filters. */
  operation: Operation;
  /** The values of a filter, by its name, where the contract has none. */
  choices?: Record<string, readonly unknown[]> | undefined;
}

const PAGE_SIZE = 20;

/** A list of the contract, one page at a time. Page and filters are in the address. */
export function List<Row>(props: ListProps<Row>) {
  const { route, title, actions, operation, choices, ...table } = props;
  const parameters = { ...route.filters, page: `${pageOf(route)}`, limit: `${PAGE_SIZE}` };
  const page = useData(
    (clients) => callList<Row>(clients, operation, parameters),
    [operation.id, parameters],
  );
  return (
    <Section title={title} actions={actions}>
      <Filters route={route} form={formOf(operation.api, operation.id)} choices={choices} />
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
      {linkTo(page - 1, texts.list.previous)}
      <span>{texts.list.page(page, last, total)}</span>
      {linkTo(page + 1, texts.list.next)}
    </nav>
  );
}

function pageOf({ filters }: Route): number {
  return Math.max(1, Number(filters.page) || 1);
}
