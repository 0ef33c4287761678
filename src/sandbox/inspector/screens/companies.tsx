import { useEffect, useState } from "preact/hooks";
import { baseUrl, type Company, session } from "../api.ts";
import { Loading, Problem, Section } from "../components/layout.tsx";
import { OperationButton } from "../components/operation-form.tsx";
import { Table } from "../components/table.tsx";
import { Copy } from "../components/values.tsx";
import { useData } from "../live-data.ts";
import { addressOf, type Place } from "../router.ts";

export function Companies({ place }: { place: Place }) {
  const [created, setCreated] = useState(0);
  const companies = useData(() => session.companies(), [created]);
  return (
    <>
      <Section
        title="This company"
        actions={
          <>
            <OperationButton api="control" id="company.reset" label="Reset it" />
            <OperationButton api="control" id="snapshots.create" />
            <OperationButton api="control" id="snapshots.restore" />
          </>
        }
      >
        <p>
          <code>{place.companyId}</code>
        </p>
        <Keys companyId={place.companyId} />
      </Section>
      <Section
        title="All companies"
        actions={
          <OperationButton
            api="control"
            id="companies.create"
            label="Create a company"
            // No event tells this company of another.
            onDone={() => setCreated(created + 1)}
          />
        }
      >
        <Loading of={companies}>
          {(all) => (
            <Table
              label="Companies"
              rows={all}
              keyOf={({ id }: Company) => id}
              empty="There are no companies."
              columns={[
                {
                  title: "Company",
                  cell: ({ id }) => (
                    <a href={addressOf({ companyId: id, screen: "overview" })}>
                      <code>{id}</code>
                    </a>
                  ),
                },
                { title: "Here", cell: ({ id }) => (id === place.companyId ? "this one" : "") },
                { title: "Keys", cell: ({ id }) => <CopyKeys companyId={id} /> },
              ]}
            />
          )}
        </Loading>
      </Section>
    </>
  );
}

/** Copies without showing: no key is ever in the page. */
function CopyKeys({ companyId }: { companyId: string }) {
  const read = (name: "publicKey" | "privateKey") => async () =>
    (await session.keys(companyId))[name];
  return (
    <>
      <Copy text={read("publicKey")} label="Copy public key" />
      <Copy text={read("privateKey")} label="Copy private key" />
    </>
  );
}

function Keys({ companyId }: { companyId: string }) {
  const [error, setError] = useState<Error>();
  useEffect(() => setError(undefined), [companyId]);
  const snippet = async () => {
    try {
      return snippetFor(await session.keys(companyId));
    } catch (problem) {
      setError(problem as Error);
      throw problem;
    }
  };
  return (
    <div class="actions">
      <CopyKeys companyId={companyId} />
      <Copy text={snippet} label="Copy a snippet for a program" />
      {error && <Problem error={error} />}
    </div>
  );
}

function snippetFor({ publicKey, privateKey }: { publicKey: string; privateKey: string }): string {
  return `import { createCentavo } from "centavo";

const centavo = createCentavo({
  baseUrl: "${baseUrl}",
  publicKey: "${publicKey}",
  privateKey: "${privateKey}",
});
`;
}
