import type { ComponentChildren } from "preact";
import type {
  AccountBalance,
  Balance,
  LedgerAccount,
} from "../../../generated/sandbox-control-types.ts";
import { BalanceChart } from "../components/balance-chart.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Others } from "../components/remaining-fields.tsx";
import { type Column, Table } from "../components/table.tsx";
import { EventList, Owner } from "../components/timeline.tsx";
import { Money, ResourceLink, shortId } from "../components/values.tsx";
import { useData } from "../live-data.ts";

export function Overview() {
  return (
    <>
      <Section title="Create">
        <div class="actions">
          <OperationButton
            api="service"
            id="payments.create"
            example="pix"
            label="Create a payment"
          />
          <OperationButton api="control" id="customers.create" label="Create a customer" />
          <OperationButton api="control" id="subscriptions.create" label="Create a subscription" />
        </div>
      </Section>
      <BalanceSection />
      <LatestEvents />
      <LedgerSection />
    </>
  );
}

function BalanceSection() {
  const balance = useData(({ control }) => control.balance.get().then(({ data }) => data));
  return (
    <Section
      title="Balance"
      actions={<OperationButton api="control" id="withdrawals.create" label="Withdraw" />}
    >
      <Loading of={balance}>
        {(data) => (
          <>
            <Balances balance={data} />
            <BalanceChart
              accounts={[
                { name: "company", receivable: data.receivable },
                ...data.subaccounts.map(({ subaccountId, receivable }) => ({
                  name: `subaccount ${shortId(subaccountId)}`,
                  receivable,
                })),
              ]}
            />
            <Others of={data} operation="balance.get" shown={BALANCES} />
          </>
        )}
      </Loading>
    </Section>
  );
}

const ACCOUNT = ["available", "receivable.date", "receivable.amount"];
const BALANCES = [
  ...ACCOUNT,
  "subaccounts.subaccountId",
  ...ACCOUNT.map((field) => `subaccounts.${field}`),
];

function Balances({ balance: { subaccounts, ...company } }: { balance: Balance }) {
  return (
    <dl class="balances">
      <BalanceOf owner="company" balance={company} />
      {subaccounts.map(({ subaccountId, ...account }) => (
        <BalanceOf
          key={subaccountId}
          owner={<ResourceLink type="subaccount" id={subaccountId} />}
          balance={account}
        />
      ))}
    </dl>
  );
}

function BalanceOf({ owner, balance }: { owner: ComponentChildren; balance: AccountBalance }) {
  const later = balance.receivable.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div>
      <dt>{owner}</dt>
      <dd>
        available <Money centavos={balance.available} />
      </dd>
      <dd>
        later <Money centavos={later} />
      </dd>
    </div>
  );
}

/** The number of events on the overview. */
const LATEST = 30;

function LatestEvents() {
  const events = useData(({ control }) =>
    control.events.list({ limit: LATEST }).then(({ data }) => data.toReversed()),
  );
  return (
    <Section title="Latest events">
      <Loading of={events}>
        {(data) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Without a link in it, only the focus lets a keyboard scroll.
          <section class="tail" aria-label="Latest events" tabIndex={0}>
            <EventList
              events={data}
              empty="Nothing has happened yet. Create a payment, or call the sandbox from your program."
            />
          </section>
        )}
      </Loading>
    </Section>
  );
}

const ledgerColumns: Column<LedgerAccount>[] = [
  { title: "Account", cell: ({ account }) => account },
  { title: "Owner", cell: ({ subaccountId }) => <Owner subaccountId={subaccountId} /> },
  {
    title: "Balance today",
    isNumber: true,
    cell: ({ balance }) => <Money centavos={balance} />,
  },
  { title: "Later", isNumber: true, cell: ({ scheduled }) => <Money centavos={scheduled} /> },
];

function LedgerSection() {
  const accounts = useData(({ control }) => control.ledger.listAccounts().then(({ data }) => data));
  return (
    <Section title="Ledger">
      <Loading of={accounts}>
        {(data) => (
          <>
            <Table
              label="Ledger accounts"
              rows={data}
              keyOf={({ account, subaccountId }) => `${account} ${subaccountId}`}
              empty="The ledger has no accounts yet."
              columns={ledgerColumns}
            />
            <Others
              of={data}
              operation="ledger.listAccounts"
              shown={["account", "subaccountId", "balance", "scheduled"]}
            />
          </>
        )}
      </Loading>
    </Section>
  );
}
