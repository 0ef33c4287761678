import { useState } from "preact/hooks";
import type { Clients } from "../api.ts";
import { useSession } from "../live-data.ts";
import { Problem } from "./layout.tsx";

interface ActionButtonProps {
  label: string;
  /** Why the action is impossible now. Undefined if it is possible. */
  problem?: string | undefined;
  run: (clients: Clients) => Promise<unknown>;
  /** Whether it ends or deletes something. */
  isDestructive?: boolean;
}

/** A button that calls an operation at once. If that is impossible, it says why instead. */
export function ActionButton({ label, problem, run, isDestructive = false }: ActionButtonProps) {
  const { clients } = useSession();
  const [state, setState] = useState<{ isBusy?: boolean; error?: Error }>({});
  const click = () => {
    if (problem !== undefined || state.isBusy) return;
    setState({ isBusy: true });
    run(clients).then(
      () => setState({}),
      (error: Error) => setState({ error }),
    );
  };
  return (
    <>
      <button
        type="button"
        class={isDestructive ? "quiet destructive" : "quiet"}
        aria-disabled={problem !== undefined || state.isBusy === true}
        onClick={click}
      >
        {label}
      </button>
      {problem && <small class="muted">{problem}</small>}
      {state.error && <Problem error={state.error} />}
    </>
  );
}

/** Why a change is impossible in a status. Undefined if it is possible. */
export function statusProblem(status: string, needed: readonly string[]): string | undefined {
  return needed.includes(status)
    ? undefined
    : `It is ${status}, and this needs ${needed.join(" or ")}.`;
}
