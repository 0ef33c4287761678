import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { inspector } from "../api.ts";
import { texts } from "../language.ts";
import { useSession } from "../live-data.ts";
import { ActionButton } from "./action-button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Dialog, Problem } from "./layout.tsx";

/** Asks for the keys of a company, if there is no session. */
export function SignInPage(props: { problem: ComponentChildren; onDone: () => void }) {
  const { problem, onDone } = props;
  const { operatorKey, openOperator, operating } = texts.signIn;
  return (
    <main class="sign-in">
      <header class="bar">
        <h1>{texts.shell.product}</h1>
        <LanguageSwitch />
      </header>
      <p>{problem}</p>
      <SignInForm onDone={onDone} />
      <details>
        <summary>{operating}</summary>
        <KeyForm keys={{ operatorKey }} action={openOperator} onDone={onDone} />
      </details>
    </main>
  );
}

function SignInForm({ onDone }: { onDone: () => void }) {
  const { publicKey, privateKey, open } = texts.signIn;
  return <KeyForm keys={{ publicKey, privateKey }} action={open} onDone={onDone} />;
}

interface KeyFormProps {
  /** What each key is called. */
  keys: Record<string, string>;
  action: string;
  onDone: () => void;
}

function KeyForm({ keys, action, onDone }: KeyFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [error, setError] = useState<Error>();
  const signIn = (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    inspector.signIn(typed).then(onDone, setError);
  };
  return (
    <form onSubmit={signIn}>
      {Object.entries(keys).map(([name, label]) => (
        <label key={name} class="field">
          {label}
          <input
            {...(name !== "publicKey" && { type: "password" })}
            autocomplete="off"
            value={typed[name] ?? ""}
            onInput={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value.trim() })}
          />
        </label>
      ))}
      {error && <Problem error={error} />}
      <button type="submit">{action}</button>
    </form>
  );
}

/** Opens a session above what was typed, which stays. */
export function SignInAgain({ onDone = () => {} }: { onDone?: () => void }) {
  const { live } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {texts.signIn.enterKeys}
      </button>
      {isOpen && (
        <Dialog title={texts.signIn.enterKeys} onClose={() => setOpen(false)}>
          <SignInForm
            onDone={() => {
              setOpen(false);
              live.look();
              onDone();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

export function SignOut() {
  return (
    <ActionButton
      label={texts.signIn.signOut}
      run={async () => {
        await inspector.signOut();
        location.reload();
      }}
    />
  );
}
