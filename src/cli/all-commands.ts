import { operations as service } from "../../generated/operations.ts";
import { operations as control } from "../../generated/sandbox-control-operations.ts";
import { advance } from "./commands/advance.ts";
import { completion } from "./commands/completion.ts";
import { events } from "./commands/events.ts";
import { exec } from "./commands/exec.ts";
import { explore } from "./commands/explore.ts";
import { exportState } from "./commands/export.ts";
import { importState } from "./commands/import.ts";
import { listen } from "./commands/listen.ts";
import { mcp } from "./commands/mcp.ts";
import { mock } from "./commands/mock.ts";
import { pay } from "./commands/pay.ts";
import { sandbox } from "./commands/sandbox.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";
import type { Command } from "./define-command.ts";
import { operationCommand } from "./operation-commands/operation-command.ts";

/** A part of the help. */
export interface Section {
  title: string;
  commands: readonly Command[];
  /** Shown only with `--all`. */
  isRare?: true;
}

/** The commands that were written, in the order of the help. */
export const written: readonly Section[] = [
  { title: "To start a server on your machine", commands: [sandbox, exec, mock, explore] },
  { title: "To use a running sandbox", commands: [trigger, pay, advance, events, listen] },
  {
    title: "For files, agents, shells, and an account of your own",
    commands: [exportState, importState, mcp, completion(() => commands), verify],
    isRare: true,
  },
];

/** All commands. The others are derived from the contracts: one for each operation. */
export const commands: readonly Command[] = [
  ...written.flatMap((section) => section.commands),
  ...Object.keys(service).map((id) => operationCommand(id)),
  ...Object.keys(control).map((id) => operationCommand(id)),
];
