import type { LedgerAccount } from "../../../generated/sandbox-control-types.ts";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { type Column, Table } from "../components/table.tsx";
import { EventList, Owner } from "../components/timeline.tsx";
import { Money } from "../components/values.tsx";
import { texts, withMeaning } from "../language.ts";
import { useData, useSession } from "../live-data.ts";
import { addressOf } from "../router.ts";

export function Overview() {
  return (
    <>
      <div class="actions above">
        <OperationButton api="service" id="payments.create" example="pix" />
        <OperationButton api="control" id="customers.create" />
        <OperationButton api="control" id="subscriptions.create" />
      </div>
      <div class="columns">
        <BalanceSection />
        <LatestEvents />
        <LedgerSection />
      </div>
    </>
  );
}

/** The balance of the company or of a subaccount. */
interface OwnerBalance {
  subaccountId: string | null;
  available: number;
  receivable: { amount: number }[];
}

function BalanceSection() {
  const { companyId } = useSession().clients;
  const balances = useData(async ({ control }): Promise<OwnerBalance[]> => {
    const { subaccounts, ...company } = (await control.balance.get()).data;
    return [{ subaccountId: null, ...company }, ...subaccounts];
  });
  return (
    <Section
      title={texts.overview.balance}
      actions={
        <OperationButton api="control" id="withdrawals.create" label={texts.overview.withdraw} />
      }
    >
      <Loading of={balances}>
        {(data) => (
          <Table
            label={texts.overview.balance}
            rows={data}
            keyOf={({ subaccountId }) => `${subaccountId}`}
            empty=""
            columns={balanceColumns(companyId)}
          />
        )}
      </Loading>
    </Section>
  );
}

const balanceColumns = (companyId: string): Column<OwnerBalance>[] => [
  { title: texts.words.owner, cell: ({ subaccountId }) => <Owner subaccountId={subaccountId} /> },
  {
    title: texts.overview.balanceToday,
    isNumber: true,
    cell: ({ available }) => <Money centavos={available} />,
  },
  {
    title: texts.overview.scheduled,
    isNumber: true,
    cell: ({ receivable }) => (
      <Money centavos={receivable.reduce((sum, { amount }) => sum + amount, 0)} />
    ),
  },
  {
    title: texts.money.statement,
    cell: ({ subaccountId }) => (
      <a
        href={addressOf({
          companyId,
          screen: "money",
          filters: { subaccountId: subaccountId ?? "" },
        })}
      >
        {texts.overview.byDay}
      </a>
    ),
  },
];

/** The number of events on the overview. */
const LATEST = 30;

function LatestEvents() {
  const events = useData(({ control }) =>
    control.events.list({ limit: LATEST }).then(({ data }) => data),
  );
  return (
    <Section title={texts.overview.latestEvents}>
      <Loading of={events}>
        {(data) => <EventList events={data} empty={texts.overview.noEvents} />}
      </Loading>
    </Section>
  );
}

const ledgerColumns = (): Column<LedgerAccount>[] => [
  { title: texts.words.account, cell: ({ account }) => withMeaning(account) },
  { title: texts.words.owner, cell: ({ subaccountId }) => <Owner subaccountId={subaccountId} /> },
  {
    title: texts.overview.balanceToday,
    isNumber: true,
    cell: ({ balance }) => <Money centavos={balance} />,
  },
  {
    title: texts.overview.scheduled,
    isNumber: true,
    cell: ({ scheduled }) => <Money centavos={scheduled} />,
  },
];

function LedgerSection() {
  const accounts = useData(({ control }) => control.ledger.listAccounts().then(({ data }) => data));
  return (
    <Section title={texts.overview.ledger}>
      <Loading of={accounts}>
        {(data) => (
          <Table
            label={texts.overview.ledgerAccounts}
            rows={data}
            keyOf={({ account, subaccountId }) => `${account} ${subaccountId}`}
            empty={texts.overview.noAccounts}
            columns={ledgerColumns()}
          />
        )}
      </Loading>
    </Section>
  );
}
