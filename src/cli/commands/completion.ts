import { CENTAVO, type Command, command, isSecret, type TextFlag } from "../define-command.ts";
import { namesOf } from "../find-command.ts";

/**
 * What may follow a command line that ends with a space and matches a pattern, in which `*` is any text. The first match
 * counts. Without choices the shell completes files.
 */
type Row = [pattern: string, choices: readonly string[]];

/** What runs a command that a project has installed, as in `npx --no-install centavo`. */
const RUNNERS = "npx npm pnpm yarn bunx";

/** How a line that runs `centavo` begins. */
const NAME = `^((${RUNNERS.replaceAll(" ", "|")})( -[^ ]*| exec| x| run| dlx)* )?([^ ]*/)?centavo (-- )?`;

/** `other` is the beginning of a line that runs another command, after whose name the shell completes files. */
const SHELLS: Record<string, (rows: readonly Row[], other: string) => string> = {
  bash: (...rows) => `_centavo() {
  local line="\${COMP_WORDS[*]:0:COMP_CWORD} " choices="" name='${NAME}'
  if [[ "$line" =~ $name ]]; then line="\${line:\${#BASH_REMATCH}}"
  elif declare -F "_centavo_before_$1" >/dev/null; then "_centavo_before_$1" "$@"; return
  else line="\${line#* }"; fi
  ${casesOf(...rows)}
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
for each in ${RUNNERS}; do
  declare -F _centavo_before_$each >/dev/null && continue
  complete -p $each >/dev/null 2>&1 || { _comp_load $each || _completion_loader $each; } 2>/dev/null
  [[ "$(complete -p $each 2>/dev/null)" =~ -F\\ ([^ ]+) ]]
  eval "_centavo_before_$each() { \${BASH_REMATCH[1]:-:} \\"\\$@\\"; }"
done
complete -o default -F _centavo centavo ${RUNNERS}`,

  zsh: (...rows) => `_centavo() {
  local line="\${(j: :)words[1,CURRENT-1]} " choices="" name='${NAME}' MATCH
  [[ "$line" =~ $name ]] || { \${_centavo_before[$service]:-_default}; return; }
  line="\${line:\${#MATCH}}"
  ${casesOf(...rows)}
  if [ "$choices" ]; then compadd -- \${=choices}; else _default; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
(( $+_centavo_before )) || typeset -gA _centavo_before=("\${(@kv)_comps}")
compdef _centavo centavo ${RUNNERS}`,

  fish: (rows, other) => `function _centavo
  set -l choices
  set -l line (string join -- ' ' (commandline -opc) '')
  set line (string replace -r '${NAME}' '' -- $line); or return
  string match -qr '${other}' -- $line; or switch "$line"
    ${rows.map(([pattern, choices]) => `case '${pattern}'; set choices ${choices.join(" ")}`).join("\n    ")}
  end
  set -q choices[1]; and printf '%s\\n' $choices
end
complete -c centavo -c ${RUNNERS.replaceAll(" ", " -c ")} -n '_centavo >/dev/null' -f -a '(_centavo)'`,
};

/** As bash and zsh have them. */
function casesOf(rows: readonly Row[], other: string): string {
  const quoted = (pattern: string) => pattern.replaceAll(/[^*]+/g, '"$&"') || '""';
  const cases = rows.map(([line, choices]) => `${quoted(line)}) choices="${choices.join(" ")}" ;;`);
  const first = `local other='${other}'; [[ "$line" =~ $other ]] || case "$line" in`;
  return [first, ...cases, "esac"].join("\n  ");
}

/** Prints what a shell needs to complete the command line, derived from all commands. */
export function completion(commands: () => readonly Command[]): Command {
  const values = Object.keys(SHELLS);
  return command({
    name: "completion",
    summary: `Prints the completion for a shell, as in eval "$(${CENTAVO} completion bash)", and for fish ${CENTAVO} completion fish | source.`,
    flags: {
      shell: { value: "SHELL", help: `one of ${values.join(", ")}`, isRequired: true, values },
    },
    positional: ["shell"],
    async run({ shell }, { stdout }) {
      const all = commands();
      stdout(SHELLS[shell]?.(rowsOf(all), all.flatMap(beginningOf).join("|")) ?? "");
      return undefined;
    },
  });
}

function rowsOf(commands: readonly Command[]): Row[] {
  const names = commands.flatMap(namesOf);
  const groups = [...new Set(names.flatMap((name) => /^(.*)\./.exec(name)?.[1] ?? []))];
  const verbsOf = (group: string) =>
    names.flatMap((name) => (name.startsWith(`${group}.`) ? [`${name.split(".")[1]}`] : []));
  const first = ["help", ...new Set([...groups, ...names])];
  const ofGroups = groups.map((group): Row => [`${group} `, verbsOf(group)]);
  const ofCommands = commands.flatMap((each) =>
    namesOf(each).flatMap((name) => rowsOfOne(name, each, verbsOf(name))),
  );
  const rows: Row[] = [["", first], ["help ", first], ...ofGroups, ...ofCommands];
  // `events *` matches what `events*list *` does.
  return rows.sort(([one], [other]) => other.length - one.length);
}

/** The beginning of a line that runs another command with this one: its own options, and a word that is none. */
function beginningOf({ name, flags, takesCommand }: Command): string[] {
  const options = Object.entries(flags).map(
    ([flag, of]) => flag + ("value" in of ? "[ =][^ ]+" : ""),
  );
  return takesCommand ? [`^${name} (--(${options.join("|")})? )*[^-]`] : [];
}

/** The words after a flag with certain values, and those after anything else. */
function rowsOfOne(
  name: string,
  { flags, positional = [], shorthands = {} }: Command,
  verbs: readonly string[],
): Row[] {
  // `payments list` is `payments.list`.
  const start = `${name.replace(".", "*")} *`;
  const short = Object.entries(shorthands).map(([short, flag]) => [short, flags[flag]] as const);
  const all = [...Object.entries(flags), ...short].flatMap(([flag, of]) =>
    of && !isSecret(of) ? [[flag, of as Partial<TextFlag>] as const] : [],
  );
  const values = all.flatMap(([flag, { value, values = [] }]): Row[] =>
    value === undefined ? [] : [[`${start}--${flag} `, values]],
  );
  const [first = ""] = positional;
  const named = all.filter(([flag]) => !positional.includes(flag)).map(([flag]) => `--${flag}`);
  const choices = [...verbs, ...((flags[first] as Partial<TextFlag>)?.values ?? []), ...named];
  return [...values, [start, [...choices, "--help"]]];
}
