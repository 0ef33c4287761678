import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { Clients } from "../api.ts";
import { texts } from "../language.ts";
import { isSignedOut, useSession } from "../live-data.ts";
import { Problem } from "./layout.tsx";

interface ActionButtonProps {
  label: string;
  /** Why the action is impossible now. Undefined if it is possible. */
  problem?: string | VNode | undefined;
  run: (clients: Clients) => Promise<unknown>;
  /** Whether it ends or deletes something. */
  isDestructive?: boolean;
}

/** How long a button waits for the second click, in milliseconds. */
const CONFIRM_TIME = 4_000;

/** A button that calls an operation, after a second click if that ends or deletes something. It says why it cannot. */
export function ActionButton(props: ActionButtonProps) {
  const { label, problem, run, isDestructive = false } = props;
  const { clients, live } = useSession();
  const id = useId();
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const [isAsking, setAsking] = useState(false);
  const click = () => {
    if (problem !== undefined || state.isBusy) return;
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
        class={isDestructive ? "quiet destructive" : "quiet"}
        aria-disabled={problem !== undefined || state.isBusy === true}
        {...(problem && { "aria-describedby": id })}
        onClick={click}
      >
        {isAsking ? texts.actions.confirm(label) : label}
      </button>
      {problem && <small id={id}>{problem}</small>}
      {state.error && <Problem error={state.error} />}
    </>
  );
}

/** Why a change is impossible in a status. Undefined if it is possible. */
export function statusProblem(status: string, needed: readonly string[]): string | undefined {
  return needed.includes(status)
    ? undefined
    : texts.actions.wrongStatus(status, needed.join(` ${texts.values.or} `));
}
