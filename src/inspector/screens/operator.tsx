import { useState } from "preact/hooks";
import type { SandboxCompany } from "../../../generated/sandbox-control-types.ts";
import { clientsOf, type Keys } from "../api.ts";
import { ActionButton } from "../components/action-button.tsx";
import {
  CompanyName,
  Invitations,
  NameForm,
  NewKeys,
  RotateKeys,
} from "../components/company-actions.tsx";
import { Dialog, Loading, Section } from "../components/layout.tsx";
import { SignOut } from "../components/sign-in.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Copy, Time } from "../components/values.tsx";
import { texts } from "../language.ts";
import { useData, useSession } from "../live-data.ts";

/** The most that a page has. */
const LIMIT = 100;

/** The companies of a shared sandbox, for its operator, whose session opens none of them. */
export function OperatorScreen() {
  const { control } = useSession().clients;
  const [changes, setChanges] = useState(0);
  const [page, setPage] = useState(1);
  const [keys, setKeys] = useState<Keys>();
  const [managed, setManaged] = useState<SandboxCompany>();
  const companies = useData(
    async ({ control }) => control.companies.list({ page, limit: LIMIT }),
    [page, changes],
  );
  const changed = () => setChanges((count) => count + 1);
  const create = async (names: object) => {
    setKeys((await control.companies.create(names)).data);
    changed();
  };
  return (
    <>
      <Section title={texts.companies.create}>
        <NameForm label={texts.companies.create} run={create} />
        {keys && <NewKeys key={keys.publicKey} keys={keys} />}
      </Section>
      <Section title={texts.all.companies} actions={<SignOut />}>
        <Loading of={companies}>
          {({ data, meta }) => (
            <>
              <Table
                label={texts.screens.companies}
                rows={data}
                keyOf={({ companyId }) => companyId}
                empty={texts.companies.noCompanies}
                columns={columns(setManaged)}
              />
              {meta.totalPages > 1 && (
                <nav class="pager" aria-label={texts.list.pages}>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => setPage(Math.max(1, page - 1))}
                  >
                    {texts.list.previous}
                  </button>
                  <span>{texts.list.page(page, meta.totalPages, meta.total)}</span>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => setPage(Math.min(meta.totalPages, page + 1))}
                  >
                    {texts.list.next}
                  </button>
                </nav>
              )}
            </>
          )}
        </Loading>
      </Section>
      {managed && (
        <Manage company={managed} onChange={changed} onClose={() => setManaged(undefined)} />
      )}
    </>
  );
}

function columns(manage: (company: SandboxCompany) => void): Column<SandboxCompany>[] {
  return [
    {
      title: texts.companies.company,
      cell: ({ companyId: id, name, owner }) => <CompanyName company={{ id, name, owner }} />,
    },
    {
      title: texts.words.created,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      title: texts.companies.lastUse,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : texts.companies.never),
    },
    {
      title: texts.companies.manage,
      cell: (company) => (
        <button
          type="button"
          class="quiet"
          aria-label={texts.companies.manageOne(company.name ?? company.companyId)}
          onClick={() => manage(company)}
        >
          {texts.companies.manage}
        </button>
      ),
    },
  ];
}

interface ManageProps {
  company: SandboxCompany;
  onChange: () => void;
  onClose: () => void;
}

function Manage({ company, onChange, onClose }: ManageProps) {
  const { companyId, name, owner } = company;
  const rename = async (names: object) => {
    await clientsOf(companyId).control.company.update(names);
    onChange();
    onClose();
  };
  return (
    <Dialog title={name ?? texts.companies.nameless} onClose={onClose}>
      <p>
        <code>{companyId}</code> <Copy text={companyId} />
      </p>
      <NameForm label={texts.companies.save} name={name} owner={owner} run={rename} />
      <Invitations companyId={companyId} />
      <div class="actions">
        <RotateKeys companyId={companyId} />
        <ActionButton
          label={texts.companies.deleteIt}
          isDestructive
          run={async ({ control }) => {
            await control.companies.delete(companyId);
            onChange();
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
