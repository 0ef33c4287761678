import { operations as control } from "../../../generated/sandbox-control-operations.ts";
import { UNFIT_FOR_PATH } from "../../client/build-request.ts";
import { isResourceType } from "../../contract/resource-types.ts";
import { memoize } from "../../memoize.ts";
import type { Command, Flags, FlagValues, FlagValuesOf, Output } from "../define-command.ts";
import { connectionFlags, isNotEmpty } from "../shared-flags.ts";
import {
  bundled,
  type Contracts,
  type OperationFlag,
  operationRow,
  summaryOf,
} from "./operation-table.ts";
import { VALUE_TYPES } from "./read-request.ts";

/** The flags of the commands of operations, beside those of their parameters and fields. */
export const operationFlags = {
  data: {
    value: "@FILE|-|JSON",
    help: "the body, from a file, from the standard input or as JSON; other options change its fields",
    variable: null,
  },
  example: {
    value: "NAME",
    help: "an example of the contract as the body; other options change its fields",
    variable: null,
  },
  live: {
    help: "send it to a service that is no sandbox, after a question",
    variable: null,
  },
  ...connectionFlags,
};

/** The command of an operation. The contract is read when something of it is needed but its name. */
export function operationCommand(id: string, contracts = bundled): Command {
  const command = memoize((id: string) => commandOf(id, contracts));
  return {
    name: id,
    isSandboxOnly: id in control,
    get summary() {
      return summaryOf(id, contracts);
    },
    get flags() {
      return command(id).flags;
    },
    get positional() {
      return command(id).positional;
    },
    get shorthands() {
      return command(id).shorthands;
    },
    run: (values, io) => command(id).run(values, io),
  };
}

function commandOf(id: string, contracts: Contracts) {
  const row = operationRow(id, contracts);
  const { data, example, live, ...common } = operationFlags;
  const isWrite = row.method !== "GET";
  const names = row.examples.map(({ name }) => name);
  const flags = {
    ...Object.fromEntries(row.flags.map((flag) => [flag.name, commandFlag(flag)])),
    ...(row.body && { data }),
    ...(names.length > 0 && {
      example: { ...example, help: `${example.help}: ${names.join(", ")}`, values: names },
    }),
    ...(isWrite && row.api === "service" && { live }),
    ...common,
  };
  return {
    flags,
    positional: row.flags.filter((flag) => flag.in === "path").map(({ name }) => name),
    shorthands: shorthandsOf(flags),
    async run(values: FlagValues, io: Output) {
      const { withService } = await import("../sandbox-connection.ts");
      const { callAndPrint } = await import("./call-and-print.ts");
      await withService(values as FlagValuesOf<typeof operationFlags>, row, io, (connection) =>
        callAndPrint(row, { connection, values, io }),
      );
      return undefined;
    },
  };
}

function commandFlag(flag: OperationFlag): Flags[string] {
  const { type, kind, isArray, values = [], isClosed, path, help } = flag;
  if (kind === "secret") {
    const name = path.at(-1)?.replace(/^x-/, "") ?? "";
    const variable = `CENTAVO_SANDBOX_${name.replaceAll(/(?<=[a-z])[A-Z]/g, "_$&")}`;
    return {
      value: "SECRET",
      help,
      variable: variable.toUpperCase().replaceAll("-", "_"),
      isSecret: true,
      accepts: isNotEmpty,
    };
  }
  const isInPath = flag.in === "path";
  const { placeholder, expected, parse } = VALUE_TYPES[type];
  const known = values.length === 0 ? "" : ` One of ${values.join(", ")}.`;
  return {
    value: isInPath || isResourceType(kind) ? "ID" : placeholder,
    help: `${help}${known}`.trim(),
    variable: null,
    values,
    ...(!isClosed && {
      accepts: (text) => parse(text) !== undefined && !(isInPath && UNFIT_FOR_PATH.test(text)),
      expected: isInPath ? "an id" : expected,
    }),
    ...(isArray && { isList: true as const }),
    ...(isInPath && { isRequired: true as const }),
  };
}

/** `--amount` for `--billing-data.amount`, and `--subaccount` for `--subaccount-id`, where only one flag can be meant. */
function shorthandsOf(flags: Flags): Record<string, string> {
  const names = Object.keys(flags);
  const all = names.flatMap((name) => {
    const last = name.split(".").at(-1) ?? "";
    return [last, last.replace(/-id$/, "")]
      .filter((each) => each !== name && !(each in flags))
      .map((each) => [each, name] as const);
  });
  const flagsOf = (short: string) => new Set(all.filter(([each]) => each === short).map(String));
  return Object.fromEntries(all.filter(([each]) => flagsOf(each).size === 1));
}
