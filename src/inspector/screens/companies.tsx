import { useState } from "preact/hooks";
import type { Snapshot } from "../../../generated/sandbox-control-types.ts";
import { baseUrl, type Company, inspector, type Keys } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import { Loading, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Others } from "../components/remaining-fields.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Copy, Time } from "../components/values.tsx";
import { useData } from "../live-data.ts";
import { addressOf, type Route } from "../router.ts";

export function Companies({ route }: { route: Route }) {
  return (
    <>
      <ThisCompany companyId={route.companyId} />
      <Snapshots />
      <AllCompanies companyId={route.companyId} />
    </>
  );
}

function ThisCompany({ companyId }: { companyId: string }) {
  return (
    <Section
      title="This company"
      actions={<OperationButton api="control" id="company.reset" label="Reset it" />}
    >
      <p>
        <code>{companyId}</code>
      </p>
      <div class="actions">
        <CopyKeys companyId={companyId} />
        <Copy
          text={async () => snippetFor(await inspector.keys(companyId))}
          label="Copy a snippet for a program"
        />
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
  const [created, setCreated] = useState(0);
  const companies = useData(() => inspector.companies(), [created]);
  return (
    <Section
      title="All companies"
      actions={
        <>
          <OperationButton
            api="control"
            id="companies.create"
            label="Create a company"
            // No event tells this company of another.
            onDone={() => setCreated(created + 1)}
          />
          <ActionButton
            label="Sign out"
            run={async () => {
              await inspector.signOut();
              location.reload();
            }}
          />
        </>
      }
    >
      <Loading of={companies}>
        {(all) => (
          <Table
            label="Companies"
            rows={all}
            keyOf={({ id }) => id}
            empty="There are no companies."
            columns={companyColumns(companyId)}
          />
        )}
      </Loading>
    </Section>
  );
}

function companyColumns(companyId: string): Column<Company>[] {
  return [
    {
      title: "Company",
      cell: ({ id }) => (
        <>
          <a href={addressOf({ companyId: id, screen: "overview" })}>
            <code>{id}</code>
          </a>{" "}
          {id === companyId && "this one"}
        </>
      ),
    },
    { title: "Keys", cell: ({ id }) => <CopyKeys companyId={id} /> },
  ];
}
