import { onTestFinished } from "vitest";
import { type Forwarded, forwardPostbacks, type State } from "../../src/cli/forward-postbacks.ts";
import type { Shop } from "./company-fixture.ts";

/** A listener of a company, which ends with the test. */
export function forwardTo(url: string, { control }: Pick<Shop, "control">) {
  const stopping = new AbortController();
  const forwarded: Forwarded[] = [];
  const states: State[] = [];
  const ended = forwardPostbacks({
    ...{ control, target: new URL(url), signal: stopping.signal },
    show: (each) => void forwarded.push(each),
    announce: (state) => void states.push(state),
  });
  const stop = () => {
    stopping.abort();
    return ended;
  };
  onTestFinished(stop);
  return { forwarded, states, stop };
}
