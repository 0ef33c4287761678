import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { run, runHere } from "../../run-command-line.ts";
import { newFolder } from "../database-file.ts";

/** What somebody types before the Tab key, and what the shell adds. */
const typed: [line: string, added: string][] = [
  ["centavo payments ref", "und"],
  ["centavo payments.ref", "und"],
  ["npx --no-install centavo payments create --am", "ount"],
  ["npx centavo payments.create --example cardDec", "lined"],
  ["npm run centavo -- trigger --outcome dispute-", "won"],
  ["./node_modules/.bin/centavo advance --to-next sett", "lement"],
  ["c help adv", "ance"],
  // The name of a command, and of a group of operations.
  ["centavo events --fo", "llow"],
  ["centavo events li", "st"],
  ["centavo state export --with", "-keys"],
  ["centavo export --file ./only-f", "ile"],
  // The words of another command.
  ["centavo exec --see", "d"],
  ["centavo exec -- cat ./only-f", "ile"],
  ["centavo exec --seed shop --verb", "ose"],
  ["centavo exec --ui only-file --see", ""],
  // What else these run is completed as without it.
  ["npm only-be", "fore"],
  ["npm install centavo only-be", "fore"],
  ["npx vitest run src/centavo ./only-f", "ile"],
  ["npx ./only-f", "ile"],
];

/** The settings of somebody who also has a completion for npm, and an alias. */
const ALIAS = 'alias c="npx --no-install centavo"\n';
/** npm sets EDITOR to vi, after which zsh would take the keys of vi. */
const shells: [name: string, file: string, before: string, after?: string][] = [
  [
    "bash",
    ".bashrc",
    "before() { COMPREPLY=(only-before); }; complete -F before npm\n. /usr/share/bash-completion/bash_completion\n",
    "complete -o default -F _centavo c\n",
  ],
  [
    "zsh",
    ".zshrc",
    "bindkey -e; autoload -Uz compinit && compinit -D\nbefore() { compadd only-before; }; compdef before npm\n",
  ],
  ["fish", ".config/fish/config.fish", "complete -c npm -f -a only-before\n"],
];

test.for(shells)(
  "%s completes centavo by any name",
  async ([shell, file, before, after = ""], { skip }) => {
    skip(process.platform !== "linux", "script has other options");
    skip(spawnSync(shell, ["--version"]).error !== undefined, `${shell} is not installed`);
    const home = newFolder();
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    };
    write("only-file", "");
    const { stdout: script } = await runHere(["completion", shell]);
    // Twice, as in settings that are read again.
    write(file, `${before}${ALIAS}${script}\n${script}\n${after}echo ready\n`);
    // After Tab, it goes to the beginning of the line, and makes it an argument.
    const keys = typed.map(([line]) => `${line}\t\u0001echo >>lines \u0005\n`);
    write("keys", [...keys, "exit\n"].join(""));
    const session = `{ until grep -q ready shown; do sleep 0.1; done; cat keys; } |
    script --quiet --flush --command "${shell} -i" shown`;
    const env = { HOME: home, ZDOTDIR: home, XDG_CONFIG_HOME: join(home, ".config"), TERM: "dumb" };
    await run(["sh", "-c", session], { cwd: home, env });
    const lines = readFileSync(join(home, "lines"), "utf8")
      .split("\n")
      .map((line) => line.trim());
    expect(lines.filter(Boolean)).toEqual(typed.map(([line, added]) => line + added));
  },
);
