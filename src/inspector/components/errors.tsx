import type { RequestLogEntry } from "../../../generated/sandbox-control-types.ts";
import { groupBy } from "../../group-by.ts";
import { objectOf, returnCodes } from "../contract.ts";
import { inLanguage, texts } from "../language.ts";
import { useData, useSession } from "../live-data.ts";
import { addressOf } from "../router.ts";
import { titleOf } from "./columns.tsx";
import { AllSaid, Section } from "./layout.tsx";
import { type Column, Table } from "./table.tsx";
import { HttpStatus, Time } from "./values.tsx";

/** The largest page that the contract allows. */
const LATEST = 100;

/** Requests with the same error of the same operation, the newest first. */
interface ErrorGroup {
  key: string;
  latest: RequestLogEntry;
  earliest: RequestLogEntry;
  count: number;
}

/** The latest errors by operation and code: how often and since when, and what to do. */
export function Errors() {
  const { companyId } = useSession().clients;
  const errors = useData(({ control }) =>
    control.requests.list({ errorsOnly: true, limit: LATEST }).then(({ data }) => data),
  );
  if (!errors.data?.length) return null;
  const groups = groupsOf(errors.data);
  return (
    <Section title={texts.errors.title}>
      <details>
        <summary>{texts.errors.kinds(groups.length)}</summary>
        <Table
          label={texts.errors.title}
          rows={groups}
          keyOf={({ key }) => key}
          empty=""
          columns={columnsFor(companyId)}
        />
      </details>
    </Section>
  );
}

function groupsOf(errors: RequestLogEntry[]): ErrorGroup[] {
  const groups = groupBy(errors, (each) => `${nameOf(each)} ${each.status} ${codeOf(each)}`);
  return [...groups].map(([key, each]) => ({
    key,
    latest: each[0] as RequestLogEntry,
    earliest: each.at(-1) as RequestLogEntry,
    count: each.length,
  }));
}

function nameOf({ operationId, method, path }: RequestLogEntry): string {
  return operationId ?? `${method} ${path}`;
}

/** The return code of an error. Empty without one. */
export function codeOf({ response }: Pick<RequestLogEntry, "response">): string {
  return `${objectOf(objectOf(response).data).returnCode ?? ""}`;
}

const columnsFor = (companyId: string): Column<ErrorGroup>[] => [
  { title: texts.errors.count, isNumber: true, cell: ({ count }) => count },
  {
    title: titleOf("operationId"),
    cell: ({ latest }) => {
      const { operationId, status } = latest;
      const filters = {
        operationId: operationId ?? "",
        status: `${status ?? ""}`,
        errorsOnly: "true",
      };
      return <a href={addressOf({ companyId, screen: "requests", filters })}>{nameOf(latest)}</a>;
    },
  },
  {
    title: texts.errors.code,
    cell: ({ latest }) => (
      <>
        <HttpStatus value={latest.status} /> {returnCodes[codeOf(latest)]?.name ?? codeOf(latest)}
      </>
    ),
  },
  {
    title: texts.errors.whatToDo,
    cell: ({ latest }) => {
      const known = returnCodes[codeOf(latest)];
      return known ? inLanguage(known.whatToDo) : <AllSaid of={latest.reasons} />;
    },
  },
  { title: texts.errors.first, cell: ({ earliest }) => <Time at={earliest.at} /> },
  { title: texts.errors.last, cell: ({ latest }) => <Time at={latest.at} /> },
];
