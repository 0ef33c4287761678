import { useState } from "preact/hooks";
import type { Clients } from "../api.ts";
import { texts } from "../language.ts";
import { isSignedOut, useSession } from "../live-data.ts";
import { Problem } from "./layout.tsx";

interface ActionButtonProps {
  label: string;
  run: (clients: Clients) => Promise<unknown>;
  /** Whether it ends or deletes something. */
  isDestructive?: boolean;
  /** Whether it is the one of several that is in effect. */
  isPressed?: boolean;
}

/** How long a button waits for the second click, in milliseconds. */
const CONFIRM_TIME = 4_000;

/** A button that calls an operation, after a second click if that ends or deletes something. */
export function ActionButton({ label, run, isDestructive = false, isPressed }: ActionButtonProps) {
  const { clients, live } = useSession();
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const [isAsking, setAsking] = useState(false);
  const click = () => {
    if (state.isBusy) return;
    if (isDestructive && !isAsking) {
      setAsking(true);
      setTimeout(() => setAsking(false), CONFIRM_TIME);
      return;
    }
    setAsking(false);
    setState({ isBusy: true });
    run(clients).then(
      () => setState({}),
      (error: Error) => {
        if (isSignedOut(error)) live.signedOut();
        setState({ error });
      },
    );
  };
  return (
    <>
      <button
        type="button"
        class={isPressed ? "" : isDestructive ? "quiet destructive" : "quiet"}
        aria-disabled={state.isBusy === true}
        {...(isPressed !== undefined && { "aria-pressed": isPressed })}
        onClick={click}
      >
        {isAsking ? texts.actions.confirm(label) : label}
      </button>
      {state.error && <Problem error={state.error} />}
    </>
  );
}
