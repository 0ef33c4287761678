import type { Command } from "./command.ts";
import { advance } from "./commands/advance.ts";
import { events } from "./commands/events.ts";
import { exportState } from "./commands/export.ts";
import { importState } from "./commands/import.ts";
import { listen } from "./commands/listen.ts";
import { mock } from "./commands/mock.ts";
import { pay } from "./commands/pay.ts";
import { payments } from "./commands/payments.ts";
import { sandbox } from "./commands/sandbox.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
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
  verify,
];
