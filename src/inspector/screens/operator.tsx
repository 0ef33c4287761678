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
import { Dialog, Section } from "../components/layout.tsx";
import { List } from "../components/list.tsx";
import { SignOut } from "../components/sign-in.tsx";
import type { Column } from "../components/table.tsx";
import { Copy, Time } from "../components/values.tsx";
import { texts } from "../language.ts";
import { useSession } from "../live-data.ts";
import { useRoute } from "../router.ts";

/** The companies of a shared sandbox, for its operator, whose session opens none of them. */
export function OperatorScreen() {
  const { control } = useSession().clients;
  const route = useRoute();
  const [changes, setChanges] = useState(0);
  const [keys, setKeys] = useState<Keys>();
  const [managed, setManaged] = useState<SandboxCompany>();
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
      <List
        // No event tells of a change.
        key={changes}
        route={route}
        title={texts.all.companies}
        actions={<SignOut />}
        operation={{ api: "control", id: "companies.list" }}
        keyOf={({ companyId }) => companyId}
        empty={texts.companies.noCompanies}
        columns={columns(setManaged)}
      />
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
