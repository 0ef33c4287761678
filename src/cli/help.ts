import { type Command, isBoolean, isSecret, variableOf } from "./command.ts";

export function describeCommands(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: centavo COMMAND [OPTIONS]\n\n${list(rows)}

For the options of a command, run centavo help COMMAND.
For the version, run centavo --version.`;
}

export function describeCommand(command: Command): string {
  const { name, summary, flags, argument } = command;
  const usage = command.usage ?? ["centavo", name, argument?.name].filter(Boolean).join(" ");
  const rows = Object.entries(flags).map(([flagName, flag]) => {
    const { value = "", fallback = "" } = isBoolean(flag) ? {} : flag;
    const variable = variableOf(command, flagName);
    if (isSecret(flag)) return [variable, `${flag.help} (env only)`] as const;
    const defaultValue = fallback && `, default ${fallback}`;
    const explained = `${flag.help} (env ${variable}${defaultValue})`;
    return [`--${flagName} ${value}`.trimEnd(), explained] as const;
  });
  const explained = argument ? `${argument.name} is ${argument.help}.\n\n` : "";
  return `Usage: ${usage} [OPTIONS]\n\n${summary}\n\n${explained}${list(rows)}`;
}

function list(rows: (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
