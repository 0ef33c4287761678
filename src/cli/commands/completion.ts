import { type Command, command, isSecret, type TextFlag } from "../define-command.ts";
import { namesOf } from "../find-command.ts";

const SHELLS = ["bash", "zsh"];

/** Prints what a shell needs to complete the command line, derived from all commands. */
export function completion(commands: () => readonly Command[]): Command {
  return command({
    name: "completion",
    summary: 'Prints the completion for a shell, as in eval "$(centavo completion bash)".',
    flags: {
      shell: {
        value: "SHELL",
        help: `one of ${SHELLS.join(", ")}`,
        isRequired: true,
        values: SHELLS,
      },
    },
    positional: ["shell"],
    async run({ shell }, { stdout }) {
      // Zsh takes the functions of bash.
      if (shell === "zsh")
        stdout("autoload -U +X compinit bashcompinit && compinit && bashcompinit");
      stdout(script(commands()));
      return undefined;
    },
  });
}

/** For `payments list`, the command is `payments.list`. */
function script(commands: readonly Command[]): string {
  const names = commands.flatMap(namesOf);
  const operations = names.filter((name) => name.includes("."));
  const groups = [...new Set(operations.map((name) => name.split(".")[0] ?? ""))];
  const verbsOf = (group: string) =>
    operations.flatMap((name) => (name.startsWith(`${group}.`) ? [name.split(".")[1] ?? ""] : []));
  const onlyGroups = groups.filter((group) => !names.includes(group));
  return `_centavo() {
  local command="\${COMP_WORDS[1]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" choices=""
  local spaced="$command.\${COMP_WORDS[2]}"
  [ "$COMP_CWORD" = 1 ] && command="" previous=""
  [ "$COMP_CWORD" -gt 2 ] && [[ " ${operations.join(" ")} " == *" $spaced "* ]] && command="$spaced"
  case "$command $previous" in
    " "|"help help") choices="${["help", ...new Set([...groups, ...names])].join(" ")}" ;;
${onlyGroups.map((group) => `    "${group} ${group}") choices="${verbsOf(group).join(" ")}" ;;`).join("\n")}
${commands.flatMap((each) => namesOf(each).flatMap((name) => casesOf(name, each, verbsOf(name)))).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _centavo centavo`;
}

/** The words after a flag with certain values, and those after anything else. */
function casesOf(
  name: string,
  { flags, positional = [], shorthands = {} }: Command,
  verbs: readonly string[],
): string[] {
  const short = Object.entries(shorthands).map(([short, flag]) => [short, flags[flag]] as const);
  const all = [...Object.entries(flags), ...short].flatMap(([flag, of]) =>
    of && !isSecret(of) ? [[flag, of as Partial<TextFlag>] as const] : [],
  );
  const values = all.flatMap(([flag, { value, values = [] }]) =>
    value === undefined ? [] : [`    "${name} --${flag}") choices="${values.join(" ")}" ;;`],
  );
  const [first = ""] = positional;
  const named = all.filter(([flag]) => !positional.includes(flag)).map(([flag]) => `--${flag}`);
  const words = [
    ...verbs,
    ...((flags[first] as Partial<TextFlag>)?.values ?? []),
    ...named,
    "--help",
  ];
  return [...values, `    "${name} "*) choices="${words.join(" ")}" ;;`];
}
