import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type {
  FilledWithdrawal,
  ReceivableDay,
  Receivables,
  Statement,
  StatementMovement,
} from "../../../generated/sandbox-control-types.ts";
import { addDays, startOfDay } from "../../sandbox/domain/calendar.ts";
import { formatMoney } from "../../sandbox/domain/format-money.ts";
import { type Clients, callList, callOperation } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { Filter } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Others } from "../components/remaining-fields.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Amount, Day, ResourceLink, Status } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { formatDay, formatLongDay, formatWeekday } from "../format.ts";
import { meaningOf, texts } from "../language.ts";
import { type Loaded, useData } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";

/** What the money of the company or of a subaccount did and does. Whose it is and which days are in the address. */
export function MoneyScreen({ route }: { route: Route }) {
  const { subaccountId = "", from = "", to = "" } = route.filters;
  const now = useReceivables({ subaccountId, limit: `${ALL_DAYS}` });
  const filters = { subaccountId, from, to };
  return (
    <>
      <div class="filters">
        <OwnerFilter route={route} />
        <Filter route={route} name="from" label={texts.money.from} kind="day" />
        <Filter route={route} name="to" label={texts.money.to} kind="day" />
        {now.data && <Periods route={route} today={now.data.today} />}
      </div>
      <Loading of={now}>
        {(data) => {
          // A statement ends today, unless it begins later.
          const end = to === "" && from > data.today ? lastDayOf(data) : to;
          return (
            <>
              <Figures route={route} receivables={data} />
              <Days key={JSON.stringify(filters)} route={route} {...filters} today={data.today} />
              <StatementSection route={route} filters={{ ...filters, to: end }} />
            </>
          );
        }}
      </Loading>
      <Withdrawals key={subaccountId} route={route} subaccountId={subaccountId} />
    </>
  );
}

function OwnerFilter({ route }: { route: Route }) {
  return (
    <Filter
      route={route}
      name="subaccountId"
      label={texts.overview.owner}
      kind="subaccount"
      none={texts.money.company}
    />
  );
}

/** The most days that are read at once: those of years. */
const ALL_DAYS = 1_000;

/** The last day on which something becomes available. */
function lastDayOf({ today, days }: Receivables): string {
  return days.at(-1)?.day ?? today;
}

/** The money of one day: its sums, and the payments behind it. */
export function MoneyDay({ route }: { route: Route }) {
  const { companyId, screen, id: day, filters } = route;
  const { subaccountId = "" } = filters;
  const span = { subaccountId, from: day, to: day };
  const receivables = useReceivables(span);
  return (
    <>
      <p>
        <a href={addressOf({ companyId, screen, filters })}>{texts.money.allDays}</a>
      </p>
      <div class="filters">
        <OwnerFilter route={route} />
      </div>
      <Loading of={receivables}>
        {({ today, days }) => (
          <Section
            title={formatLongDay(startOfDay(day))}
            actions={day > today ? texts.money.comes : texts.money.hasCome}
          >
            <DayTable route={route} days={days} />
            {day > today && (
              <p>
                <ActionButton
                  label={texts.money.advance(formatDay(day))}
                  run={({ control }) =>
                    control.clock.advance({ to: new Date(startOfDay(day)).toISOString() })
                  }
                />
              </p>
            )}
          </Section>
        )}
      </Loading>
      <StatementSection route={route} filters={span} />
    </>
  );
}

/** Values of parameters. An empty one is not sent. */
type Filters = Record<string, string>;

/** Reads an operation of the control API. */
async function read<Data>(clients: Clients, id: string, parameters: Filters): Promise<Data> {
  const values = { parameters, body: undefined };
  return (await callOperation(clients, "control", formOf("control", id), values)).data as Data;
}

function useReceivables(filters: Filters): Loaded<Receivables> {
  return useData(
    (clients) => read<Receivables>(clients, "ledger.listReceivables", filters),
    [filters],
  );
}

/** The first pages of a list, and how to show another, if there is one. */
interface Pages<Page> {
  pages: Page[];
  more: ComponentChildren;
}

/** Reads pages, each of which says where the next begins. Those on the screen stay until they are read again. */
function usePages<Page>(
  readPage: (clients: Clients, next: string) => Promise<Page>,
  nextOf: (page: Page) => string | null,
): Loaded<Pages<Page>> {
  const [count, setCount] = useState(1);
  const before = useRef<Page[] | undefined>(undefined);
  const { data = before.current, error } = useData(
    async (clients) => {
      const pages: Page[] = [];
      let next: string | null = "";
      while (next !== null && pages.length < count) {
        pages.push(await readPage(clients, next));
        next = nextOf(pages.at(-1) as Page);
      }
      return pages;
    },
    [count],
  );
  before.current = data;
  if (!data) return { data, error };
  const last = data.at(-1);
  const more = last && nextOf(last) !== null && (
    <p>
      <button type="button" class="quiet" onClick={() => setCount(data.length + 1)}>
        {texts.money.more}
      </button>
    </p>
  );
  return { data: { pages: data, more }, error };
}

/** The days that finance people ask for most. */
function Periods({ route, today }: { route: Route; today: string }) {
  const weekday = new Date(today).getUTCDay();
  const monday = addDays(today, (8 - weekday) % 7 || 7);
  const month = firstOfMonth(today);
  const lastMonth = addDays(month, -1);
  const periods = [
    ["upcoming", "", ""],
    ["nextWeek", monday, addDays(monday, 6)],
    ["thisMonth", month, addDays(firstOfMonth(addDays(month, 31)), -1)],
    ["lastMonth", firstOfMonth(lastMonth), lastMonth],
  ] as const;
  const { from: current = "", to: end = "" } = route.filters;
  return (
    <p class="periods">
      {periods.map(([name, from, to]) => (
        <a
          key={name}
          href={addressOf({ ...route, filters: { ...route.filters, from, to } })}
          {...(from === current && to === end && { "aria-current": "true" })}
        >
          {texts.money[name]}
        </a>
      ))}
    </p>
  );
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** What can be drawn today, what is to come, and what happened. */
function Figures({ route, receivables }: { route: Route; receivables: Receivables }) {
  const { today, available, received, scheduled, withdrawn } = receivables;
  const { refunded, chargedBack, anticipated } = receivables;
  // Reversals of later instalments are on later days.
  const filters = { ...route.filters, from: "", to: lastDayOf(receivables) };
  const which = (event: string) => (
    <a
      href={addressOf({ ...route, filters: { ...filters, event } })}
      onClick={() => goTo(STATEMENT_ID)}
    >
      {texts.money.which}
    </a>
  );
  const figures: [title: string, centavos: number, note: ComponentChildren][] = [
    [
      texts.money.available,
      available,
      texts.money.received(formatMoney(received), formatMoney(withdrawn)),
    ],
    [texts.money.scheduled, scheduled, texts.money.scheduledNote],
    [texts.money.withdrawn, withdrawn, texts.money.withdrawnNote],
    [texts.money.refunded, refunded, which("refund")],
    [texts.money.chargedBack, chargedBack, which("chargeback")],
    [
      texts.money.anticipated,
      anticipated,
      <>
        {texts.money.anticipatedNote}. {which("anticipation")}
      </>,
    ],
  ];
  return (
    <Section
      title={texts.money.today(formatLongDay(startOfDay(today)))}
      actions={
        <OperationButton
          api="control"
          id="withdrawals.create"
          label={texts.overview.withdraw}
          {...(receivables.subaccountId !== null && {
            parameters: { "x-subaccount-id": receivables.subaccountId },
          })}
        />
      }
    >
      <dl class="balances">
        {figures
          .filter(([, centavos], index) => index < 3 || centavos !== 0)
          .map(([title, centavos, note]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd class="amount">
                <Amount centavos={centavos} />
              </dd>
              <dd>
                <small>{note}</small>
              </dd>
            </div>
          ))}
      </dl>
      <Others of={receivables} operation="ledger.listReceivables" shown={TOTALS} />
    </Section>
  );
}

const TOTALS = [
  ...["subaccountId", "today", "days", "nextDay"],
  ...["available", "scheduled", "received", "refunded", "chargedBack", "anticipated", "withdrawn"],
];

interface DaysProps {
  route: Route;
  subaccountId: string;
  from: string;
  to: string;
  today: string;
}

function Days({ route, subaccountId, from, to, today }: DaysProps) {
  const days = usePages(
    (clients, next) =>
      read<Receivables>(clients, "ledger.listReceivables", {
        subaccountId,
        from: next || from,
        to,
      }),
    ({ nextDay }) => nextDay,
  );
  // From today on, unless that is after the last day.
  const first = from || (to !== "" && to < today ? "" : today);
  return (
    <Section title={texts.money.byDay}>
      <Loading of={days}>
        {({ pages, more }) => (
          <>
            <p class="muted">{texts.money.open}</p>
            <DayTable
              route={route}
              days={pages.flatMap((page) => page.days)}
              caption={spanOf(first, to)}
            />
            {more}
          </>
        )}
      </Loading>
    </Section>
  );
}

/** Words may stand in the place of the last day. */
function spanOf(from: string, to: string): string {
  if (from === "") return texts.money.until(formatDay(to));
  if (to === "") return texts.money.fromOn(formatDay(from));
  if (from === to) return formatDay(from);
  return texts.money.span(formatDay(from), formatDay(to));
}

/** Only the company pays fees and splits. */
function isCompany({ filters }: Route): boolean {
  return (filters.subaccountId ?? "") === "";
}

type SumName = Exclude<keyof ReceivableDay, "day" | "isAvailable">;

const IF_ANY: SumName[] = ["refunds", "chargebacks", "anticipations", "withdrawals"];

interface DayTableProps {
  route: Route;
  days: ReceivableDay[];
  caption?: string;
}

/** Days as a table, whose bars make it a chart. */
function DayTable({ route, days, caption = "" }: DayTableProps) {
  const most = Math.max(1, ...days.map(({ net }) => Math.abs(net)));
  const has = (name: SumName) => days.some((day) => day[name] !== 0);
  const sum = (name: SumName): Column<ReceivableDay> => ({
    title: texts.money[name],
    isNumber: true,
    cell: (day) => <Amount centavos={day[name]} />,
    ...(days.length > 1 && { total: <Amount centavos={totalOf(days, name)} /> }),
  });
  const columns: Column<ReceivableDay>[] = [
    {
      title: texts.money.day,
      cell: ({ day }) => <DayLink route={route} day={day} />,
      ...(days.length > 1 && { total: texts.money.sum }),
    },
    ...(isCompany(route) ? [sum("gross"), sum("fees"), sum("splits")] : []),
    { ...sum("net"), cell: (day) => <Bar day={day} most={most} /> },
    ...IF_ANY.filter(has).map(sum),
    { ...sum("balance"), total: undefined },
  ];
  return (
    <>
      <Table
        label={texts.money.byDay}
        caption={caption}
        rows={days}
        keyOf={({ day }) => day}
        empty={texts.money.nothing}
        columns={columns}
      />
      <Others of={days} operation="ledger.listReceivables" shown={DAY} />
    </>
  );
}

const DAY = ["day", "isAvailable", "gross", "fees", "splits", "net", ...IF_ANY, "balance"];

function Bar({ day: { net, isAvailable }, most }: { day: ReceivableDay; most: number }) {
  const tone = net < 0 ? "bad" : isAvailable ? "" : "later";
  return (
    <span class="with-bar">
      <span
        class={`bar-of ${tone}`}
        style={{ width: `${(Math.abs(net) / most) * 100}%` }}
        aria-hidden="true"
      />
      <Amount centavos={net} />
    </span>
  );
}

/** A day, which leads to its payments. */
function DayLink({ route: { companyId, filters }, day }: { route: Route; day: string }) {
  const { event: _, ...others } = filters;
  return (
    <span class="on-day">
      <a href={addressOf({ companyId, screen: "money", id: day, filters: others })}>
        <Day day={day} />
      </a>{" "}
      <small>{formatWeekday(startOfDay(day))}</small>
    </span>
  );
}

/** The id of the statement on the page. */
const STATEMENT_ID = "statement";

/** Goes to a part of the page. */
function goTo(id: string): void {
  document.getElementById(id)?.focus();
}

const EVENTS = formOf("control", "ledger.getStatement").parameters.find(
  ({ name }) => name === "event",
)?.schema.enum;

interface StatementProps {
  route: Route;
  filters: Filters;
}

function StatementSection(props: StatementProps) {
  const { route } = props;
  const filters = { ...props.filters, event: route.filters.event ?? "" };
  return (
    <Section
      id={STATEMENT_ID}
      title={texts.money.statement}
      actions={
        <div class="filters">
          <Filter route={route} name="event" label={texts.money.event} values={EVENTS} />
        </div>
      }
    >
      <Movements key={JSON.stringify(filters)} route={route} filters={filters} />
    </Section>
  );
}

/** The balances at both ends, and the movements between them. */
function Movements({ route, filters }: StatementProps) {
  const statement = usePages(
    (clients, after) => read<Statement>(clients, "ledger.getStatement", { ...filters, after }),
    ({ next }) => next,
  );
  const { from = "", to = "" } = filters;
  return (
    <Loading of={statement}>
      {({ pages, more }) => {
        const movements = pages.flatMap((page) => page.movements);
        const { openingBalance = 0, closingBalance = 0 } = pages[0] ?? {};
        return (
          <>
            <dl class="balances">
              <div>
                <dt>{texts.money.opening}</dt>
                <dd class="amount">
                  <Amount centavos={openingBalance} />
                </dd>
                {from !== "" && (
                  <dd>
                    <small>{texts.money.before(formatDay(from))}</small>
                  </dd>
                )}
              </div>
              <div>
                <dt>{texts.money.closing}</dt>
                <dd class="amount">
                  <Amount centavos={closingBalance} />
                </dd>
                <dd>
                  <small>
                    {to === "" ? texts.money.endsToday : texts.money.end(formatDay(to))}
                  </small>
                </dd>
              </div>
            </dl>
            <Table
              label={texts.money.statement}
              caption={spanOf(from, to || texts.money.endsToday)}
              rows={movements}
              keyOf={keyOfMovement}
              empty={texts.money.noMovements}
              columns={movementColumns(route, movements)}
            />
            {more}
            <Others of={pages.at(-1)} operation="ledger.getStatement" shown={STATEMENT} />
          </>
        );
      }}
    </Loading>
  );
}

const STATEMENT = [
  ...["subaccountId", "openingBalance", "closingBalance", "next"],
  ...["day", "amount", "balance"].flatMap((name) => [`days.${name}`, `movements.${name}`]),
  ...["event", "paymentId", "withdrawalId", "buyer", "paymentMethod"].map(ofMovement),
  ...["gross", "fees", "splits"].map(ofMovement),
];

function ofMovement(name: string): string {
  return `movements.${name}`;
}

/** A payment or withdrawal has one movement of an event on a day. */
function keyOfMovement({ day, event, paymentId, withdrawalId }: StatementMovement): string {
  return `${day} ${event} ${paymentId ?? withdrawalId}`;
}

function movementColumns(
  route: Route,
  movements: StatementMovement[],
): Column<StatementMovement>[] {
  const { subaccountId = "" } = route.filters;
  const sum = (title: string, name: "gross" | "fees" | "splits" | "amount") => ({
    title,
    isNumber: true,
    cell: (row: StatementMovement) => <Amount centavos={row[name]} />,
    total: <Amount centavos={totalOf(movements, name)} />,
  });
  const balance: Column<StatementMovement> = {
    title: texts.money.balance,
    isNumber: true,
    cell: ({ balance }) => balance !== null && <Amount centavos={balance} />,
  };
  return [
    {
      title: texts.money.day,
      cell: ({ day }) => <DayLink route={route} day={day} />,
      total: texts.money.sum,
    },
    { title: texts.money.event, cell: ({ event }) => meaningOf(event) ?? event },
    {
      title: texts.money.of,
      cell: (row) =>
        row.paymentId === null ? (
          <WithdrawalLink id={row.withdrawalId ?? ""} subaccountId={subaccountId} />
        ) : (
          <PaymentOf {...row} />
        ),
    },
    ...(isCompany(route)
      ? [
          sum(texts.money.gross, "gross"),
          sum(texts.money.fees, "fees"),
          sum(texts.money.splits, "splits"),
        ]
      : []),
    sum(texts.money.change, "amount"),
    ...(movements.some(({ balance }) => balance !== null) ? [balance] : []),
  ];
}

/** A payment with its buyer, whose name takes the width that its link has. */
function PaymentOf({ paymentId, buyer, paymentMethod: method }: StatementMovement) {
  return (
    <>
      {buyer !== null && <div>{buyer}</div>}
      <ResourceLink type="payment" id={paymentId ?? ""} />{" "}
      {method !== null && <small>{meaningOf(method) ?? method}</small>}
    </>
  );
}

/** A withdrawal of a subaccount is read in its context. */
function WithdrawalLink({ id, subaccountId }: { id: string; subaccountId: string }) {
  return <ResourceLink type="withdrawal" id={id} filters={{ "x-subaccount-id": subaccountId }} />;
}

/** The number of withdrawals on a page. */
const WITHDRAWALS = 20;

function Withdrawals({ route, subaccountId }: { route: Route; subaccountId: string }) {
  const withdrawals = usePages(
    async (clients, next) => {
      const page = Number(next) || 1;
      const parameters = { subaccountId, page: `${page}`, limit: `${WITHDRAWALS}` };
      const operation = { api: "control", id: "ledger.listWithdrawals" } as const;
      return { ...(await callList<FilledWithdrawal>(clients, operation, parameters)), page };
    },
    ({ page, meta }) => (page * WITHDRAWALS < meta.total ? `${page + 1}` : null),
  );
  return (
    <Section title={texts.screens.withdrawals}>
      <p class="muted">{texts.money.fifo}</p>
      <Loading of={withdrawals}>
        {({ pages, more }) => {
          const rows = pages.flatMap(({ data }) => data);
          return (
            <>
              <Table
                label={texts.screens.withdrawals}
                rows={rows}
                keyOf={({ withdrawalId }) => withdrawalId}
                empty={texts.money.noWithdrawals}
                columns={withdrawalColumns(route, subaccountId)}
              />
              {more}
              <Others of={rows} operation="ledger.listWithdrawals" shown={WITHDRAWAL} />
            </>
          );
        }}
      </Loading>
    </Section>
  );
}

const WITHDRAWAL = [
  ...["withdrawalId", "day", "amount", "fee", "status", "settlements.day", "settlements.amount"],
];

function withdrawalColumns(route: Route, subaccountId: string): Column<FilledWithdrawal>[] {
  const amount = (title: string, of: (row: FilledWithdrawal) => number) => ({
    title,
    isNumber: true,
    cell: (row: FilledWithdrawal) => <Amount centavos={of(row)} />,
  });
  return [
    { title: texts.money.day, cell: ({ day }) => <DayLink route={route} day={day} /> },
    {
      title: texts.money.withdrawal,
      cell: ({ withdrawalId }) => <WithdrawalLink id={withdrawalId} subaccountId={subaccountId} />,
    },
    { title: texts.payments.status, cell: ({ status }) => <Status value={status} /> },
    amount(texts.money.left, (row) => row.amount),
    amount(texts.money.fee, (row) => row.fee),
    amount(texts.money.toBank, (row) => (hasFailed(row) ? 0 : row.amount - row.fee)),
    {
      title: texts.money.filledBy,
      cell: (row) =>
        hasFailed(row) ? (
          <small>{texts.money.cameBack}</small>
        ) : (
          <ul class="settlements">
            {row.settlements.map(({ day, amount }) => (
              <li key={day}>
                <Amount centavos={amount} /> <DayLink route={route} day={day} />
              </li>
            ))}
          </ul>
        ),
    },
  ];
}

function hasFailed({ status }: FilledWithdrawal): boolean {
  return status === "FAILED";
}

function totalOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
