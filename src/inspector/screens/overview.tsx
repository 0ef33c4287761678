import type { ComponentChildren } from "preact";
import type {
  AccountBalance,
  Balance,
  LedgerAccount,
} from "../../../generated/sandbox-control-types.ts";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { type Column, Table } from "../components/table.tsx";
import { EventList, Owner } from "../components/timeline.tsx";
import { Money, ResourceLink } from "../components/values.tsx";
import { texts, withMeaning } from "../language.ts";
import { useData, useSession } from "../live-data.ts";
import { addressOf } from "../router.ts";

export function Overview() {
  return (
    <>
      <Section title={texts.overview.create}>
        <div class="actions">
          <OperationButton api="service" id="payments.create" example="pix" />
          <OperationButton api="control" id="customers.create" />
          <OperationButton api="control" id="subscriptions.create" />
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
      title={texts.overview.balance}
      actions={
        <OperationButton api="control" id="withdrawals.create" label={texts.overview.withdraw} />
      }
    >
      <Loading of={balance}>{(data) => <Balances balance={data} />}</Loading>
    </Section>
  );
}

function Balances({ balance: { subaccounts, ...company } }: { balance: Balance }) {
  return (
    <dl class="balances">
      <BalanceOf owner={texts.words.company} balance={company} subaccountId="" />
      {subaccounts.map(({ subaccountId, ...account }) => (
        <BalanceOf
          key={subaccountId}
          owner={<ResourceLink type="subaccount" id={subaccountId} />}
          balance={account}
          subaccountId={subaccountId}
        />
      ))}
    </dl>
  );
}

interface BalanceOfProps {
  owner: ComponentChildren;
  balance: AccountBalance;
  subaccountId: string;
}

function BalanceOf({ owner, balance, subaccountId }: BalanceOfProps) {
  const { companyId } = useSession().clients;
  const later = balance.receivable.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <div>
      <dt>{owner}</dt>
      <dd>
        {texts.words.available} <Money centavos={balance.available} />
      </dd>
      <dd>
        {texts.overview.later} <Money centavos={later} />
      </dd>
      <dd>
        <a href={addressOf({ companyId, screen: "money", filters: { subaccountId } })}>
          {texts.overview.byDay}
        </a>
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
    <Section title={texts.overview.latestEvents}>
      <Loading of={events}>
        {(data) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Without a link in it, only the focus lets a keyboard scroll.
          <section class="tail" aria-label={texts.overview.latestEvents} tabIndex={0}>
            <EventList events={data} empty={texts.overview.noEvents} />
          </section>
        )}
      </Loading>
    </Section>
  );
}

const ledgerColumns = (): Column<LedgerAccount>[] => [
  { title: texts.words.account, cell: ({ account }) => withMeaning(account) },
  {
    title: texts.words.owner,
    cell: ({ subaccountId }) => <Owner subaccountId={subaccountId} />,
  },
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
