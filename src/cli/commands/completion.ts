import { type Command, command, isSecret, type TextFlag } from "../define-command.ts";

const SHELLS = ["bash", "zsh"];

/** Prints what a shell needs to complete the command line, derived from all commands. */
export function completion(commands: () => readonly Command[]): Command {
  return command({
    name: "completion",
    summary: 'Prints the completion for a shell, as in eval "$(centavo completion bash)".',
    flags: {},
    argument: {
      name: "SHELL",
      help: `one of ${SHELLS.join(", ")}`,
      values: SHELLS,
      parse: (text) => (SHELLS.includes(text) ? text : undefined),
    },
    async run({ argument: shell }, { stdout }) {
      // Zsh takes the functions of bash.
      if (shell === "zsh")
        stdout("autoload -U +X compinit bashcompinit && compinit && bashcompinit");
      stdout(script(commands()));
      return undefined;
    },
  });
}

function script(commands: readonly Command[]): string {
  const names = ["help", ...commands.map(({ name }) => name)];
  return `_centavo() {
  local command="\${COMP_WORDS[1]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" choices=""
  [ "$COMP_CWORD" = 1 ] && command="" previous=""
  case "$command $previous" in
    " "|"help help") choices="${names.join(" ")}" ;;
${commands.flatMap(casesOf).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _centavo centavo`;
}

/** The words after a flag with certain values, and those after anything else. */
function casesOf({ name, flags, argument, shorthands = {} }: Command): string[] {
  const ofName = Object.entries(flags).filter(([, flag]) => !isSecret(flag));
  const others = Object.entries(shorthands).filter(
    ([, flag]) => flag in Object.fromEntries(ofName),
  );
  const all = [...ofName, ...others.map(([short, flag]) => [short, flags[flag]] as const)];
  const values = all.flatMap(([flag, of]) => {
    const { value, values = [] } = of as Partial<TextFlag>;
    return value === undefined ? [] : [`    "${name} --${flag}") choices="${values.join(" ")}" ;;`];
  });
  const words = [...(argument?.values ?? []), ...all.map(([flag]) => `--${flag}`), "--help"];
  return [...values, `    "${name} "*) choices="${words.join(" ")}" ;;`];
}
