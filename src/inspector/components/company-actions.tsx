import { useState } from "preact/hooks";
import type { CompanyUpdate, Invitation } from "../../../generated/sandbox-control-types.ts";
import { type Company, clientsOf, type Keys } from "../api.ts";
import { texts } from "../language.ts";
import { useData } from "../live-data.ts";
import { ActionButton } from "./action-button.tsx";
import { Loading, Problem, Section } from "./layout.tsx";
import { Table } from "./table.tsx";
import { Copy, shortId, Time } from "./values.tsx";

/** What people call a company, and its id. */
export function CompanyName({ company: { id, name, owner } }: { company: Company }) {
  return (
    <>
      {name !== null && <strong>{name}</strong>} <code title={id}>{shortId(id)}</code>
      {owner !== null && <small class="muted"> {owner}</small>}
    </>
  );
}

export function titleOf({ id, name }: Company): string {
  return name === null ? shortId(id) : `${name} (${shortId(id)})`;
}

interface NameFormProps {
  label: string;
  name?: string | null;
  owner?: string | null;
  run: (names: CompanyUpdate) => Promise<unknown>;
}

/** Asks for a name and an owner. What is left empty is not sent. */
export function NameForm({ label, run, ...initial }: NameFormProps) {
  const [names, setNames] = useState({ name: initial.name ?? "", owner: initial.owner ?? "" });
  const [error, setError] = useState<Error>();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    const given = Object.entries(names).filter(([, text]) => text !== "");
    run(Object.fromEntries(given)).catch(setError);
  };
  return (
    <form class="names" onSubmit={send}>
      {(["name", "owner"] as const).map((field) => (
        <label key={field} class="field">
          {texts.people[field]}
          <input
            maxLength={100}
            value={names[field]}
            onInput={({ currentTarget }) => setNames({ ...names, [field]: currentTarget.value })}
          />
        </label>
      ))}
      <button type="submit">{label}</button>
      {error && <Problem error={error} />}
    </form>
  );
}

/** Copies the keys of a company without showing them, where the browser can. */
export function CopyKeys({ read }: { read: () => Promise<Keys> }) {
  return (
    <span class="actions">
      <Copy text={async () => (await read()).publicKey} label={texts.people.copyPublicKey} />
      <Copy text={async () => (await read()).privateKey} label={texts.people.copyPrivateKey} />
    </span>
  );
}

/** The keys of a company that was created, or whose keys were rotated. */
export function NewKeys({ keys }: { keys: Keys }) {
  return (
    <div class="notice" role="status">
      <p>{texts.people.newKeys}</p>
      <CopyKeys read={async () => keys} />
    </div>
  );
}

/** Rotates the keys of a company, and offers the new ones. */
export function RotateKeys({ companyId }: { companyId: string }) {
  const [keys, setKeys] = useState<Keys>();
  return (
    <>
      <ActionButton
        label={texts.people.rotateKeys}
        isDestructive
        run={async () => setKeys((await clientsOf(companyId).control.company.rotateKeys()).data)}
      />
      {keys && <NewKeys key={keys.privateKey} keys={keys} />}
    </>
  );
}

/** The invitations of a company, and a button for another one. */
export function Invitations({ companyId }: { companyId: string }) {
  const [changes, setChanges] = useState(0);
  const [url, setUrl] = useState<string>();
  const { invitations } = clientsOf(companyId).control;
  const open = useData(() => invitations.list().then(({ data }) => data), [companyId, changes]);
  const change = async (run: () => Promise<unknown>) => {
    await run();
    setChanges(changes + 1);
  };
  return (
    <Section
      title={texts.people.invitations}
      actions={
        <ActionButton
          label={texts.people.invite}
          run={() => change(async () => setUrl((await invitations.create()).data.invitationUrl))}
        />
      }
    >
      {url !== undefined && (
        <div class="notice" role="status">
          <p>{texts.people.sendLink}</p>
          <Copy text={url} label={texts.words.copyLink} />
        </div>
      )}
      <Loading of={open}>
        {(data) => (
          <Table
            label={texts.people.invitations}
            rows={data}
            keyOf={({ invitationId }: Invitation) => invitationId}
            empty={texts.people.noInvitations}
            columns={[
              { title: texts.people.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
              {
                title: texts.people.revoke,
                cell: ({ invitationId }) => (
                  <ActionButton
                    label={texts.people.revokeIt}
                    isDestructive
                    run={() => change(() => invitations.revoke(invitationId))}
                  />
                ),
              },
            ]}
          />
        )}
      </Loading>
    </Section>
  );
}
