import type { SearchResult } from "../../../generated/sandbox-control-types.ts";
import { Loading, Section } from "../components/layout.tsx";
import { MIN_LENGTH } from "../components/search-field.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Money, ResourceLink, Status, shortId, Time } from "../components/values.tsx";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import type { Route } from "../router.ts";
import { screenOf } from "../router.ts";
import type { Texts } from "../texts.ts";

/** The types in the order of their groups. */
const TYPES = ["payment", "customer", "subscription", "subaccount", "request"] as const;

/** The results of each type. */
const LIMIT = 20;

const columns = (): Column<SearchResult>[] => [
  {
    title: texts.search.name,
    cell: ({ type, id, name }) => <ResourceLink type={type} id={id} label={name} />,
  },
  { title: texts.words.id, cell: ({ id }) => <code title={id}>{shortId(id)}</code> },
  {
    title: texts.words.status,
    cell: ({ status }) => status !== null && <Status value={status} />,
  },
  {
    title: texts.words.amount,
    isNumber: true,
    cell: ({ amount }) => amount !== null && <Money centavos={amount} />,
  },
  { title: texts.words.time, cell: ({ at }) => <Time at={at} /> },
];

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
      {TYPES.map((type) => (
        <Group key={type} type={type} rows={results.filter((each) => each.type === type)} />
      ))}
    </>
  );
}

function Group({ type, rows }: { type: SearchResult["type"]; rows: SearchResult[] }) {
  if (rows.length === 0) return null;
  const title = texts.screens[screenOf(type) as keyof Texts["screens"]];
  return (
    <Section title={title}>
      <Table label={title} rows={rows} keyOf={({ id }) => id} columns={columns()} empty="" />
      {rows.length === LIMIT && <p class="muted">{texts.search.more}</p>}
    </Section>
  );
}
