import { firstSentence } from "../contract/first-sentence.ts";
import { groupBy } from "../group-by.ts";
import type { Section } from "./all-commands.ts";
import {
  CENTAVO,
  type Command,
  isBoolean,
  isSecret,
  labelOf,
  typedName,
  variableOf,
} from "./define-command.ts";

/** The everyday commands, or all of them. */
export function describeCommands(
  written: readonly Section[],
  commands: readonly Command[],
  isAll: boolean,
): string {
  const operations = commands.filter(({ name }) => name.includes("."));
  const ofService = operations.filter(({ isSandboxOnly }) => !isSandboxOnly);
  const ofSandbox = operations.filter(({ isSandboxOnly }) => isSandboxOnly);
  const sections = [
    ...written
      .filter(({ isRare }) => isAll || !isRare)
      .map(({ title, commands }) => [title, list(commands.map(rowOf))]),
    [`Operations of the service, as in ${CENTAVO} payments list`, groups(ofService)],
    ...(isAll
      ? [[`Operations that only a sandbox has, as in ${CENTAVO} clock get`, groups(ofSandbox)]]
      : []),
    [
      "More",
      list([
        [
          "help COMMAND",
          `Describes a command and its options, as in ${CENTAVO} help payments list.`,
        ],
        ["help --all", "Lists all commands, also those that only a sandbox has."],
        ["--version", "Prints the version."],
      ]),
    ],
  ];
  const parts = sections.map(([title, rows]) => `${title}:\n\n${rows}`);
  return [`Usage: ${CENTAVO} COMMAND [OPTIONS]`, ...parts].join("\n\n");
}

function groups(operations: readonly Command[]): string {
  const byGroup = groupBy(operations, ({ name }) => name.replace(/\..*/, ""));
  const verbsOf = (of: Command[]) => of.map(({ name }) => name.replace(/.*\./, "")).join(", ");
  return list(Array.from(byGroup, ([group, of]) => [group, verbsOf(of)]));
}

export function describeGroup(name: string, operations: readonly Command[]): string {
  const rows = operations.map((each) => rowOf({ ...each, name: typedName(each) }));
  return `Usage: ${CENTAVO} ${name} OPERATION [OPTIONS]\n\n${list(rows)}`;
}

type Row = readonly [left: string, right: string];

function rowOf({ name, summary, isSandboxOnly }: Command): Row {
  return [name, `${firstSentence(summary)}${isSandboxOnly ? " (sandbox only)" : ""}`];
}

export function describeCommand(command: Command): string {
  const { summary, flags, positional = [], isSandboxOnly } = command;
  const words = positional.map((flag) => {
    const isRequired = "isRequired" in (flags[flag] ?? {});
    return isRequired ? labelOf(command, flag) : `[${labelOf(command, flag)}]`;
  });
  const { usage = `${CENTAVO} ${typedName(command)}` } = command;
  const rows = Object.entries(flags).map(([flagName, flag]): Row => {
    const { value = "", fallback = "" } = isBoolean(flag) ? {} : flag;
    const variable = variableOf(command, flagName);
    if (isSecret(flag)) return [`${variable}`, `${flag.help} (env only)`];
    const sources = [variable && `env ${variable}`, fallback && `default ${fallback}`];
    const known = sources.filter(Boolean).join(", ");
    const label = labelOf(command, flagName);
    return [
      label.startsWith("--") ? `${label} ${value}`.trimEnd() : label,
      known ? `${flag.help} (${known})` : flag.help,
    ];
  });
  const only = isSandboxOnly ? " Only a sandbox has this operation." : "";
  const about = wrapped(summary + only, WIDTH).join("\n");
  return `Usage: ${[usage, "[OPTIONS]", ...words].join(" ")}\n\n${about}\n\n${list(rows)}`.trimEnd();
}

/** Of a terminal. */
const WIDTH = 80;
/** What is longer stands above what it means. */
const LEFT = 28;

function list(rows: readonly Row[]): string {
  const lengths = rows.map(([left]) => left.length).filter((length) => length <= LEFT);
  const width = Math.max(0, ...lengths);
  const indent = " ".repeat(width + 4);
  return rows
    .map(([left, right]) => {
      const text = wrapped(right, WIDTH - indent.length).join(`\n${indent}`);
      return left.length > width
        ? `  ${left}\n${indent}${text}`
        : `  ${left.padEnd(width)}  ${text}`;
    })
    .join("\n");
}

/** The lines of a text. */
function wrapped(text: string, width: number): string[] {
  return text.match(new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S+`, "g")) ?? [];
}
