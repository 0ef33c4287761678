import type { SearchResult } from "../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../group-by.ts";
import { type Cells, columnsOf } from "../components/columns.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { MIN_LENGTH } from "../components/search-field.tsx";
import { Table } from "../components/table.tsx";
import { ResourceLink, Status, shortId } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";
import { screenOf } from "../router.ts";
import type { Texts } from "../texts.ts";

const form = formOf("control", "search.find");

/** The results of each type. */
const LIMIT = 20;

const cells: Cells<SearchResult> = {
  name: ({ type, id, name }) => <ResourceLink type={type} id={id} label={name} />,
  id: ({ id }) => <code title={id}>{shortId(id)}</code>,
  status: ({ status }) => status !== null && <Status value={status} />,
};

/** What was found of each type. */
export function Search({ route }: { route: Route }) {
  const q = (route.filters.q ?? "").trim();
  const isShort = q.length < MIN_LENGTH;
  const results = useData<SearchResult[]>(
    async ({ control }) => (isShort ? [] : (await control.search.find({ q, limit: LIMIT })).data),
    [q],
  );
  if (isShort) return <p class="muted">{texts.search.short}</p>;
  return <Loading of={results}>{(data) => <Results results={data} />}</Loading>;
}

function Results({ results }: { results: SearchResult[] }) {
  return (
    <>
      <p role="status">
        {results.length === 0 ? texts.search.nothing : texts.search.found(results.length)}
      </p>
      {[...groupBy(results, ({ type }) => type)].map(([type, rows]) => (
        <Group key={type} type={type} rows={rows} />
      ))}
    </>
  );
}

function Group({ type, rows }: { type: SearchResult["type"]; rows: SearchResult[] }) {
  const title = texts.screens[screenOf(type) as keyof Texts["screens"]];
  return (
    <Section title={title}>
      <Table
        label={title}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columnsOf(form, cells, ["name", "id", "status", "amount", "at"])}
        empty=""
      />
      {rows.length === LIMIT && <p class="muted">{texts.search.more}</p>}
    </Section>
  );
}
