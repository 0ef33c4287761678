import { type Command, isBoolean, isSecret, variableOf } from "./define-command.ts";

/** The verbs, and then the operations by their groups. */
export function describeCommands(commands: readonly Command[]): string {
  const verbs = commands.filter(({ name }) => !name.includes("."));
  const operations = commands.map(({ name }) => name.split(".")).filter(([, name]) => name);
  const groups = [...new Set(operations.map(([group = ""]) => group))];
  const rows = groups.map((group): Row => {
    const own = operations.filter(([each]) => each === group);
    return [group, own.map(([, name]) => name).join(", ")];
  });
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(verbs.map(rowOf))}

Each operation of the two interfaces is a command too, e.g. centavo payments.create:

${list(rows)}

For the options of a command, run centavo help COMMAND. For the operations of a group, run centavo help GROUP.
For the version, run centavo --version.`;
}

/** The operations of a group. Empty if there is no such group. */
export function describeGroup(commands: readonly Command[], group: string): string {
  return list(commands.filter(({ name }) => name.startsWith(`${group}.`)).map(rowOf));
}

type Row = readonly [left: string, right: string];

function rowOf({ name, summary }: Command): Row {
  return [name, summary];
}

export function describeCommand(command: Command): string {
  const { name, summary, flags, argument } = command;
  const usage = command.usage ?? ["centavo", name, argument?.name].filter(Boolean).join(" ");
  const rows = Object.entries(flags).map(([flagName, flag]): Row => {
    const { value = "", fallback = "" } = isBoolean(flag) ? {} : flag;
    const variable = variableOf(command, flagName);
    if (isSecret(flag)) return [`${variable}`, `${flag.help} (env only)`];
    const sources = [variable && `env ${variable}`, fallback && `default ${fallback}`];
    const known = sources.filter(Boolean).join(", ");
    return [`--${flagName} ${value}`.trimEnd(), known ? `${flag.help} (${known})` : flag.help];
  });
  const explained = argument ? `${argument.name} is ${argument.help}.\n\n` : "";
  return `Usage: ${usage} [OPTIONS]\n\n${summary}\n\n${explained}${list(rows)}`.trimEnd();
}

function list(rows: Row[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
