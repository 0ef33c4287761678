import { useState } from "preact/hooks";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import { baseUrl, type Company, clientsOf, inspector, type Keys } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { CopyKeys, Invitations, NameForm, RotateKeys } from "../components/company-actions.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { SignOut } from "../components/sign-in.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Copy, Time } from "../components/values.tsx";
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
          {!isShared && (
            <>
              <CopyKeys read={() => inspector.keys(companyId)} />
              <Copy
                text={async () => snippetFor(await inspector.keys(companyId))}
                label={texts.companies.copySnippet}
              />
            </>
          )}
          <RotateKeys companyId={companyId} />
        </div>
      )}
    </Section>
  );
}

function snippetFor({ publicKey, privateKey }: Keys): string {
  return `import { createCentavo } from "centavo";

const centavo = createCentavo({
  baseUrl: "${baseUrl}",
  publicKey: "${publicKey}",
  privateKey: "${privateKey}",
});
`;
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
            columns={snapshotColumns()}
          />
        )}
      </Loading>
    </Section>
  );
}

const snapshotColumns = (): Column<Snapshot>[] => [
  { title: texts.companies.snapshot, cell: ({ snapshotId }) => <code>{snapshotId}</code> },
  { title: texts.words.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: texts.companies.restore,
    cell: ({ snapshotId }) => (
      <ActionButton
        label={texts.companies.restoreIt}
        isDestructive
        run={({ control }) => control.snapshots.restore(snapshotId)}
      />
    ),
  },
];

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
      <Table
        label={texts.screens.companies}
        rows={companies}
        keyOf={({ id }) => id}
        empty={texts.companies.noCompanies}
        columns={[companyColumn(companyId)]}
      />
    </Section>
  );
}

const companyColumn = (companyId: string): Column<Company> => ({
  title: texts.companies.company,
  cell: ({ id, name, owner }) => (
    <>
      <a href={addressOf({ companyId: id, screen: "overview" })}>
        {name !== null && `${name} `}
        <code class="long">{id}</code>
      </a>{" "}
      {owner !== null && <small>{owner} </small>}
      {id === companyId && texts.companies.thisOne}
    </>
  ),
});
