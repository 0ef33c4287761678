import type { PostbackType } from "../../../generated/sandbox-control-types.ts";
import { isLoopback } from "../../http-server/server-address.ts";
import { inBrazil } from "../../sandbox/domain/calendar.ts";
import { command, UsageError } from "../define-command.ts";
import type { Forwarded, State } from "../forward-postbacks.ts";
import { print } from "../print.ts";
import { interruptible } from "../process-signals.ts";
import { connectionFlags } from "../shared-flags.ts";
import { withSandbox } from "../with-sandbox.ts";

const TYPES = ["payment", "withdrawal"];

/** Where postbacks go in place of their own addresses. */
export const forwardFlags = {
  "forward-to": {
    value: "URL",
    help: "the http or https address that gets the postbacks; without a path, each keeps that of its postbackUrl",
    accepts: isTarget,
  },
  "allow-remote-target": { help: "allow an address that is not on this machine" },
};

export const listen = command({
  name: "listen",
  summary:
    "Delivers the postbacks of a sandbox to a server that it cannot reach, such as one on your machine.",
  flags: {
    ...forwardFlags,
    "forward-to": { ...forwardFlags["forward-to"], isRequired: true },
    types: {
      value: "TYPE,TYPE",
      fallback: TYPES.join(),
      help: "which postbacks to deliver, payment or withdrawal; the sandbox delivers the others itself",
      accepts: (text: string) => text.split(",").every((type) => TYPES.includes(type)),
    },
    ...connectionFlags,
  },
  async run(values, io) {
    const target = targetOf(values["forward-to"], values["allow-remote-target"]);
    const types = values.types.split(",") as PostbackType[];
    const { forwardPostbacks } = await import("../forward-postbacks.ts");
    return withSandbox(values, (connection) =>
      interruptible(
        (signal) =>
          forwardPostbacks({
            control: connection.control,
            target,
            types,
            signal,
            show: (forwarded) => print(io, values, shown(forwarded), describe),
            announce: (state) => io.stderr(SAID[state](target, connection.url)),
          }),
        () => io.stderr("Stopping when the deliveries in progress have ended."),
      ),
    );
  },
});

const SAID: Record<State, (target: URL, url: string) => string> = {
  active: ({ href }) => `Delivering the postbacks to ${href}. To stop, press Ctrl-C.`,
  standby: () =>
    "On standby: another listener delivers the postbacks. This one takes over when it ends.",
  away: (_, url) => `The sandbox at ${url} is away. Trying again.`,
};

function isTarget(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === "";
}

/** @throws {UsageError} for another machine, unless it is allowed. */
export function targetOf(text: string, allowsAny = false): URL {
  const target = new URL(text);
  if (allowsAny || isLoopback(target.hostname)) return target;
  throw new UsageError(
    `--forward-to leads to ${target.hostname}, which is not this machine; to allow it, add --allow-remote-target`,
  );
}

function shown({ postback, outcome, duration, reported }: Forwarded) {
  const { claim, url, method, body, headers, timeout, ...facts } = postback;
  const { recorded = false, nextAttemptAt = null } = reported ?? {};
  return { ...facts, ...outcome, duration: Math.round(duration), recorded, nextAttemptAt };
}

function describe({ type, resourceId, resourceStatus, ...attempt }: ReturnType<typeof shown>) {
  const { status, problem, duration, recorded, nextAttemptAt } = attempt;
  const outcome = [
    status ?? "no response",
    `attempt ${attempt.attempt}`,
    `${duration} ms`,
    nextAttemptAt && `next ${inBrazil(nextAttemptAt)}`,
    !recorded && "not recorded",
  ];
  const why = problem === null ? "" : `: ${problem}`;
  return `${type.padEnd("withdrawal".length)}  ${resourceId}  ${resourceStatus}  ${outcome.filter(Boolean).join(", ")}${why}`;
}
