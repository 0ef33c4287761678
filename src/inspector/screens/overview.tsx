import type { LedgerAccount } from "../../../generated/sandbox-control-types.ts";
import { type Cells, columnsOf } from "../components/columns.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Table } from "../components/table.tsx";
import { EventList, Owner } from "../components/timeline.tsx";
import { Amount } from "../components/values.tsx";
import { formOf } from "../contract.ts";
import { texts, withMeaning } from "../language.ts";
import { useData } from "../live-data.ts";

export function Overview() {
  return (
    <>
      <div class="actions">
        <OperationButton api="service" id="payments.create" example="pix" />
        <OperationButton api="control" id="customers.create" />
        <OperationButton api="control" id="subscriptions.create" />
      </div>
      <div class="columns">
        <Balances />
        <LatestEvents />
      </div>
    </>
  );
}

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

/** The accounts of the ledger. What the company and each subaccount can withdraw is in the account `available`. */
function Balances() {
  const accounts = useData(({ control }) => control.ledger.listAccounts().then(({ data }) => data));
  return (
    <Section
      title={texts.overview.balance}
      actions={
        <OperationButton api="control" id="withdrawals.create" label={texts.overview.withdraw} />
      }
    >
      <Loading of={accounts}>
        {(data) => (
          <Table
            label={texts.overview.balance}
            rows={data}
            keyOf={({ account, subaccountId }) => `${account} ${subaccountId}`}
            empty={texts.overview.noAccounts}
            columns={columnsOf(formOf("control", "ledger.listAccounts"), cells)}
          />
        )}
      </Loading>
    </Section>
  );
}

const cells: Cells<LedgerAccount> = {
  account: ({ account }) => withMeaning(account),
  subaccountId: ({ subaccountId }) => <Owner subaccountId={subaccountId} />,
  balance: ({ balance }) => <Amount centavos={balance} />,
  scheduled: ({ scheduled }) => <Amount centavos={scheduled} />,
};
