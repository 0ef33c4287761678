import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { inspector, type Keys } from "../api.ts";
import { texts } from "../language.ts";
import { ActionButton } from "./action-button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { Dialog, Problem } from "./layout.tsx";

/** Asks for the keys of a company, if there is no session. */
export function SignInPage({
  problem,
  onDone,
}: {
  problem: ComponentChildren;
  onDone: () => void;
}) {
  return (
    <main class="sign-in">
      <h1>{texts.shell.product}</h1>
      <LanguageSwitch />
      <p>{problem}</p>
      <SignInForm onDone={onDone} />
      <details>
        <summary>{texts.signIn.operating}</summary>
        <OperatorForm onDone={onDone} />
      </details>
    </main>
  );
}

function OperatorForm({ onDone }: { onDone: () => void }) {
  const [operatorKey, setKey] = useState("");
  const [error, setError] = useState<Error>();
  const signIn = (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    inspector.signIn({ operatorKey }).then(onDone, setError);
  };
  return (
    <form onSubmit={signIn}>
      <label class="field">
        {texts.signIn.operatorKey}
        <input
          type="password"
          autocomplete="off"
          value={operatorKey}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      {error && <Problem error={error} />}
      <button type="submit">{texts.signIn.openOperator}</button>
    </form>
  );
}

function SignInForm({ onDone }: { onDone: () => void }) {
  const [keys, setKeys] = useState<Keys>({ publicKey: "", privateKey: "" });
  const [error, setError] = useState<Error>();
  const signIn = (event: SubmitEvent) => {
    event.preventDefault();
    setError(undefined);
    inspector.signIn(keys).then(onDone, setError);
  };
  const change = (name: keyof Keys, text: string) => setKeys({ ...keys, [name]: text.trim() });
  return (
    <form onSubmit={signIn}>
      <label class="field">
        {texts.signIn.publicKey}
        <input
          autocomplete="off"
          value={keys.publicKey}
          onInput={({ currentTarget }) => change("publicKey", currentTarget.value)}
        />
      </label>
      <label class="field">
        {texts.signIn.privateKey}
        <input
          type="password"
          autocomplete="off"
          value={keys.privateKey}
          onInput={({ currentTarget }) => change("privateKey", currentTarget.value)}
        />
      </label>
      {error && <Problem error={error} />}
      <button type="submit">{texts.signIn.open}</button>
    </form>
  );
}

/** Opens a session above what was typed, which stays. */
export function SignInAgain({ onDone }: { onDone: () => void }) {
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
