import { useState } from "preact/hooks";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import { baseUrl, type Company, clientsOf, inspector, type Keys } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Invitations, NameForm, RotateKeys } from "../components/company-actions.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Others } from "../components/remaining-fields.tsx";
import { SignOut } from "../components/sign-in.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Copy, Time } from "../components/values.tsx";
import { useData, useSession } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";

export function Companies({ route }: { route: Route }) {
  return (
    <>
      <ThisCompany companyId={route.companyId} />
      <Invitations companyId={route.companyId} />
      <Snapshots />
      <AllCompanies companyId={route.companyId} />
    </>
  );
}

function ThisCompany({ companyId }: { companyId: string }) {
  const { companies, isShared, reload } = useSession().people;
  const company = companies.find(({ id }) => id === companyId);
  return (
    <Section
      title="This company"
      actions={<OperationButton api="control" id="company.reset" label="Reset it" />}
    >
      <p>
        {company?.name && <strong>{company.name}</strong>} <code>{companyId}</code>
      </p>
      <NameForm
        key={companyId}
        label="Save"
        name={company?.name ?? null}
        owner={company?.owner ?? null}
        run={async (names) => {
          await clientsOf(companyId).control.company.update(names);
          reload();
        }}
      />
      <div class="actions">
        {!isShared && <CopyKeys companyId={companyId} />}
        {!isShared && (
          <Copy
            text={async () => snippetFor(await inspector.keys(companyId))}
            label="Copy a snippet for a program"
          />
        )}
        <RotateKeys companyId={companyId} />
      </div>
    </Section>
  );
}

/** Copies without showing: no key is ever in the page. */
function CopyKeys({ companyId }: { companyId: string }) {
  const read = (name: keyof Keys) => async () => (await inspector.keys(companyId))[name];
  return (
    <span class="actions">
      <Copy text={read("publicKey")} label="Copy public key" />
      <Copy text={read("privateKey")} label="Copy private key" />
    </span>
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
      title="Snapshots"
      actions={
        <ActionButton
          label="Create a snapshot"
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
          <>
            <Table
              label="Snapshots"
              rows={data}
              keyOf={({ snapshotId }) => snapshotId}
              empty="There are no snapshots. A snapshot keeps all data of this company, so that you can go back to it."
              columns={snapshotColumns}
            />
            <Others of={data} operation="snapshots.list" shown={["snapshotId", "createdAt"]} />
          </>
        )}
      </Loading>
    </Section>
  );
}

const snapshotColumns: Column<Snapshot>[] = [
  { title: "Snapshot", cell: ({ snapshotId }) => <code>{snapshotId}</code> },
  { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "Restore",
    cell: ({ snapshotId }) => (
      <ActionButton
        label="Restore it"
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
      title={isShared ? "Your companies" : "All companies"}
      actions={
        <>
          {/* In a shared sandbox, the operator does that. */}
          {!isShared && (
            <OperationButton
              api="control"
              id="companies.create"
              label="Create a company"
              onDone={reload}
            />
          )}
          <SignOut />
        </>
      }
    >
      <Table
        label="Companies"
        rows={companies}
        keyOf={({ id }) => id}
        empty="There are no companies."
        columns={companyColumns(companyId, isShared)}
      />
    </Section>
  );
}

function companyColumns(companyId: string, isShared: boolean): Column<Company>[] {
  const keys = { title: "Keys", cell: ({ id }: Company) => <CopyKeys companyId={id} /> };
  return [
    {
      title: "Company",
      cell: ({ id, name, owner }) => (
        <>
          <a href={addressOf({ companyId: id, screen: "overview" })}>
            {name !== null && `${name} `}
            <code>{id}</code>
          </a>{" "}
          {owner !== null && <small class="muted">{owner} </small>}
          {id === companyId && "this one"}
        </>
      ),
    },
    ...(isShared ? [] : [keys]),
  ];
}
