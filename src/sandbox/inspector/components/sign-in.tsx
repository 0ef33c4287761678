import { useState } from "preact/hooks";
import { session } from "../api.ts";
import { Dialog, Problem } from "./layout.tsx";

/** Opens a session with the keys of a company, for whoever has no printed address. */
export function SignIn({ problem, onDone }: { problem: string; onDone: () => void }) {
  const [keys, setKeys] = useState({ publicKey: "", privateKey: "" });
  const [error, setError] = useState<Error>();
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    session.open(keys).then(onDone, setError);
  };
  return (
    <main class="sign-in">
      <h1>Centavo inspector</h1>
      {problem && <p>{problem}</p>}
      <form onSubmit={open}>
        <label class="field">
          Public key
          <input
            autocomplete="off"
            value={keys.publicKey}
            onInput={({ currentTarget }) =>
              setKeys({ ...keys, publicKey: currentTarget.value.trim() })
            }
          />
        </label>
        <label class="field">
          Private key
          <input
            type="password"
            autocomplete="off"
            value={keys.privateKey}
            onInput={({ currentTarget }) =>
              setKeys({ ...keys, privateKey: currentTarget.value.trim() })
            }
          />
        </label>
        {error && <Problem error={error} />}
        <button type="submit">Open</button>
      </form>
    </main>
  );
}

/** Opens a session above a form, which keeps what was typed. */
export function SignInAgain({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Enter the keys of this company
      </button>
      {isOpen && (
        <Dialog title="Enter the keys of this company" onClose={() => setOpen(false)}>
          <SignIn problem="" onDone={onDone} />
        </Dialog>
      )}
    </>
  );
}
