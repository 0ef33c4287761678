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
import { titleOf } from "../components/columns.tsx";
import { Filters } from "../components/filters.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Amount, Day, ResourceLink } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { formatDay, formatLongDay } from "../format.ts";
import { meaningOf, texts } from "../language.ts";
import { type Loaded, useData } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";
import { CONTEXT } from "./resources.tsx";

/** All days of an owner, past and to come. */
interface MoneyOfOwner {
  today: string;
  days: ReceivableDay[];
}

/** What the money of the company or of a subaccount did and does. Whose it is and which days are in the address. */
export function MoneyScreen({ route }: { route: Route }) {
  const { subaccountId = "", from = "", to = "" } = route.filters;
  const money = useData<MoneyOfOwner>(
    async (clients) => {
      const [days, clock] = await Promise.all([
        read<ReceivableDay[]>(clients, "ledger.listReceivables", { subaccountId }),
        clients.control.clock.get(),
      ]);
      return { days, today: dayOf(Date.parse(clock.data.now)) };
    },
    [subaccountId],
  );
  return (
    <>
      <Filters route={route} form={formOf("control", "ledger.getStatement")} />
      <Loading of={money}>
        {(data) => {
          const filters = { ...route.filters, to: to || endOf(from, data) };
          return (
            <>
              <Figures route={route} money={data} />
              <Days route={route} money={data} />
              <Section title={texts.money.statement}>
                <p class="muted">{texts.money.ofWholePayment}</p>
                <Movements key={JSON.stringify(filters)} route={route} filters={filters} />
              </Section>
            </>
          );
        }}
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

/** Reads an operation of the control API. An empty value is not sent. */
async function read<Data>(clients: Clients, id: string, parameters: Route["filters"]) {
  const values = { parameters, body: undefined };
  return (await callOperation(clients, "control", formOf("control", id), values)).data as Data;
}

interface MoneyProps {
  route: Route;
  money: MoneyOfOwner;
}

/** What can be drawn today, what is to come, and what was withdrawn. */
function Figures({ route: { companyId, filters }, money: { today, days } }: MoneyProps) {
  const context = { [CONTEXT]: filters.subaccountId ?? "" };
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
          {...(filters.subaccountId && { parameters: context })}
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
      <dd>
        <small>{note}</small>
      </dd>
    </div>
  );
}

/** Each day with the money that comes in or leaves, the latest first. */
function Days({ route, money: { today, days } }: MoneyProps) {
  const { to = "" } = route.filters;
  // From today on, unless that is after the last day.
  const from = route.filters.from || (to !== "" && to < today ? "" : today);
  const advance = (
    <ActionButton
      label={texts.money.advance(formatDay(from))}
      run={({ control }) => control.clock.advance({ to: new Date(startOfDay(from)).toISOString() })}
    />
  );
  return (
    <Section title={texts.money.byDay} actions={from > today && advance}>
      <p class="muted">{texts.money.open}</p>
      <Table
        label={texts.money.byDay}
        rows={days.filter(({ day }) => from <= day && (to === "" || day <= to)).reverse()}
        keyOf={({ day }) => day}
        empty={texts.money.nothing}
        columns={[dayColumn(route), ...amounts<ReceivableDay>("net", "withdrawn", "balance")]}
      />
    </Section>
  );
}

/** A day, which leads to its payments. */
function dayColumn(route: Route): Column<{ day: string }> {
  return {
    title: texts.words.day,
    cell: ({ day }) => (
      <a href={addressOf({ ...route, filters: { ...route.filters, from: day, to: day } })}>
        <Day day={day} />
      </a>
    ),
  };
}

function amounts<Row>(...names: (keyof Row & keyof typeof texts.money)[]): Column<Row>[] {
  return names.map((name) => ({
    title: `${texts.money[name]}`,
    isNumber: true,
    cell: ({ [name]: centavos }) => centavos !== null && <Amount centavos={Number(centavos)} />,
  }));
}

/** The movements that a press on the button adds, and the largest page that the contract allows. */
const PAGE_SIZE = 50;
const MOST = 1_000;

/** The latest movements of a statement. Those on the screen stay until they are read again. */
function useStatement(filters: Route["filters"], count: number): Loaded<Statement> {
  const before = useRef<Statement | undefined>(undefined);
  const { data = before.current, error } = useData(
    (clients) => readStatement(clients, filters, count),
    [count],
  );
  before.current = data;
  return { data, error };
}

/** Reads page after page until there are so many movements, or no more. */
async function readStatement(
  clients: Clients,
  filters: Route["filters"],
  count: number,
): Promise<Statement> {
  const page = { ...filters, limit: `${Math.min(count, MOST)}` };
  const first = await read<Statement>(clients, "ledger.getStatement", page);
  if (first.next === null || count <= MOST) return first;
  const rest = await readStatement(clients, { ...filters, after: first.next }, count - MOST);
  return { ...first, ...rest, movements: [...first.movements, ...rest.movements] };
}

/** The movements of a statement, each with the balance after it. */
function Movements({ route, filters }: { route: Route; filters: Route["filters"] }) {
  const [count, setCount] = useState(PAGE_SIZE);
  const { subaccountId = "" } = filters;
  return (
    <Loading of={useStatement(filters, count)}>
      {({ movements, next }) => (
        <>
          <Table
            label={texts.money.statement}
            rows={movements}
            keyOf={({ day, event, paymentId, withdrawalId }) =>
              `${day} ${event} ${paymentId ?? withdrawalId}`
            }
            empty={texts.money.noMovements}
            columns={[
              dayColumn(route),
              { title: titleOf("event"), cell: ({ event }) => meaningOf(event) ?? event },
              {
                title: texts.money.of,
                cell: (row) => <Subject of={row} subaccountId={subaccountId} />,
              },
              ...amounts<StatementMovement>("gross", "fees", "splits", "amount", "balance"),
            ]}
          />
          {next !== null && (
            <button type="button" class="quiet" onClick={() => setCount(count + PAGE_SIZE)}>
              {texts.money.more}
            </button>
          )}
        </>
      )}
    </Loading>
  );
}

/** A withdrawal, or a payment with its buyer. */
function Subject({ of, subaccountId }: { of: StatementMovement; subaccountId: string }) {
  const { paymentId, withdrawalId, buyer, paymentMethod: method } = of;
  if (paymentId === null)
    return (
      <ResourceLink
        type="withdrawal"
        id={`${withdrawalId}`}
        filters={{ [CONTEXT]: subaccountId }}
      />
    );
  return (
    <>
      {buyer !== null && <div>{buyer}</div>}
      <ResourceLink type="payment" id={paymentId} />{" "}
      {method !== null && <small>{meaningOf(method) ?? method}</small>}
    </>
  );
}

function totalOf<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
