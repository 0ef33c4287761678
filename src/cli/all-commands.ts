import { operations as service } from "../../generated/operations.ts";
import { operations as control } from "../../generated/sandbox-control-operations.ts";
import { advance } from "./commands/advance.ts";
import { completion } from "./commands/completion.ts";
import { events } from "./commands/events.ts";
import { exportState } from "./commands/export.ts";
import { importState } from "./commands/import.ts";
import { listen } from "./commands/listen.ts";
import { mcp } from "./commands/mcp.ts";
import { mock } from "./commands/mock.ts";
import { pay } from "./commands/pay.ts";
import { payments } from "./commands/payments.ts";
import { sandbox } from "./commands/sandbox.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";
import type { Command } from "./define-command.ts";
import { operationCommand } from "./operation-commands/operation-command.ts";

/** The commands that were written, in the order of the help. */
const verbs: readonly Command[] = [
  mock,
  sandbox,
  pay,
  advance,
  events,
  trigger,
  listen,
  payments,
  exportState,
  importState,
  mcp,
  verify,
  completion(() => commands),
];

const operationIds = [...Object.keys(service), ...Object.keys(control)];

/** All commands. The others are derived from the contracts: one for each operation. */
export const commands: readonly Command[] = [
  ...verbs,
  ...operationIds.map((id) => operationCommand(id)),
];
