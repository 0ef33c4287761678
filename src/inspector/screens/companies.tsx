import { useState } from "preact/hooks";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import { clientsOf, inspector } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { type Cells, columnsOf } from "../components/columns.tsx";
import { CopyKeys, Invitations, NameForm, RotateKeys } from "../components/company-actions.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { SignOut } from "../components/sign-in.tsx";
import { Table } from "../components/table.tsx";
import { formOf } from "../contract.ts";
import { texts } from "../language.ts";
import { useData, useSession } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";

export function Companies({ route }: { route: Route }) {
  const { hasSession } = useSession().people;
  return (
    <>
      <ThisCompany companyId={route.companyId} />
      <div class="columns">
        <Snapshots />
        {hasSession && <Invitations companyId={route.companyId} />}
      </div>
      {hasSession && <AllCompanies companyId={route.companyId} />}
    </>
  );
}

function ThisCompany({ companyId }: { companyId: string }) {
  const { companies, isShared, hasSession, reload } = useSession().people;
  const company = companies.find(({ id }) => id === companyId);
  return (
    <Section
      title={texts.companies.thisCompany}
      actions={<OperationButton api="control" id="company.reset" label={texts.companies.reset} />}
    >
      <p>
        {company?.name && <strong>{company.name}</strong>} <code>{companyId}</code>
      </p>
      <NameForm
        key={companyId}
        label={texts.companies.save}
        name={company?.name ?? null}
        owner={company?.owner ?? null}
        run={async (names) => {
          await clientsOf(companyId).control.company.update(names);
          reload();
        }}
      />
      {hasSession && (
        <div class="actions">
          {!isShared && <CopyKeys read={() => inspector.keys(companyId)} />}
          <RotateKeys companyId={companyId} />
        </div>
      )}
    </Section>
  );
}

function Snapshots() {
  const [created, setCreated] = useState(0);
  const snapshots = useData(
    ({ control }) => control.snapshots.list().then(({ data }) => data),
    [created],
  );
  return (
    <Section
      title={texts.companies.snapshots}
      actions={
        <ActionButton
          label={texts.companies.createSnapshot}
          run={async ({ control }) => {
            await control.snapshots.create();
            // No event tells of a snapshot.
            setCreated(created + 1);
          }}
        />
      }
    >
      <Loading of={snapshots}>
        {(data) => (
          <Table
            label={texts.companies.snapshots}
            rows={data}
            keyOf={({ snapshotId }) => snapshotId}
            empty={texts.companies.noSnapshots}
            columns={columnsOf(formOf("control", "snapshots.list"), cells, COLUMNS)}
          />
        )}
      </Loading>
    </Section>
  );
}

const COLUMNS = ["snapshotId", "createdAt", "restore"];

const cells: Cells<Snapshot> = {
  restore: ({ snapshotId }) => (
    <ActionButton
      label={texts.companies.restoreIt}
      isDestructive
      run={({ control }) => control.snapshots.restore(snapshotId)}
    />
  ),
};

function AllCompanies({ companyId }: { companyId: string }) {
  const { companies, isShared, reload } = useSession().people;
  return (
    <Section
      title={isShared ? texts.companies.yours : texts.all.companies}
      actions={
        <>
          {/* In a shared sandbox, the operator does that. */}
          {!isShared && <OperationButton api="control" id="companies.create" onDone={reload} />}
          <SignOut />
        </>
      }
    >
      <ul>
        {companies.map(({ id, name, owner }) => (
          <li key={id}>
            <a href={addressOf({ companyId: id, screen: "overview" })}>
              {name !== null && `${name} `}
              <code class="long">{id}</code>
            </a>{" "}
            {owner !== null && <small>{owner} </small>}
            {id === companyId && texts.companies.thisOne}
          </li>
        ))}
      </ul>
    </Section>
  );
}
