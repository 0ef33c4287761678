import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type {
  ReceivableDay,
  Statement,
  StatementMovement,
} from "../../../generated/sandbox-control-types.ts";
import { dayOf, startOfDay } from "../../sandbox/domain/calendar.ts";
import { type Clients, callOperation } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { Filter } from "../components/list.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Amount, Day, ResourceLink } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { formatDay, formatLongDay } from "../format.ts";
import { meaningOf, texts } from "../language.ts";
import { type Loaded, useData } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";

/** All days of an owner, past and to come. */
interface MoneyOfOwner {
  today: string;
  days: ReceivableDay[];
}

/** What the money of the company or of a subaccount did and does. Whose it is and which days are in the address. */
export function MoneyScreen({ route }: { route: Route }) {
  const { subaccountId = "", from = "", to = "" } = route.filters;
  const money = useMoney(subaccountId);
  return (
    <>
      <div class="filters">
        <Filter
          route={route}
          name="subaccountId"
          label={texts.words.owner}
          kind="subaccount"
          none={texts.money.company}
        />
        <Filter route={route} name="from" label={texts.money.from} kind="day" />
        <Filter route={route} name="to" label={texts.money.to} kind="day" />
      </div>
      <Loading of={money}>
        {(data) => (
          <>
            <Figures route={route} money={data} />
            <Days route={route} money={data} />
            <StatementSection
              route={route}
              filters={{ subaccountId, from, to: to || endOf(from, data) }}
            />
          </>
        )}
      </Loading>
    </>
  );
}

/** A statement ends today, unless it begins later. */
function endOf(from: string, { today, days }: MoneyOfOwner): string {
  if (from <= today) return "";
  const last = days.at(-1)?.day ?? from;
  return last < from ? from : last;
}

/** Values of parameters. An empty one is not sent. */
type Filters = Record<string, string>;

/** Reads an operation of the control API. */
async function read<Data>(clients: Clients, id: string, parameters: Filters): Promise<Data> {
  const values = { parameters, body: undefined };
  return (await callOperation(clients, "control", formOf("control", id), values)).data as Data;
}

function useMoney(subaccountId: string): Loaded<MoneyOfOwner> {
  return useData(
    async (clients) => {
      const [days, clock] = await Promise.all([
        read<ReceivableDay[]>(clients, "ledger.listReceivables", { subaccountId }),
        clients.control.clock.get(),
      ]);
      return { days, today: dayOf(Date.parse(clock.data.now)) };
    },
    [subaccountId],
  );
}

/** What can be drawn today, what is to come, and what was withdrawn. */
function Figures({ route, money: { today, days } }: { route: Route; money: MoneyOfOwner }) {
  const { companyId, filters } = route;
  const { subaccountId = "" } = filters;
  const context: Filters = subaccountId === "" ? {} : { "x-subaccount-id": subaccountId };
  const past = days.filter(({ day }) => day <= today);
  const coming = days.filter(({ day }) => day > today);
  return (
    <Section
      title={texts.money.today(formatLongDay(startOfDay(today)))}
      actions={
        <OperationButton
          api="control"
          id="withdrawals.create"
          label={texts.overview.withdraw}
          parameters={context}
        />
      }
    >
      <dl class="balances">
        <Figure title={texts.money.available} centavos={past.at(-1)?.balance ?? 0} />
        <Figure
          title={texts.money.scheduled}
          centavos={totalOf(coming, "net")}
          note={texts.money.scheduledNote}
        />
        <Figure
          title={texts.money.withdrawn}
          centavos={totalOf(days, "withdrawn")}
          note={
            <a href={addressOf({ companyId, screen: "withdrawals", filters: context })}>
              {texts.screens.withdrawals}
            </a>
          }
        />
      </dl>
    </Section>
  );
}

interface FigureProps {
  title: string;
  centavos: number;
  note?: ComponentChildren;
}

function Figure({ title, centavos, note }: FigureProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd class="amount">
        <Amount centavos={centavos} />
      </dd>
      {note !== undefined && (
        <dd>
          <small>{note}</small>
        </dd>
      )}
    </div>
  );
}

/** Each day with the money that comes in or leaves, the latest first. */
function Days({ route, money: { today, days } }: { route: Route; money: MoneyOfOwner }) {
  const { to = "" } = route.filters;
  // From today on, unless that is after the last day.
  const from = route.filters.from || (to !== "" && to < today ? "" : today);
  return (
    <Section
      title={texts.money.byDay}
      actions={
        from > today && (
          <ActionButton
            label={texts.money.advance(formatDay(from))}
            run={({ control }) =>
              control.clock.advance({ to: new Date(startOfDay(from)).toISOString() })
            }
          />
        )
      }
    >
      <p class="muted">{texts.money.open}</p>
      <Table
        label={texts.money.byDay}
        rows={days.filter(({ day }) => from <= day && (to === "" || day <= to)).reverse()}
        keyOf={({ day }) => day}
        empty={texts.money.nothing}
        columns={[
          { title: texts.words.day, cell: ({ day }) => <DayLink route={route} day={day} /> },
          ...(["net", "withdrawn", "balance"] as const).map((name) => ({
            title: texts.money[name],
            isNumber: true,
            cell: ({ [name]: centavos }: ReceivableDay) => <Amount centavos={centavos} />,
          })),
        ]}
      />
    </Section>
  );
}

/** A day, which leads to its payments. */
function DayLink({ route, day }: { route: Route; day: string }) {
  const filters = { ...route.filters, event: "", from: day, to: day };
  return (
    <a href={addressOf({ ...route, filters })}>
      <Day day={day} />
    </a>
  );
}

const EVENTS = formOf("control", "ledger.getStatement").parameters.find(
  ({ name }) => name === "event",
)?.schema.enum;

interface StatementProps {
  route: Route;
  filters: Filters;
}

/** A statement, with what the buyers paid, and what others got of it. */
function StatementSection({ route, ...props }: StatementProps) {
  const filters = { ...props.filters, event: route.filters.event ?? "" };
  return (
    <Section
      title={texts.money.statement}
      actions={
        <div class="filters">
          <Filter route={route} name="event" label={texts.money.event} values={EVENTS} />
        </div>
      }
    >
      <p class="muted">{texts.money.ofWholePayment}</p>
      <Movements key={JSON.stringify(filters)} route={route} filters={filters} />
    </Section>
  );
}

/** The first pages of a statement. Those on the screen stay until they are read again. */
function useStatement(filters: Filters, count: number): Loaded<Statement[]> {
  const before = useRef<Statement[] | undefined>(undefined);
  const { data = before.current, error } = useData(
    async (clients) => {
      const pages: Statement[] = [];
      let after: string | null = "";
      while (after !== null && pages.length < count) {
        const page: Statement = await read(clients, "ledger.getStatement", { ...filters, after });
        pages.push(page);
        after = page.next;
      }
      return pages;
    },
    [count],
  );
  before.current = data;
  return { data, error };
}

/** The balances at both ends, and the movements between them. */
function Movements({ route, filters }: StatementProps) {
  const [count, setCount] = useState(1);
  const { from = "", to = "" } = filters;
  return (
    <Loading of={useStatement(filters, count)}>
      {(pages) => {
        const movements = pages.flatMap((page) => page.movements);
        const { openingBalance = 0, closingBalance = 0 } = pages[0] ?? {};
        return (
          <>
            <dl class="balances">
              <Figure
                title={texts.money.opening}
                centavos={openingBalance}
                note={from === "" ? undefined : texts.money.before(formatDay(from))}
              />
              <Figure
                title={texts.money.closing}
                centavos={closingBalance}
                note={to === "" ? texts.money.endsToday : texts.money.end(formatDay(to))}
              />
            </dl>
            <Table
              label={texts.money.statement}
              rows={movements}
              keyOf={keyOfMovement}
              empty={texts.money.noMovements}
              columns={movementColumns(route)}
            />
            {pages.at(-1)?.next && (
              <p>
                <button type="button" class="quiet" onClick={() => setCount(pages.length + 1)}>
                  {texts.money.more}
                </button>
              </p>
            )}
          </>
        );
      }}
    </Loading>
  );
}

/** A payment or withdrawal has one movement of an event on a day. */
function keyOfMovement({ day, event, paymentId, withdrawalId }: StatementMovement): string {
  return `${day} ${event} ${paymentId ?? withdrawalId}`;
}

function movementColumns(route: Route): Column<StatementMovement>[] {
  const { subaccountId = "" } = route.filters;
  const amount = (title: string, name: "gross" | "fees" | "splits" | "amount" | "balance") => ({
    title,
    isNumber: true,
    cell: ({ [name]: centavos }: StatementMovement) =>
      centavos !== null && <Amount centavos={centavos} />,
  });
  return [
    { title: texts.words.day, cell: ({ day }) => <DayLink route={route} day={day} /> },
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
    ...(["gross", "fees", "splits"] as const).map((name) => amount(texts.money[name], name)),
    amount(texts.money.change, "amount"),
    amount(texts.money.balance, "balance"),
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

function totalOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
